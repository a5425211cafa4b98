import type { Dispute, Payment, Subscription } from '#server/integrations/payments/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { includesPlan } from '#shared/rules/billing/plans.ts';
import { hasPro, paymentState } from './plan-rule.ts';
import type { PaymentFacts } from './repository.ts';
import type { Notice } from './snapshot.ts';

/** One write of the ledger, with what was stored before it. */
type Change = {
  planBefore: Plan;
  plan: Plan;
  /** Payments of the snapshot, as they were stored. */
  before: PaymentFacts[];
  /** All payments of the buyer that count now. */
  paid: PaymentFacts[];
  /** Payments not stored before. */
  fresh: Payment[];
  subscription: Subscription | null;
  disputes: Dispute[];
  readNumber: number;
};

/** Notices about money that went or came back, and about a plan that changed without its buyer. */
export function findNotices(change: Change): Notice[] {
  const { planBefore, plan, before, paid, fresh, readNumber } = change;
  // Money may have gone back before its payment was known.
  const unreversed = fresh.map((one) => ({ ...one, refundedAmount: 0, disputed: false }));
  const reversed = [...before, ...unreversed].flatMap((known) => {
    const current = paid.find(({ id }) => id === known.id);
    return current ? reversalNotices(known, current, change) : [];
  });
  if (fresh.length > 0) return [...reversed, ...paidNotices(change)];
  if (reversed.length > 0 || plan === planBefore) return reversed;
  const kind = planNotice(change);
  return kind ? [{ kind, about: `${change.subscription?.id ?? ''}:${readNumber}`, plan: 'developer' }] : [];
}

type Reversible = Pick<PaymentFacts, 'amount' | 'refundedAmount' | 'disputed'>;

function reversalNotices(before: Reversible, current: PaymentFacts, change: Change): Notice[] {
  const { plan, id: paymentId } = current;
  const { disputes, readNumber } = change;
  const inState = (wanted: Dispute['state']) => disputes.find(({ state }) => state === wanted)?.id;
  const isFlipped = before.disputed !== current.disputed;
  const about = `${paymentId}:${readNumber}`;
  const lost = current.disputed && !inState('open') && inState('lost');
  if (lost) {
    // A dispute from before the notices is over long ago.
    const follows = isFlipped ? undefined : `dispute-opened:${lost}`;
    return [{ kind: 'dispute-lost', about: lost, plan, paymentId, ...(follows && { follows }) }];
  }
  if (isFlipped) {
    const [kind, state] = current.disputed
      ? (['dispute-opened', 'open'] as const)
      : (['dispute-won', 'won'] as const);
    return [{ kind, about: inState(state) ?? about, plan, paymentId }];
  }
  const [was, is] = [paymentState(before), paymentState(current)];
  if (was === is) return [];
  return [{ kind: is === 'refunded' ? 'refunded' : 'refund-failed', about, plan, paymentId }];
}

/** Fresh payments that give nothing more, or came in another currency than the price. */
function paidNotices({ paid, fresh }: Change): Notice[] {
  return fresh.flatMap(({ id, plan, currency, amount }): Notice[] => {
    const others = paid.filter((one) => one.id !== id);
    const payment = { about: id, plan, paymentId: id };
    const isTwice = plan === 'pro' && amount > 0 && hasPro(others);
    return [
      ...(isTwice ? [{ kind: 'paid-twice' as const, ...payment }] : []),
      ...(currency === 'USD' ? [] : [{ kind: 'other-currency' as const, ...payment, isForTeamOnly: true }]),
    ];
  });
}

/** Null for an end that its buyer asked for. */
function planNotice({ planBefore, plan, subscription }: Change): Notice['kind'] | null {
  if (includesPlan(plan, planBefore)) return 'plan-back';
  if (subscription?.state !== 'ended') return 'subscription-unpaid';
  return subscription.cancelAtPeriodEnd ? null : 'subscription-ended';
}
