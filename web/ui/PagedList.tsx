import type { ReactNode } from 'react';
import { Button } from './controls/Button.tsx';
import { ErrorState } from './states/ErrorState.tsx';

/** A list that is loaded page by page, as far as its foot must know it. */
type PagedList = {
  data: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>;
  refetch: () => Promise<unknown>;
};

type MorePagesProps = { list: PagedList; label: string; onEnd: () => void; className: string };

/** The button goes with the last page; whoever pressed it stays in the list. */
export function MorePages({ list, label, onEnd, className }: MorePagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  if (!hasNextPage || isFetchNextPageError) return null;
  const showMore = async () => {
    const { hasNextPage: goesOn } = await fetchNextPage();
    if (!goesOn) onEnd();
  };
  return (
    <div className={`${className} text-center`}>
      <Button busy={isFetchingNextPage} busyText="Loading..." onClick={() => void showMore()}>
        {label}
      </Button>
    </div>
  );
}

type ListFailedProps = {
  list: PagedList;
  /** Such as 'Your activities' and 'More'. */
  names: { all: string; more: string };
  className: string;
  /** Things that are safe all the same. */
  children: ReactNode;
};

export function ListFailed({ list, names, className, children }: ListFailedProps) {
  const { data, isFetchNextPageError, fetchNextPage, refetch } = list;
  const retry = isFetchNextPageError ? fetchNextPage : refetch;
  const failed = !data
    ? `${names.all} could not be loaded.`
    : isFetchNextPageError
      ? `${names.more} could not be loaded.`
      : `${names.all} could not be refreshed.`;
  return (
    <ErrorState title={failed} onRetry={() => void retry()} className={className}>
      <span>{data ? 'What was listed before stays. ' : null}</span>
      {children}
    </ErrorState>
  );
}
