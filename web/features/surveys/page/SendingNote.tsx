import type { Obstacle } from './use-submission.ts';

type SendingNoteProps = { obstacle: Obstacle | null; kept: boolean; signInAddress: string };

/** What happens to the answers, and after a failure what to do; the toast that told it will be gone. */
export function SendingNote({ obstacle, kept, signInAddress }: SendingNoteProps) {
  const place = kept ? 'They are kept in this browser.' : 'Please keep this page open.';
  return (
    <p role="status" className="max-w-[52ch] text-meta text-soft">
      {obstacle === null
        ? 'Your answers are sent without your name; people with this link can read them. '
        : null}
      {obstacle === null && kept ? 'Until you send them, they are kept in this browser.' : null}
      {obstacle === 'other' ? `Your answers are not sent yet. ${place} Please try again.` : null}
      {obstacle === 'changed'
        ? 'The questions were loaded again. Answers that still fit are kept: please check them and send again.'
        : null}
      {obstacle === 'sign-in' ? (
        <>
          {`Your answers are not sent yet. ${place} `}
          <a href={signInAddress} className="font-medium text-spark-ink underline">
            Sign in and come back
          </a>
        </>
      ) : null}
    </p>
  );
}
