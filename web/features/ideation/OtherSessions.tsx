import { Button } from '#web/ui/Button.tsx';
import { hasText, type IdeationDocument } from './ideation-document.ts';
import type { Starting } from './use-start.ts';

/** The ways to another session; the one on the desk stays in the account. */
export function OtherSessions({ document, starting }: { document: IdeationDocument; starting: Starting }) {
  return (
    <>
      {hasText(document) ? (
        <Button variant="quiet" onClick={starting.startNew}>
          Start a new session
        </Button>
      ) : null}
      {starting.bringBack ? (
        <Button variant="quiet" onClick={starting.bringBack}>
          Bring back the previous session
        </Button>
      ) : null}
    </>
  );
}
