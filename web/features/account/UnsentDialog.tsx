import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { downloadText } from '#web/ui/controls/download-text.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { unsentText } from './unsent-text.ts';

/** Asks whoever leaves whether these documents, which only this browser has, may be lost; blank ones may. */
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
        something is written and not sent: a support request, a message of one, or a reply that was not
        approved. Open the tool that you wrote it in to see which it is.
      </p>
    </Dialog>
  );
}

const separator = `\n\n${'-'.repeat(40)}\n\n`;
