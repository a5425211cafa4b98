import { AppError } from '#server/app-error.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Billing, PaymentOrigin, PaymentReceipt } from '#shared/contracts/billing.ts';
import { hasPro, paymentState, withheldBy } from './plan-rule.ts';
import {
  findBuyer,
  type PaymentFacts,
  readPayments,
  readSubscriptions,
  type SubscriptionRow,
} from './repository.ts';
import { type BillingDeps, callProvider } from './sync-snapshot.ts';

/** The caller's purchases. @throws AppError sync_refused. */
export async function readBilling(deps: BillingDeps, userId: string): Promise<Billing> {
  const { database, payments, now } = deps;
  const { origin } = payments;
  const buyer = await findBuyer(database, origin, userId);
  if (!buyer) throw new AppError('sync_refused');
  return describeBilling({
    plan: buyer.plan,
    origin,
    payments: await readPayments(database.sql, { userId }),
    subscriptions: await readSubscriptions(database.sql, origin, userId),
    now: now(),
    hasPortal: payments.createPortalUrl !== undefined && buyer.billingCustomerId !== null,
  });
}

/** The provider's page for this customer. @throws AppError portal_unavailable, billing_unavailable. */
export async function openPortal(
  deps: BillingDeps,
  userId: string,
  returnUrl: string,
): Promise<{ url: string }> {
  const { database, payments } = deps;
  const customerId = (await findBuyer(database, payments.origin, userId))?.billingCustomerId;
  if (!customerId || !payments.createPortalUrl) throw new AppError('portal_unavailable');
  const url = await callProvider(
    deps,
    'billing_unavailable',
    payments.createPortalUrl(customerId, returnUrl),
  );
  if (!url) throw new AppError('portal_unavailable');
  return { url };
}

type BillingFacts = {
  plan: Plan;
  /** Provider whose payments count. */
  origin: PaymentOrigin;
  payments: PaymentFacts[];
  subscriptions: SubscriptionRow[];
  hasPortal: boolean;
  now: Date;
};

/** Billing as the API returns it, newest first. */
function describeBilling(known: BillingFacts): Billing {
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

/** All as one, because they are canceled together. A granting one comes first, then a running one. */
function describeSubscriptions({ payments, subscriptions, now }: BillingFacts): Billing['subscription'] {
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
