import { useEffect, useEffectEvent, useRef } from 'react';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import type { AllTouched } from './touched.ts';

/** Has the list read anew when the campaigns count other conversations than before, and that was not its owner's doing. */
export function useNewCounts(
  campaigns: Campaign[] | undefined,
  touched: AllTouched,
  onNew: () => void,
): void {
  const counted = campaigns?.map(({ id, conversations }) => ({ id, ...conversations }));
  const total = counted && JSON.stringify(counted.map(({ id, total }) => [id, total]));
  const waiting = counted && JSON.stringify(counted.map(({ id, awaitingReview }) => [id, awaitingReview]));
  const own = ownChanges(touched);
  const before = useRef<{ total: string; waiting: string; own: string }>(null);
  const compare = useEffectEvent((now: { total: string; waiting: string }) => {
    const last = before.current;
    before.current = { ...now, own };
    if (!last) return;
    if (last.total !== now.total || (last.waiting !== now.waiting && last.own === own)) onNew();
  });
  useEffect(() => {
    if (total !== undefined && waiting !== undefined) compare({ total, waiting });
  }, [total, waiting]);
}

function ownChanges(touched: AllTouched): string {
  const own = Object.values(touched).filter(({ byOwner }) => byOwner);
  return own.map(({ known }) => `${known.id} ${known.updatedAt}`).join();
}
