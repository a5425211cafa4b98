import { clsx } from 'clsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import type { CoachNews } from './use-coach.ts';

/** What the coach is doing. It is always there and only its words change: otherwise screen readers miss them. */
export function CoachStatus({ isWriting, news }: { isWriting: boolean; news: CoachNews }) {
  const isShown = isWriting || news.isShown;
  return (
    <p
      role="status"
      className={clsx(
        isShown ? 'mt-5' : 'sr-only',
        isWriting ? 'flex items-center gap-2 px-4 font-medium' : 'text-soft',
      )}
    >
      {isWriting ? (
        <>
          <Spinner className="size-3.5!" />
          Generating response, please wait...
        </>
      ) : (
        news.text
      )}
    </p>
  );
}
