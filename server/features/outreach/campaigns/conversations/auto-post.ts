import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { CampaignDeps } from '#server/features/outreach/campaigns/deps.ts';
import type { CampaignRepository, CampaignRow } from '#server/features/outreach/campaigns/repository.ts';
import { isInDistress } from '#server/features/outreach/find/distress/distress.ts';
import type { OwnAccount } from '#server/features/outreach/posting/accounts/sessions.ts';
import { autoPostBlockedBy } from '#shared/rules/outreach/auto-post.ts';
import { countMentions } from '#shared/rules/outreach/disclosure.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';
import type { ConversationRepository, SeenConversation } from './repository.ts';
import { approved, checkReply, type Weighed, weighReply } from './weigh-reply.ts';

type AutoPostRepliesDeps = Pick<CampaignDeps, 'posters' | 'posting' | 'links' | 'now' | 'accounts'> & {
  campaigns: CampaignRepository;
  conversations: ConversationRepository;
};

/** More than a day's budget of all places together. */
const batch = 200;

/**
 * Approves suggested replies whose every sentence their owner approved before, the surest first, and says why the others
 * are left to their owner (specification 5; design 7.12). Each is decided by itself, so a kill leaves the rest for the
 * next time; what its owner has edited is never approved here.
 */
export async function autoPostReplies(
  deps: AutoPostRepliesDeps,
  { id: campaignId, ownerId }: Pick<CampaignRow, 'id' | 'ownerId'>,
  signal: AbortSignal,
): Promise<void> {
  const { campaigns } = deps;
  const accounts = new Map<string, OwnAccount | null>();
  for (const { id, source, host } of await campaigns.listUnapproved(campaignId, batch)) {
    signal.throwIfAborted();
    const place = `${source} ${host}`;
    const account = accounts.get(place) ?? (await deps.accounts.findAccount(ownerId, source, host));
    accounts.set(place, account);
    await campaigns.transaction((transaction) =>
      decide(deps, transaction, { id, ownerId, campaignId }, account),
    );
  }
}

async function decide(
  deps: AutoPostRepliesDeps,
  transaction: Transaction,
  { id, ownerId, campaignId }: { id: string; ownerId: string; campaignId: string },
  account: OwnAccount | null,
): Promise<void> {
  const { campaigns, conversations, posting, now } = deps;
  await campaigns.lockOwner(transaction, ownerId);
  // Read without a lock: posting locks the conversation first.
  const campaign = await campaigns.readCampaign(campaignId, transaction);
  const locked = await conversations.lockConversation(transaction, ownerId, id);
  // Its owner may have been first.
  if (!campaign?.active || !campaign.autoPost || !locked || !isUntouched(locked)) return;
  const weighed = await weighReply(deps, transaction, locked, account);
  // Up to two thousand texts are read for it: in vain where the place allows no automated posting.
  const unapproved = weighed.card.automatedPosting
    ? await findUnapproved(deps, transaction, locked, weighed)
    : null;
  const heldBecause = findBlock(campaign, locked, weighed, { account, unapproved });
  const checked = heldBecause ?? (await checkSuggestion(deps, transaction, locked, weighed));
  if (typeof checked === 'string') {
    if (checked !== locked.row.heldBecause)
      await conversations.saveConversation(transaction, id, { heldBecause: checked, updatedAt: now() });
    return;
  }
  const change = { ...approved(checked, 'account', account, now()), autoApproved: true };
  await conversations.saveConversation(transaction, id, change);
  await posting.enqueue(transaction, id);
}

function isUntouched({ row }: SeenConversation): boolean {
  return row.status === 'AWAITING_REVIEW' && row.reply === null;
}

const inDistress = 'Its author may be in distress: nothing is sent without you.';

function findBlock(
  { confidenceThreshold: threshold }: CampaignRow,
  { row }: SeenConversation,
  { card, budget, product, way }: Weighed,
  given: { account: OwnAccount | null; unapproved: string | null },
): string | null {
  const { host, confidence, suggestionKind, suggestedReply, originalPost: body } = row;
  // Posts may have been taken before the rule that leaves them out.
  if (isInDistress({ ...row, threadTitle: null, body })) return inDistress;
  const blockedBy = autoPostBlockedBy({
    threshold,
    host,
    confidence,
    card,
    suggestionKind,
    budget,
    ...given,
    isPromotion: countMentions(suggestedReply, product) > 0,
  });
  if (blockedBy) return blockedBy;
  return way === 'account' ? null : `Replies on ${card.place} are posted by hand.`;
}

async function findUnapproved(
  { conversations, links }: AutoPostRepliesDeps,
  transaction: Transaction,
  { row }: SeenConversation,
  { product: { url, trackedLink } }: Weighed,
): Promise<string | null> {
  const approved = await conversations.listApprovedTexts(transaction, row);
  const texts = approved.map(({ code, ...one }) => ({
    ...one,
    trackedLink: code === null ? one.url : links.addressOf(code),
  }));
  return findUnapprovedSentence({ text: row.suggestedReply, url, trackedLink }, texts);
}

/** The draft as it would go out, or what is wrong with it. */
async function checkSuggestion(
  deps: AutoPostRepliesDeps,
  transaction: Transaction,
  locked: SeenConversation,
  weighed: Weighed,
): Promise<string | { reply: string; isPromotion: boolean }> {
  try {
    return await checkReply(deps, transaction, locked, weighed, undefined);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** A text about a product, with `trackedLink` in place of `url`. */
type LinkedText = { text: string; url: string; trackedLink: string };

/**
 * The first sentence of a text that none of the `approved` texts has, letter for letter but for white space and tracked
 * links; null when each was approved.
 */
export function findUnapprovedSentence(text: LinkedText, approved: LinkedText[]): string | null {
  const known = new Set(approved.flatMap(linkedSentences));
  return linkedSentences(text).find((sentence) => !known.has(sentence)) ?? null;
}

/** Each conversation has a tracked link of its own, so the product's address replaces them. */
function linkedSentences({ text, url, trackedLink }: LinkedText): string[] {
  return sentencesOf(text.normalize('NFC').replaceAll(trackedLink, () => url));
}
