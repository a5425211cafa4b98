import { isDeepStrictEqual } from 'node:util';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import type { CampaignDeps } from '#server/features/outreach/campaigns/deps.ts';
import { type CampaignRow, findCampaign, lockOwner } from '#server/features/outreach/campaigns/repository.ts';
import { isInDistress } from '#server/features/outreach/find/distress/distress.ts';
import { linkAddress } from '#server/features/outreach/links/tracked-links.ts';
import type { OwnAccount } from '#server/features/outreach/posting/accounts/sessions.ts';
import { refusedByCheck } from '#server/features/outreach/posting/attempt.ts';
import { enqueueReply } from '#server/features/outreach/posting/tasks.ts';
import { listOwnReplies, type OwnReply } from '#server/features/outreach/promotion-history.ts';
import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import { autoPostBlockedBy } from '#shared/rules/outreach/auto-post.ts';
import { countMentions } from '#shared/rules/outreach/disclosure.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';
import {
  isThreadAnswered,
  listApprovedTexts,
  listOwnTexts,
  listUntouchedPlaces,
  lockUntouched,
  type OwnTexts,
  type SeenConversation,
  saveConversation,
} from './repository.ts';
import {
  approved,
  type CheckedReply,
  checkReply,
  findAccounts,
  type Weighed,
  weighReply,
} from './weigh-reply.ts';

/** More than a day's budget of all places together. */
const batch = 200;

/**
 * Approves suggested replies whose every sentence their owner approved before, the surest first, and says why the others
 * are left to their owner (specification 5; design 7.12). All are decided in one transaction on the owner's facts, which
 * are read once; a kill leaves all for the next time. What its owner has edited is never approved here.
 */
export async function autoPostReplies(
  deps: CampaignDeps,
  { id: campaignId, ownerId }: Pick<CampaignRow, 'id' | 'ownerId'>,
  signal: AbortSignal,
): Promise<void> {
  // Before the transaction: it may need a connection of its own.
  const places = await listUntouchedPlaces(deps.database, campaignId);
  const accountAt = await findAccounts(deps.accounts, ownerId, places);
  await inTransaction(deps.database, async (transaction) => {
    await lockOwner(transaction, ownerId);
    // Read without a lock: posting locks the conversation first.
    const campaign = await findCampaign(transaction, campaignId);
    if (!campaign?.active || !campaign.autoPost) return;
    const untouched = await lockUntouched(transaction, campaignId, batch);
    const facts = await readOwnerFacts(deps, transaction, ownerId, untouched);
    for (const seen of untouched) {
      signal.throwIfAborted();
      await decide(deps, transaction, seen, { campaign, account: accountAt(seen.row), facts });
    }
  });
}

/** All that an owner's suggestions are decided on; what is approved is added to it. */
type OwnerFacts = {
  /** Replies that count in a budget, at the sources of the suggestions. */
  replies: OwnReply[];
  texts: OwnTexts;
  approvedSentences: ReadonlySet<string>;
};

async function readOwnerFacts(
  { siteUrl }: CampaignDeps,
  transaction: Transaction,
  ownerId: string,
  untouched: SeenConversation[],
): Promise<OwnerFacts> {
  const replies: OwnReply[] = [];
  for (const source of new Set(untouched.map(({ row }) => row.source)))
    replies.push(...(await listOwnReplies(transaction, { ownerId, source }, { countsApproved: true })));
  const texts = await listOwnTexts(transaction, ownerId);
  const approved = await listApprovedTexts(transaction, ownerId);
  const linked = approved.map(({ code, ...one }) => ({
    ...one,
    trackedLink: code === null ? one.url : linkAddress(siteUrl(), code),
  }));
  return { replies, texts, approvedSentences: new Set(linked.flatMap(linkedSentences)) };
}

type DecisionCase = { campaign: CampaignRow; account: OwnAccount | null; facts: OwnerFacts };

async function decide(
  deps: CampaignDeps,
  transaction: Transaction,
  seen: SeenConversation,
  given: DecisionCase,
): Promise<void> {
  const { tasks, now } = deps;
  const { row } = seen;
  const { account, facts } = given;
  const weighed = weighReply(deps, facts.replies, seen, account);
  const heldBecause = findBlock(seen, weighed, given);
  const checked = heldBecause ?? (await checkSuggestion(deps, transaction, seen, weighed, facts.texts));
  if ('code' in checked) {
    if (!isDeepStrictEqual(checked, row.heldBecause))
      await saveConversation(transaction, row.id, { heldBecause: checked, updatedAt: now() });
    return;
  }
  const change = approved(checked, 'account', account, now());
  await saveConversation(transaction, row.id, { ...change, autoApproved: true });
  await enqueueReply(tasks, transaction, row.id, now());
  const { isPromotion, reply: text } = checked;
  facts.replies.push({ ...row, accountId: account?.id ?? null, countedAt: now(), isPromotion });
  facts.texts.replies.push({ id: row.id, text });
}

function findBlock(
  { row }: SeenConversation,
  { card, budget, product, way }: Weighed,
  { campaign, account, facts }: DecisionCase,
): HoldReason | null {
  const { host, confidence, suggestionKind, suggestedReply, originalPost: body } = row;
  // Posts may have been taken before the rule that leaves them out.
  if (isInDistress({ ...row, threadTitle: null, body })) return { code: 'distress' };
  const text = { text: suggestedReply, url: product.url, trackedLink: product.trackedLink };
  const blockedBy = autoPostBlockedBy({
    threshold: campaign.confidenceThreshold,
    host,
    confidence,
    card,
    suggestionKind,
    budget,
    account,
    unapproved: findUnapprovedSentence(text, facts.approvedSentences),
    isPromotion: countMentions(suggestedReply, product) > 0,
  });
  if (blockedBy) return blockedBy;
  return way === 'account' ? null : { code: 'by-hand', place: card.place };
}

/** The draft as it would go out, or what is wrong with it. */
async function checkSuggestion(
  { now }: CampaignDeps,
  transaction: Transaction,
  seen: SeenConversation,
  weighed: Weighed,
  texts: OwnTexts,
): Promise<HoldReason | CheckedReply> {
  const isAnswered = await isThreadAnswered(transaction, seen.row);
  const checked = checkReply(seen, weighed, {}, { ...texts, isThreadAnswered: isAnswered }, now());
  return 'code' in checked ? refusedByCheck(checked) : checked;
}

/** A text about a product, with `trackedLink` in place of `url`. */
type LinkedText = { text: string; url: string; trackedLink: string };

/**
 * The first sentence of a text that is not `approved`, letter for letter but for white space and tracked links; null when
 * each was approved.
 */
export function findUnapprovedSentence(text: LinkedText, approved: ReadonlySet<string>): string | null {
  return linkedSentences(text).find((sentence) => !approved.has(sentence)) ?? null;
}

/** Each conversation has a tracked link of its own, so the product's address replaces them. */
export function linkedSentences({ text, url, trackedLink }: LinkedText): string[] {
  return sentencesOf(text.normalize('NFC').replaceAll(trackedLink, () => url));
}
