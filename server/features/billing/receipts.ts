import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { billingMails, users } from '#server/database/tables.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { CheckoutSession, Payment } from '#server/integrations/payments/port.ts';
import { failureText, mailWork } from '#server/mail/mail-work.ts';
import type { BillingMail } from './compose-billing-mail.ts';
import { readPayments, teamPrefix } from './repository.ts';
import type { Notice, Snapshot } from './snapshot.ts';

export type Letters = ReturnType<typeof billingLetters>;

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

async function isKnown({ sql: tx }: Transaction, id: string): Promise<boolean> {
  return (await tx.$count(billingMails, eq(billingMails.id, id))) > 0;
}

/** Enqueues the letters for a snapshot, each once. */
export function billingLetters(deps: {
  enqueueMail: (transaction: Transaction, id: string) => Promise<void>;
  now: () => Date;
}) {
  const { enqueueMail, now } = deps;

  async function add(transaction: Transaction, mail: Omit<NewMail, 'createdAt'>): Promise<void> {
    const insert = transaction.sql.insert(billingMails).values({ ...mail, createdAt: now() });
    const [added] = await insert.onConflictDoNothing().returning({ id: billingMails.id });
    if (added) await enqueueMail(transaction, added.id);
  }

  return {
    /** Runs in the transaction that writes the snapshot. Receipts can't be switched off. */
    async enqueue(transaction: Transaction, { user, snapshot, fresh, before }: NewPayments): Promise<void> {
      for (const { id, plan } of fresh) {
        await add(transaction, {
          id: `receipt:${id}`,
          userId: user.id,
          kind: 'receipt',
          plan,
          paymentId: id,
        });
      }
      const failed = user.mailsOff.includes('paymentFailed') ? null : findFailure(snapshot, before);
      if (failed) await add(transaction, { ...failed, userId: user.id, kind: 'failed' });
    },

    /** Runs in the transaction of the change. The buyer reads first; the team gets a copy. */
    async notify(transaction: Transaction, { id, email }: Reader, notices: Notice[]): Promise<void> {
      for (const { kind, about, plan, paymentId, isForTeamOnly, follows } of notices) {
        if (follows && !(await isKnown(transaction, follows))) continue;
        const mail = { userId: id, kind, plan, paymentId };
        // A deleted account has no address any more.
        if (!isForTeamOnly && email) await add(transaction, { ...mail, id: `${kind}:${about}` });
        await add(transaction, { ...mail, id: `${teamPrefix}${kind}:${about}` });
      }
    },
  };
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

type BillingMailDeliveryDeps = {
  repository: MailRepository;
  mail: Mail;
  siteUrl: () => string;
  supportEmail: string;
  /** No money moves: the letters say so. */
  isTest: boolean;
  now: () => Date;
};

/**
 * Sends one stored letter, unless that has happened. Its row says why it failed, and whether that ended it.
 * @throws what the mail port throws.
 */
export function billingMailDelivery(deps: BillingMailDeliveryDeps) {
  const { repository, mail, siteUrl, supportEmail, isTest, now } = deps;
  return async (id: string, isLastTry: boolean): Promise<void> => {
    const row = await repository.findMail(id);
    if (!row || row.deliveredAt) return;
    const { composeBillingMail } = await import('./compose-billing-mail.ts');
    try {
      // A receipt may wait while the provider changes: it is about the money that was.
      const isTestOf = row.payment ? row.payment.origin !== 'stripe-live' : isTest;
      await mail.send(composeBillingMail(row, { siteUrl: siteUrl(), supportEmail, isTest: isTestOf }));
    } catch (error) {
      const isOver = isLastTry || mailWork.isFinal(error);
      await repository.recordFailure(id, failureText(error), isOver ? now() : null);
      throw error;
    }
    await repository.markDelivered(id, now());
  };
}

type MailRepository = ReturnType<typeof mailRepository>;
export function mailRepository({ sql: db }: Database) {
  const byId = (id: string) => eq(billingMails.id, id);
  return {
    /** A letter with its payment and user. */
    async findMail(id: string): Promise<BillingMail | null> {
      const [row] = await db
        .select({ mail: billingMails, email: users.email, userPlan: users.plan })
        .from(billingMails)
        .innerJoin(users, eq(users.id, billingMails.userId))
        .where(byId(id));
      if (!row) return null;
      const { mail, ...reader } = row;
      const [payment] = mail.paymentId ? await readPayments(db, { ids: [mail.paymentId] }) : [];
      return { ...mail, ...reader, payment: payment ?? null };
    },

    async markDelivered(id: string, deliveredAt: Date): Promise<void> {
      await db.update(billingMails).set({ deliveredAt, failure: null, givenUpAt: null }).where(byId(id));
    },

    /** `givenUpAt` is null while another try will come. */
    async recordFailure(id: string, failure: string, givenUpAt: Date | null): Promise<void> {
      await db.update(billingMails).set({ failure, givenUpAt }).where(byId(id));
    },
  };
}
