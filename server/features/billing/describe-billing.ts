import type { Plan } from '#shared/contracts/account.ts';
import type { Billing, PaymentOrigin, PaymentReceipt } from '#shared/contracts/billing.ts';
import type { PaymentFacts, SubscriptionRow } from './facts.ts';
import { hasPro, paymentState, withheldBy } from './plan-rule.ts';

type Known = {
  plan: Plan;
  /** Whose payments count. */
  origin: PaymentOrigin;
  payments: PaymentFacts[];
  subscriptions: SubscriptionRow[];
  hasPortal: boolean;
  now: Date;
};

/** The wire's form of what is known of one user, the newest first. */
export function describeBilling(known: Known): Billing {
  const { plan, origin, payments, hasPortal } = known;
  const counted = payments.filter((payment) => payment.origin === origin);
  return {
    plan,
    hasPro: hasPro(counted),
    subscription: describeSubscriptions({ ...known, payments: counted }),
    hasPortal,
    receipts: payments.map((payment) => toReceipt(payment, origin)),
  };
}

/** As one, because they are canceled as one: what grants before what doesn't, what runs before what has ended. */
function describeSubscriptions({ payments, subscriptions, now }: Known): Billing['subscription'] {
  const described = subscriptions.map((row) => ({ row, why: withheldBy(payments, row, now) }));
  const running = described.filter(({ row }) => row.state !== 'ended');
  const { row, why } = running.find((one) => one.why === null) ?? running[0] ?? described[0] ?? {};
  if (!row) return null;
  const shown = running.length > 0 ? running.map((one) => one.row) : [row];
  return {
    state: row.state,
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: shown.every(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd),
    ...(why && why !== 'ended' && { withheld: why }),
  };
}

function toReceipt(payment: PaymentFacts, origin: PaymentOrigin): PaymentReceipt {
  const { id, plan, amount, currency, refundedAmount, receiptUrl } = payment;
  return {
    id,
    plan,
    amount,
    currency,
    state: paymentState(payment),
    refundedAmount,
    paidAt: payment.paidAt.toISOString(),
    receiptUrl,
    ...(payment.origin !== origin && {
      elsewhere: payment.origin === 'stripe-live' ? ('real' as const) : ('test' as const),
    }),
  };
}
