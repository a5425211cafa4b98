import type { billingMails, NoticeKind, users } from '#server/database/tables.ts';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, linkButton, paragraph, plainLink } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { paymentNotes, planNames } from '#shared/rules/billing/plans.ts';
import { productName } from '#shared/rules/product.ts';
import { type PaymentFacts, teamPrefix } from './repository.ts';

export type BillingMail = typeof billingMails.$inferSelect & {
  email: string;
  plan: 'pro' | 'developer';
  userPlan: typeof users.$inferSelect.plan;
  /** The payment of a receipt, and of most notices. */
  payment: PaymentFacts | null;
};

type MailContext = { siteUrl: string; supportEmail: string; isTest: boolean };

const testNote = 'This was a test payment: no card was charged and no money moved.';

/** The letter of a stored row. */
export function composeBillingMail(row: BillingMail, context: MailContext): MailMessage {
  const { supportEmail } = context;
  const isForTeam = row.id.startsWith(teamPrefix);
  const letter = letterOf(row, context);
  // Include the time, because a recreated database may reuse payment ids.
  const id = `billing-${row.id.replaceAll(/[^\w-]/g, '-')}-${row.createdAt.getTime()}`;
  const isAnswerable = !isForTeam && row.kind !== 'receipt' && row.kind !== 'failed';
  return {
    to: isForTeam ? supportEmail : row.email,
    id,
    subject: letter.title,
    ...(isAnswerable && { replyTo: supportEmail }),
    ...renderLetter(letter),
  };
}

function letterOf(row: BillingMail, context: MailContext) {
  const { kind, id } = row;
  if (kind === 'receipt') return receipt(row, context);
  if (kind === 'failed') return failure(row, context);
  return id.startsWith(teamPrefix) ? teamNotice(row, kind, context) : buyerNotice(row, kind, context);
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

type NoticeText = {
  title: string;
  /** Reason, for the buyer; absent where only the team is told. */
  toBuyer?: string;
  /** Reason, for the team. */
  toTeam: string;
};

const answer = 'We were told too and will write to you.';
const refusedTitle = 'Your payment changed no plan';

export const noticeTexts: Record<NoticeKind, NoticeText> = {
  'dispute-opened': {
    title: 'Your bank disputes a payment',
    toBuyer: 'While it does, the payment counts for no plan. Was it a mistake? Ask your bank to end it.',
    toTeam: 'A dispute was opened.',
  },
  'dispute-won': {
    title: 'Your payment counts again',
    toBuyer: 'The dispute is over and the money is back.',
    toTeam: 'A dispute was won: the funds are back.',
  },
  'dispute-lost': {
    title: 'The dispute of your payment is over',
    toBuyer: 'Your bank returned the money to you, so the payment counts for no plan.',
    toTeam: 'A dispute was lost.',
  },
  refunded: {
    title: 'Your payment was refunded',
    toBuyer: 'All of it was returned, so it counts for no plan.',
    toTeam: 'A payment was refunded.',
  },
  'refund-failed': {
    title: 'A refund did not reach you',
    toBuyer: `The money came back to us, so your payment counts again. ${answer}`,
    toTeam: 'A refund failed: the funds are back.',
  },
  'subscription-ended': {
    title: 'Your subscription ended',
    toBuyer: 'It ended at the payment provider. You can buy it again.',
    toTeam: 'A subscription ended at the payment provider, not by our own button.',
  },
  'subscription-unpaid': {
    title: 'Your subscription is not paid',
    toBuyer: 'A payment is missing, so it gives no plan. Check how you pay.',
    toTeam: 'A subscription is not paid.',
  },
  'plan-back': {
    title: 'Your plan is back',
    toBuyer: 'Your subscription goes on.',
    toTeam: 'A subscription gives its plan again.',
  },
  'second-subscription': {
    title: 'We ended a second subscription',
    toBuyer: `Two ran for your account; one is enough. ${answer}`,
    toTeam: 'Two subscriptions of one buyer ran, and one was ended. Look whether to refund its payment.',
  },
  'paid-twice': {
    title: 'You paid for one plan twice',
    toBuyer: `Pro is paid once and stays. ${answer}`,
    toTeam: 'One plan was paid twice. Look whether to refund a payment.',
  },
  'other-mode': {
    title: refusedTitle,
    toBuyer: `It was a test payment where real ones count, or the reverse. ${answer}`,
    toTeam: 'A payment has the other mode (live or test) than the key.',
  },
  'unknown-price': {
    title: refusedTitle,
    toBuyer: `It was paid at a price that is not sold here. ${answer}`,
    toTeam: 'A price is not sold here. The plan stays as it is.',
  },
  'other-amount': {
    title: refusedTitle,
    toBuyer: `It was paid with another amount than the price of the plan. ${answer}`,
    toTeam: 'A payment has another amount than its price.',
  },
  'other-currency': {
    title: 'A payment in another currency',
    toTeam: 'A payment came in another currency than the price. The plan was given.',
  },
};

function buyerNotice(row: BillingMail, kind: NoticeKind, { siteUrl, isTest }: MailContext) {
  const { title, toBuyer = '' } = noticeTexts[kind];
  const { payment, userPlan } = row;
  return {
    title,
    preheader: `Your plan is now: ${planNames[userPlan]}.`,
    blocks: [
      ...(isTest ? [paragraph(testNote)] : []),
      paragraph(toBuyer),
      facts([
        ['Payment', payment ? `${money(payment.amount, payment.currency)}, ${day(payment.paidAt)}` : ''],
        ['Your plan is now', planNames[userPlan]],
      ]),
      paragraph('Nothing that you made is lost. Questions? Answer this mail.'),
      linkButton('Open your billing page', `${siteUrl}${billingPage}`),
    ],
    reason: `Sent because a payment for your account at ${productName} changed.`,
  };
}

function teamNotice(row: BillingMail, kind: NoticeKind, { supportEmail, isTest }: MailContext) {
  const { toTeam } = noticeTexts[kind];
  const { id, email, plan, userPlan, payment } = row;
  return {
    title: `Payments: ${toTeam.split(/[.:] /)[0]?.replace(/\.$/, '')}`,
    preheader: toTeam,
    blocks: [
      ...(isTest ? [paragraph('Test mode: no money moves.')] : []),
      paragraph(toTeam),
      facts([
        ['Account', email || 'deleted'],
        ['About', planNames[plan]],
        ['Plan now', planNames[userPlan]],
        ['Payment', payment ? money(payment.amount, payment.currency) : ''],
        ['At the provider', id.slice(`${teamPrefix}${kind}:`.length)],
      ]),
    ],
    reason: `Sent because ${supportEmail} receives what happens to payments at ${productName}.`,
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
