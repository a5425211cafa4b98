import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { billingMails, users } from '#server/database/tables.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type {
  CheckoutSession,
  Dispute,
  Payment,
  Payments,
  Subscription,
} from '#server/integrations/payments/port.ts';
import { failureText, mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { includesPlan } from '#shared/rules/billing/plans.ts';
import type { BillingMail } from './compose-billing-mail.ts';
import { hasPro, paymentState } from './plan-rule.ts';
import { type PaymentFacts, readPayments, teamPrefix } from './repository.ts';
import type { Notice, Snapshot } from './snapshot.ts';

/** Sends one stored letter about a payment. */
export const sendBillingMailQueue: Queue<{ id: string }> = {
  name: 'send-billing-mail',
  onePerKey: false,
  patient: true,
};

type MailDeps = { tasks: Tasks; now: () => Date };

type NewPayments = {
  user: Pick<typeof users.$inferSelect, 'id' | 'mailsOff'>;
  snapshot: Snapshot;
  /** Payments not stored before. */
  fresh: Payment[];
  /** Stored status of the session. */
  before: CheckoutSession['status'] | null;
};

type NewMail = typeof billingMails.$inferInsert;
type Reader = Pick<typeof users.$inferSelect, 'id' | 'email'>;

/**
 * Stores receipts and a failed payment's letter, each once, in the transaction that writes the snapshot. Receipts can't
 * be switched off.
 */
export async function enqueuePaymentMails(
  deps: MailDeps,
  transaction: Transaction,
  { user, snapshot, fresh, before }: NewPayments,
): Promise<void> {
  for (const { id, plan } of fresh) {
    const receipt = { id: `receipt:${id}`, userId: user.id, kind: 'receipt', plan, paymentId: id } as const;
    await addMail(deps, transaction, receipt);
  }
  const failed = user.mailsOff.includes('paymentFailed') ? null : findFailure(snapshot, before);
  if (failed) await addMail(deps, transaction, { ...failed, userId: user.id, kind: 'failed' });
}

/** Stores notices, each once, in the transaction of the change. The buyer reads first; the team gets a copy. */
export async function enqueueNotices(
  deps: MailDeps,
  transaction: Transaction,
  { id, email }: Reader,
  notices: Notice[],
): Promise<void> {
  for (const { kind, about, plan, paymentId, isForTeamOnly, follows } of notices) {
    if (follows && !(await isKnown(transaction, follows))) continue;
    const mail = { userId: id, kind, plan, paymentId };
    // A deleted account has no address any more.
    if (!isForTeamOnly && email) await addMail(deps, transaction, { ...mail, id: `${kind}:${about}` });
    await addMail(deps, transaction, { ...mail, id: `${teamPrefix}${kind}:${about}` });
  }
}

async function isKnown({ sql: tx }: Transaction, id: string): Promise<boolean> {
  return (await tx.$count(billingMails, eq(billingMails.id, id))) > 0;
}

async function addMail(
  { tasks, now }: MailDeps,
  transaction: Transaction,
  mail: Omit<NewMail, 'createdAt'>,
): Promise<void> {
  const insert = transaction.sql.insert(billingMails).values({ ...mail, createdAt: now() });
  const [added] = await insert.onConflictDoNothing().returning({ id: billingMails.id });
  if (added) await tasks.enqueue(transaction, sendBillingMailQueue, { id: added.id });
}

/**
 * A processing payment that failed, or an unpaid later period of a subscription. Events come in any order: the
 * processing state or an earlier paid period may not be stored yet.
 */
function findFailure(
  { session, hasFailed, subscription, failedInvoice }: Snapshot,
  before: NewPayments['before'],
): Pick<NewMail, 'id' | 'plan'> | null {
  if (session?.status === 'canceled' && (hasFailed || before === 'processing')) {
    return { id: `failed:${session.id}`, plan: session.plan };
  }
  if (!failedInvoice || !subscription || subscription.state === 'active') return null;
  return { id: `failed:${failedInvoice.id}:${failedInvoice.attempt}`, plan: 'developer' };
}

type SendBillingMailDeps = {
  database: Database;
  payments: Payments;
  mail: Mail;
  siteUrl: () => string;
  supportEmail: string;
  now: () => Date;
};

/**
 * Sends one stored letter, unless that has happened. Its row says why it failed, and whether that ended it.
 * @throws what the mail port throws.
 */
export async function sendBillingMail(
  deps: SendBillingMailDeps,
  id: string,
  isLastTry: boolean,
): Promise<void> {
  const { payments, mail, siteUrl, supportEmail, now } = deps;
  const { sql: db } = deps.database;
  const row = await findMail(db, id);
  if (!row || row.deliveredAt) return;
  const { composeBillingMail } = await import('./compose-billing-mail.ts');
  const update = (set: Partial<NewMail>) => db.update(billingMails).set(set).where(eq(billingMails.id, id));
  try {
    // A receipt may wait while the provider changes: it is about the money that was.
    const { origin } = row.payment ?? payments;
    const isTest = origin !== 'stripe-live';
    await mail.send(composeBillingMail(row, { siteUrl: siteUrl(), supportEmail, isTest }));
  } catch (error) {
    const isOver = isLastTry || mailWork.isFinal(error);
    // Another try will come unless it was given up.
    await update({ failure: failureText(error), givenUpAt: isOver ? now() : null });
    throw error;
  }
  await update({ deliveredAt: now(), failure: null, givenUpAt: null });
}

/** A letter with its payment and user. */
async function findMail(db: Database['sql'], id: string): Promise<BillingMail | null> {
  const [row] = await db
    .select({ mail: billingMails, email: users.email, userPlan: users.plan })
    .from(billingMails)
    .innerJoin(users, eq(users.id, billingMails.userId))
    .where(eq(billingMails.id, id));
  if (!row) return null;
  const { mail, ...reader } = row;
  const [payment] = mail.paymentId ? await readPayments(db, { ids: [mail.paymentId] }) : [];
  return { ...mail, ...reader, payment: payment ?? null };
}

/** One write of a snapshot, with what was stored before it. */
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
