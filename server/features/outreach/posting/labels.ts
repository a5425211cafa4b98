import type { PostingOutcome } from '#shared/contracts/conversations.ts';

const byHand = 'You can post it by hand.';
const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const said = (text: string) => (text ? ` Its words: “${text}”` : '');

/** Words a try in which nothing was posted; `text` holds the source's own words, `reason` ours. */
export function describeFailure(
  outcome: Exclude<PostingOutcome, 'too-fast' | 'busy' | 'moderation' | 'unknown'>,
  host: string,
  { text, reason }: { text: string; reason?: string },
): string {
  const words: Record<typeof outcome, string> = {
    'logged-out': `${blockReasons.signIn(host)} Nothing was posted.`,
    closed: 'This conversation takes no replies any more. Nothing was posted.',
    refused: `${host} did not take the reply. Nothing was posted. ${byHand}`,
  };
  return words[outcome] + (reason ? ` ${reason}` : '') + said(text);
}

export const tooFast = (host: string, until: Date) =>
  `${host} says that this account posts too fast. Nothing was posted. Its replies wait until ${moment(until)}.`;

export const busy = (host: string, next: Date) =>
  `${host} was too busy to take the reply. Nothing was posted. We try again at ${moment(next)}.`;

export const busyTooLong = (host: string) =>
  `${host} was too busy to take the reply for two days. Nothing was posted. ${byHand}`;

export const unchecked = (host: string, next: Date) =>
  `${host} could not be asked whether the conversation is still open. Nothing was posted. We try again at ${moment(next)}.`;

export const unseen = (host: string, next: Date) =>
  `${host} could not be asked whether your reply is there already. It is not sent before that. We look again at ${moment(next)}.`;

export const unseenTooLong = (host: string) =>
  `${host} could not be asked for two days whether your reply is there. It is not sent again. Look at the conversation: if your reply is missing, post it by hand.`;

export const answerLost = (host: string) =>
  `The answer of ${host} was lost, so your reply may be there or not. We look for it and never send it twice.`;

export const inModeration = (host: string) =>
  `A moderator of ${host} reads your reply before it is shown. We look for it for two weeks.`;

export const neverFound = (host: string) =>
  `The answer of ${host} was lost, and we could not find your reply there. It is not sent again. Look at the conversation: if your reply is missing, post it by hand.`;

export const foundTwice = (host: string) =>
  `Two replies with your words are on ${host}, and nobody can tell which one is this. Nothing more is sent. Look at the conversation and name the address of the right one.`;

export const accountGone = (host: string) =>
  `The answer of ${host} was lost, and the account that sent the reply is no longer linked, so we can't look for it. It is not sent again. Look at the conversation yourself.`;

/** Why an approved reply is left to its owner, waits, or needs another approval. */
export const blockReasons = {
  signIn: (host: string) => `Your sign-in at ${host} has ended. Sign in again, and your reply is sent.`,
  oldApproval: 'You approved this reply more than 7 days ago, so it needs your approval again.',
  otherAccount: (host: string) =>
    `You approved this reply for another account at ${host}, so it needs your approval again.`,
  noAccount: (host: string) =>
    `No account that can post on ${host} is linked any more. Link it again, or post the reply by hand.`,
  notSent: (place: string) => `Replies on ${place} are not sent for you. ${byHand}`,
  unknownRules: `We have not read the rules of this post's server with your account, so nothing is sent there. ${byHand}`,
  ownWords: (place: string) =>
    `${place} asks for your own words, and this reply is too close to the draft. ${byHand}`,
  notAutomatic: (place: string) => `Nothing is sent on ${place} without your approval. ${byHand}`,
  plan: 'It waits: campaigns need the Developer plan. Nothing is posted until then.',
};
