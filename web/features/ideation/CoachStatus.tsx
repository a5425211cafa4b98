import { Spinner } from '#web/ui/Spinner.tsx';

/** What the coach is doing. It is always there and only its words change: otherwise screen readers miss them. */
export function CoachStatus({ isWriting, news }: { isWriting: boolean; news: string }) {
  return (
    <p role="status" className={isWriting ? 'mt-5 flex items-center gap-2 px-4 font-medium' : 'sr-only'}>
      {isWriting ? (
        <>
          <Spinner className="size-3.5!" />
          Generating response, please wait...
        </>
      ) : (
        news
      )}
    </p>
  );
}
