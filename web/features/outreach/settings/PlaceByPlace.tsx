import type { Campaign } from '#shared/contracts/campaigns.ts';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import { AutoPostPlaces } from './AutoPostPlaces.tsx';
import { useLinkedAccounts } from './use-linked-accounts.ts';

const title = 'What it would do, place by place';

/** What automated posting would do: that depends on the linked accounts, so nothing is said before they are known. */
export function PlaceByPlace({ userId, campaign }: { userId: string; campaign: Campaign }) {
  const { data: accounts, isError } = useLinkedAccounts(userId);
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="text-sm">{title}</h3>
      {accounts ? <AutoPostPlaces userId={userId} campaign={campaign} accounts={accounts} /> : null}
      {!accounts && isError ? (
        <p className="mt-1 text-soft">
          This depends on your linked accounts, which could not be loaded. You can try again below.
        </p>
      ) : null}
      {!accounts && !isError ? <AccountSkeleton className="mt-3" /> : null}
    </section>
  );
}
