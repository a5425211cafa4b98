import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { inboxPath, requestPath } from '#shared/rules/suite-paths.ts';
import type { Unsent } from '#web/drafts/unsent.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { downloadText } from '#web/ui/controls/download-text.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

/** Asks before signing out if documents that only this browser has may be lost; blank ones may. */
export async function askAboutUnsent(unsent: Unsent[], show: (dialog: ReactNode) => void): Promise<boolean> {
  const written = unsent.filter(({ document }) => unsentText(document) !== '');
  if (written.length === 0) return true;
  return new Promise((resolve) => {
    const answer = (leaves: boolean) => {
      show(null);
      resolve(leaves);
    };
    show(<UnsentDialog written={written} onAnswer={answer} />);
  });
}

type UnsentDialogProps = { written: Unsent[]; onAnswer: (leaves: boolean) => void };

function UnsentDialog({ written, onAnswer }: UnsentDialogProps) {
  const isOne = written.length === 1;
  const text = () => written.map(({ document }) => unsentText(document)).join(separator);
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      size="s"
      title={isOne ? 'A text is not in your account' : `${written.length} texts are not in your account`}
      description={`Only this browser has ${isOne ? 'it' : 'them'}. Logging out removes ${isOne ? 'it' : 'them'} from here.`}
      footer={
        <>
          <Button variant="quiet" onClick={() => onAnswer(true)}>
            Log out anyway
          </Button>
          <Button onClick={() => downloadText('not-in-my-account.txt', text())}>Download as text</Button>
          <Button variant="primary" onClick={() => onAnswer(false)}>
            Stay logged in
          </Button>
        </>
      }
    >
      <ul className="-my-2">
        {written.map((one) => (
          <WrittenText key={one.thing} {...one} onOpen={() => onAnswer(false)} />
        ))}
      </ul>
    </Dialog>
  );
}

/** Place of an unsent text, its first words, and the way to it. */
function WrittenText({ thing, document, onOpen }: Unsent & { onOpen: () => void }) {
  const [first] = partsOf(document);
  const { name, path } = placeOf(thing);
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 grow">
        <p className="font-medium">{name}</p>
        <p className="line-clamp-2 text-soft wrap-anywhere" dir="auto">
          {first?.text}
        </p>
      </div>
      <Link to={path} onClick={onOpen} aria-label={`Open ${name.toLowerCase()}`} className={buttonClass({})}>
        Open
      </Link>
    </li>
  );
}

const dashboard = '/startup-spark-suite/dashboard';
const history = '/startup-spark-suite/history';

/** By the beginning of what `draftKey` names, the longer ones first; the id behind it leads to a page of its own. */
const places: [start: string, name: string, path: (id: string) => string][] = [
  ['support-request:', 'Support request', () => `${dashboard}?modal=jobForm`],
  ['request ', 'Message to support', requestPath],
  // The kind of the message stands before the id.
  ['inbox ', 'Message in the inbox', (id) => `${inboxPath}/${encodeURIComponent(id.replace(/^\S+ /, ''))}`],
  ['ideation:', 'Coach', () => `${dashboard}?modal=showIdeationModal`],
  ['coach-form:', 'Coach', () => `${dashboard}?modal=showIdeationModal`],
  ['proof-of-concept:', 'Build prompt', () => `${dashboard}?modal=showPocModal`],
  ['campaign', 'Launch', () => `${dashboard}?modal=showAcquisitionModal`],
  ['reply ', 'Reply', () => history],
];

/** Places of texts, by what `draftKey` names. */
export function placeOf(thing: string): { name: string; path: string } {
  const [start = '', name = 'Text', path = () => dashboard] =
    places.find(([is]) => thing.startsWith(is)) ?? [];
  return { name, path: path(thing.slice(start.length)) };
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
  return partsOf(document)
    .map(({ title, text }) => `${title}\n\n${text}`)
    .join('\n\n');
}

/** The words of a document, each with its title; no blank ones. */
function partsOf(document: unknown): { title: string; text: string }[] {
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
  return parts.flatMap(({ title, text }) => (text?.trim() ? { title, text } : []));
}
