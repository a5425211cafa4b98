import type { billingMails, users } from '#server/database/tables.ts';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, linkButton, paragraph, plainLink } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { paymentNotes, planNames } from '#shared/rules/billing/plans.ts';
import { productName } from '#shared/rules/product.ts';
import type { PaymentFacts } from './repository.ts';

export type BillingMail = typeof billingMails.$inferSelect & {
  email: string;
  plan: 'pro' | 'developer';
  userPlan: typeof users.$inferSelect.plan;
  /** The payment of a receipt. */
  payment: PaymentFacts | null;
};

type MailContext = { siteUrl: string; isTest: boolean };

const testNote = 'This was a test payment: no card was charged and no money moved.';

/** The letter of a stored row. */
export function composeBillingMail(row: BillingMail, context: MailContext): MailMessage {
  const letter = row.kind === 'receipt' ? receipt(row, context) : failure(row, context);
  // Include the time, because a recreated database may reuse payment ids.
  const id = `billing-${row.id.replaceAll(/[^\w-]/g, '-')}-${row.createdAt.getTime()}`;
  return { to: row.email, id, subject: letter.title, ...renderLetter(letter) };
}

function receipt({ payment, plan }: BillingMail, { siteUrl, isTest }: MailContext) {
  if (!payment) throw new Error('a receipt without a payment');
  const amount = money(payment.amount, payment.currency);
  return {
    title: isTest ? `Test receipt for your ${planNames[plan]}` : `Receipt for your ${planNames[plan]}`,
    preheader: isTest ? testNote : `${amount}, paid on ${day(payment.paidAt)}.`,
    blocks: [
      paragraph(isTest ? testNote : 'Thank you.'),
      facts([
        ['Plan', planNames[plan]],
        [isTest ? 'Amount (not charged)' : 'Amount', amount],
        ['Date', day(payment.paidAt)],
        ['For', payment.subscriptionId ? 'One month' : paymentNotes.pro],
        ['Payment', payment.id],
      ]),
      ...(payment.receiptUrl ? [paragraph('Receipt: ', plainLink(payment.receiptUrl))] : []),
      linkButton('Open your billing page', `${siteUrl}${billingPage}`),
    ],
    reason: `Sent because your account at ${productName} paid.`,
  };
}

function failure({ plan, userPlan }: BillingMail, { siteUrl, isTest }: MailContext) {
  const keeps = userPlan === plan;
  return {
    title: `A payment for your ${planNames[plan]} failed`,
    preheader: 'Nothing that you made is lost.',
    blocks: [
      ...(isTest ? [paragraph('A test payment: no money was to be moved.')] : []),
      paragraph(
        keeps
          ? 'You keep your plan for now, and we try again. Check how you pay.'
          : `Your plan is now: ${planNames[userPlan]}. Nothing that you made is lost, and you can buy the plan again.`,
      ),
      linkButton('Open your billing page', `${siteUrl}${billingPage}`),
    ],
    reason: `Sent because a payment for your account at ${productName} failed. You can switch such mails off in your settings.`,
  };
}

const billingPage = '/startup-spark-suite/billing';

function money(amount: number, currency: string): string {
  const form = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  // Not every currency has hundredths.
  const digits = form.resolvedOptions().maximumFractionDigits ?? 2;
  return `${form.format(amount / 10 ** digits)} ${currency}`;
}

function day(moment: Date): string {
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(moment)} (UTC)`;
}
