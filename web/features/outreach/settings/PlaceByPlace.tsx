import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { AccountSkeleton } from './LinkedAccounts.tsx';
import { useLinkedAccounts } from './linked-accounts.ts';

const title = 'What it would do, place by place';

/**
 * Effects of automated posting. They depend on the linked accounts, so nothing is shown before those are known. Their
 * code, with the rules of all places, is fetched for accounts with campaigns.
 */
export function PlaceByPlace({ userId, campaign }: { userId: string; campaign: Campaign }) {
  const { data: accounts, isError } = useLinkedAccounts(userId);
  const code = useQuery({
    queryKey: ['code', 'auto-post-places'],
    queryFn: () => import('./AutoPostPlaces.tsx'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const Places = code.data?.AutoPostPlaces;
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <Fold title={title}>
        {accounts && Places ? <Places campaign={campaign} accounts={accounts} /> : null}
        {!accounts && isError ? (
          <p className="text-soft">This depends on your linked accounts, which could not be loaded.</p>
        ) : null}
        {code.isError ? <p className="text-soft">This could not be loaded. Reload the page.</p> : null}
        {(accounts && Places) || isError || code.isError ? null : <AccountSkeleton className="mt-3" />}
      </Fold>
    </section>
  );
}
