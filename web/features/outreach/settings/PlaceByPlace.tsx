import type { Campaign } from '#shared/contracts/campaigns.ts';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { AutoPostPlaces } from './AutoPostPlaces.tsx';
import { useLinkedAccounts } from './use-linked-accounts.ts';

/** What automated posting would do: that depends on the linked accounts, so nothing is said before they are known. */
export function PlaceByPlace({ userId, campaign }: { userId: string; campaign: Campaign }) {
  const { data: accounts, isError } = useLinkedAccounts(userId);
  if (accounts) return <AutoPostPlaces userId={userId} campaign={campaign} accounts={accounts} />;
  return (
    <section aria-label="What it would do, place by place" className="border-t border-line pt-4">
      <h3 className="text-sm">What it would do, place by place</h3>
      {isError ? (
        <p className="mt-1 text-soft">
          This depends on your linked accounts, which could not be loaded. You can try again below.
        </p>
      ) : (
        <Loading label="Loading your accounts" className="mt-3">
          <div className="grid gap-2.5">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-3 w-full" />
          </div>
        </Loading>
      )}
    </section>
  );
}
