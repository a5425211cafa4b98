import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import { isMessageCode, message } from '#shared/messages/catalogue.ts';
import { budgetSentences } from '#shared/rules/outreach/promotion-budget.ts';
import { preview } from '#shared/rules/text/plain-text.ts';

/** Why a reply, or every reply at a place, is not sent or not known to be there. */
export function holdLabel(reason: HoldReason): string {
  // A newer server may name a reason that this page does not know.
  return labels[reason.code]?.(reason as never) ?? 'Read it before anything is sent.';
}

type ReasonOf<Code> = HoldReason extends infer Reason
  ? Reason extends { code: infer Codes }
    ? Code extends Codes
      ? Reason
      : never
    : never
  : never;

const byHand = 'You can post it by hand.';
const look = 'Look at the conversation: if your reply is missing, post it by hand.';
const signIn = ({ host }: { host: string }) =>
  `Your sign-in at ${host} has ended. Sign in again, and your reply is sent.`;

const labels: { [Code in HoldReason['code']]: (reason: ReasonOf<Code>) => string } = {
  distress: () => 'Its author may be in distress: nothing is sent without you.',
  'no-model': () => 'Without a model there are only outlines.',
  plan: () => 'It waits: campaigns need the Developer plan. Nothing is posted until then.',
  'approval-expired': () => 'You approved this reply more than 7 days ago, so it needs your approval again.',
  'server-rules-unknown': () =>
    `We have not read the rules of this post's server with your account, so nothing is sent there. ${byHand}`,
  'read-only': ({ place }) => `${place} is for reading here, so nothing is sent there.`,
  'promotion-banned': ({ place, rule }) =>
    message('reply_promotion_banned', { place, rule: preview(rule, 160) }).text,
  'rules-outdated': ({ place, readOn }) =>
    `The rules of ${place} were read on ${readOn}, too long ago to rely on.`,
  'not-automated': ({ place }) => `Automated posting is not allowed on ${place}.`,
  'rules-unknown': ({ place }) => `We don't know the rules of ${place}.`,
  'own-words': ({ place }) => `${place} needs your own words.`,
  'too-close-to-draft': ({ place }) =>
    `${place} asks for your own words, and this reply is too close to the draft. ${byHand}`,
  'by-hand': ({ place }) => `Replies on ${place} are posted by hand.`,
  unsure: ({ confidence, threshold }) =>
    `Its confidence of ${confidence} is below your threshold of ${threshold}.`,
  unapproved: ({ sentence }) =>
    `You have not approved this sentence before: “${preview(sentence, 80)}” Read it first.`,
  'no-account': ({ place }) => `No account on ${place} is linked.`,
  'account-unusable': ({ place }) =>
    `Your linked account on ${place} can not post: sign in again or reply by hand.`,
  'other-server': ({ host }) =>
    `Your account is on ${host}, and nothing is sent to other servers without you.`,
  'account-unlinked': ({ host }) =>
    `No account that can post on ${host} is linked any more. Link it again, or post the reply by hand.`,
  'sign-in': signIn,
  'other-account': ({ host }) =>
    `You approved this reply for another account at ${host}, so it needs your approval again.`,
  'day-used-up': ({ place }) => `The replies of the last 24 hours on ${place} are used up.`,
  'promotions-used-up': ({ place }) =>
    `Naming your product on ${place} again would go over its promotion budget.`,
  'over-budget': ({ figures }) => budgetSentences(figures).join(' '),
  'refused-by-check': ({ message: code, params }) =>
    isMessageCode(code) ? message(code, params).text : 'Read it before it is sent.',
  'too-fast': ({ host, until }) =>
    `${host} says that this account posts too fast. Nothing was posted. Its replies wait until ${moment(until)}.`,
  busy: ({ host, until }) =>
    `${host} was too busy to take the reply. Nothing was posted. We try again at ${moment(until)}.`,
  unchecked: ({ host, until }) =>
    `${host} could not be asked whether the conversation is still open. Nothing was posted. We try again at ${moment(until)}.`,
  unseen: ({ host, until }) =>
    `${host} could not be asked whether your reply is there already. It is not sent before that. We look again at ${moment(until)}.`,
  'busy-too-long': ({ host }) =>
    `${host} was too busy to take the reply for two days. Nothing was posted. ${byHand}`,
  'unseen-too-long': ({ host }) =>
    `${host} could not be asked for two days whether your reply is there. It is not sent again. ${look}`,
  'answer-lost': ({ host }) =>
    `The answer of ${host} was lost, so your reply may be there or not. We look for it and never send it twice.`,
  'never-found': ({ host }) =>
    `The answer of ${host} was lost, and we could not find your reply there. It is not sent again. ${look}`,
  'found-twice': ({ host }) =>
    `Two replies of your account are there on ${host}, and nobody can tell which one is this. Nothing more is sent. Look at the conversation and name the address of the right one.`,
  moderation: ({ host }) =>
    `A moderator of ${host} reads your reply before it is shown. We look for it for two weeks.`,
  'moderation-over': ({ host }) =>
    `No moderator of ${host} has shown your reply for two weeks, and we look for it no longer. It is not sent again. ${look}`,
  'account-gone': ({ host }) =>
    `The account that sent this reply to ${host} is no longer linked, so we can't look for it. It is not sent again. Look at the conversation yourself.`,
  'logged-out': (reason) => `${signIn(reason)} Nothing was posted.${because(reason)}`,
  closed: (reason) => `This conversation takes no replies any more. Nothing was posted.${because(reason)}`,
  'not-from-you': (reason) =>
    `The author of this post takes no replies from you. Nothing was posted.${because(reason)}`,
  refused: (reason) =>
    `${reason.host} did not take the reply. Nothing was posted. ${byHand}${because(reason)}`,
};

/** The source's words, quoted as theirs. */
function because({ quote }: { quote?: string }): string {
  return quote ? ` Its words: “${quote}”` : '';
}

/** A moment as the reader's own place writes it. */
function moment(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
