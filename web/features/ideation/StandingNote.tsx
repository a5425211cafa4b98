import { tooLong } from './ideation-document.ts';
import { inWords } from './in-words.ts';
import type { Session } from './use-ideation-session.ts';

type StandingNoteProps = {
  session: Session;
  /** Another tab has the session open too. */
  otherTab: boolean;
  /** Why the last save failed. */
  saveFailure: string | null;
};

/** Where the session is safe. */
export function StandingNote({ session, otherTab, saveFailure }: StandingNoteProps) {
  const { text, isProblem } = describe(session);
  return (
    <div className="min-w-0 flex-[1_1_14rem] text-meta sm:mr-2">
      {saveFailure ? <p className="text-bad">Not saved: {saveFailure}</p> : null}
      <p role="status" className={isProblem ? 'text-bad' : 'text-faint'}>
        {text}
        {otherTab ? ' Also open in another tab.' : null}
      </p>
      {session.wasForked ? <p className="text-soft">{apart}</p> : null}
    </div>
  );
}

const apart =
  'Kept apart: it was changed in another tab or on another device. What you have here is a session of its own now.';

function describe({ document, standing }: Session): { text: string; isProblem: boolean } {
  if (!document) return { text: '', isProblem: false };
  const long = tooLong(document);
  if (long) {
    const { length, limit } = inWords(long);
    const place = standing === 'nowhere' ? 'Kept nowhere' : 'Kept in this browser only';
    return {
      text: `${place}: the ${long.what} has ${length} characters, and your account keeps up to ${limit}. Please shorten it.`,
      isProblem: true,
    };
  }
  if (standing === 'keeping') return { text: 'Keeping…', isProblem: false };
  if (standing === 'browser-only')
    return {
      text: 'Kept in this browser only; it is sent to your account as soon as that works.',
      isProblem: true,
    };
  if (standing === 'refused')
    return {
      text: 'Kept in this browser only: your account does not take it as it is. It is sent again when you change it.',
      isProblem: true,
    };
  if (standing === 'nowhere')
    return {
      text: 'Kept nowhere: your account has not got it and this browser keeps nothing. Copy what you need before you leave.',
      isProblem: true,
    };
  if (document.revision === 0) return { text: '', isProblem: false };
  return { text: document.saved ? 'Saved in your account.' : 'Kept in your account.', isProblem: false };
}
