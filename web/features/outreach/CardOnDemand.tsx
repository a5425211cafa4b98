import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useCampaigns } from './campaigns/use-campaigns.ts';

type CardOnDemandProps<Code> = {
  userId: string;
  /** The plan has campaigns: the code is fetched before the campaigns are known. */
  hasPlan: boolean;
  code: { name: string; load: () => Promise<Code> };
  /** Shown without a campaign. */
  empty: ReactNode;
  /** In the shape of the loaded card. */
  skeleton: ReactNode;
  loadingLabel: string;
  /** Space around everything but the loaded card and its skeleton. */
  className: string;
  children: (code: Code) => ReactNode;
};

/** Body of a dashboard card. Its code is fetched for accounts with campaigns; all others see the empty state. */
export function CardOnDemand<Code>(props: CardOnDemandProps<Code>) {
  const { userId, hasPlan, code, empty, skeleton, loadingLabel, className, children } = props;
  // `isFetched` stays true while a failed list is loaded again: the card shows its failure itself.
  const { campaigns, isError: isListMissing, isFetched } = useCampaigns(userId);
  const hasNone = campaigns?.length === 0 && !isListMissing;
  const { data, isError, refetch } = useQuery({
    queryKey: ['code', code.name],
    queryFn: code.load,
    enabled: hasPlan || (isFetched && !hasNone),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (hasNone) return <div className={className}>{empty}</div>;
  if (isFetched && data) return children(data);
  if (isFetched && isError)
    return (
      <ErrorState title="This card could not be loaded." onRetry={() => void refetch()} className={className}>
        What stands in it is safe on the server, and campaigns go on.
      </ErrorState>
    );
  if (hasPlan || campaigns) return skeleton;
  return (
    <Loading label={loadingLabel} className={className}>
      <Skeleton className="h-48 w-full rounded-m" />
    </Loading>
  );
}
