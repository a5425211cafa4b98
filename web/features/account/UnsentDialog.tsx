import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { Button } from '#web/ui/controls/Button.tsx';
import { downloadText } from '#web/ui/controls/download-text.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

/** Asks before signing out if documents that only this browser has may be lost; blank ones may. */
export async function askAboutUnsent(
  documents: unknown[],
  show: (dialog: ReactNode) => void,
): Promise<boolean> {
  const texts = documents.map(unsentText).filter((text) => text !== '');
  if (texts.length === 0) return true;
  return new Promise((resolve) => {
    const answer = (leaves: boolean) => {
      show(null);
      resolve(leaves);
    };
    show(<UnsentDialog texts={texts} onAnswer={answer} />);
  });
}

type UnsentDialogProps = { texts: string[]; onAnswer: (leaves: boolean) => void };

function UnsentDialog({ texts, onAnswer }: UnsentDialogProps) {
  const isOne = texts.length === 1;
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      size="s"
      title={isOne ? 'A text is not in your account' : `${texts.length} texts are not in your account`}
      description={`Only this browser has ${isOne ? 'it' : 'them'}. Logging out removes ${isOne ? 'it' : 'them'} from here.`}
      footer={
        <>
          <Button variant="quiet" onClick={() => onAnswer(true)}>
            Log out anyway
          </Button>
          <Button onClick={() => downloadText('not-in-my-account.txt', texts.join(separator))}>
            Download as text
          </Button>
          <Button variant="primary" onClick={() => onAnswer(false)}>
            Stay logged in
          </Button>
        </>
      }
    >
      <p>
        This happens while the connection is away, when a text is longer than an account keeps, and while
        something is written and not sent: a step of the coach, a support request, a message of one, or a
        reply that was not approved. Open the tool that you wrote it in to see which it is.
      </p>
    </Dialog>
  );
}

const separator = `\n\n${'-'.repeat(40)}\n\n`;

const words = z.optional(z.string());
/** The words of a founder's document, whichever tool it belongs to. */
const written = z.object({
  idea: words,
  content: words,
  /** Title of `content`, where its text does not tell. */
  keptAs: words,
  partial: words,
  result: words,
  rewrites: z.optional(z.array(z.object({ text: z.string() }))),
  who: words,
  trouble: words,
  thing: words,
  abilities: z.optional(z.array(z.object({ text: z.string() }))),
  notYet: words,
  request: z.optional(
    z.object({
      appName: z.string(),
      requestTitle: z.string(),
      appUrl: z.string(),
      issues: z.array(z.string()),
    }),
  ),
  product: z.optional(
    z.object({ name: z.string(), url: z.string(), description: z.string(), forums: z.string() }),
  ),
});

/** All words of a document under titles, for a file; '' when there are none. */
export function unsentText(document: unknown): string {
  const read = written.safeParse(document).data ?? {};
  const { idea, content, keptAs, partial, result, rewrites = [], request, product } = read;
  const { who, trouble, thing, abilities = [], notYet } = read;
  const { requestTitle, appName, appUrl, issues = [] } = request ?? {};
  const parts = [
    { title: 'Idea', text: idea },
    { title: keptAs ?? 'Text', text: content },
    { title: 'Stopped section', text: partial },
    { title: 'Build prompt', text: result },
    ...rewrites.map(({ text }) => ({ title: 'Earlier build prompt', text })),
    { title: 'Who has the problem?', text: who },
    { title: 'What goes wrong?', text: trouble },
    { title: 'What one thing do people add or look at?', text: thing },
    { title: 'What can they do with it?', text: abilities.map(({ text }) => text).join('\n') },
    { title: 'Not yet', text: notYet },
    { title: 'Support request', text: requestTitle },
    { title: 'App', text: appName },
    { title: 'App URL', text: appUrl },
    ...issues.map((text) => ({ title: 'Issue', text })),
    { title: 'Product', text: product?.name },
    { title: 'Product URL', text: product?.url },
    { title: 'Product description', text: product?.description },
    { title: 'Forums to search', text: product?.forums },
  ];
  return parts
    .filter(({ text }) => text?.trim())
    .map(({ title, text }) => `${title}\n\n${text}`)
    .join('\n\n');
}
