import type { CampaignDeps } from '#server/features/outreach/campaigns/deps.ts';
import { linkAddress } from '#server/features/outreach/links/tracked-links.ts';
import type { OwnAccount } from '#server/features/outreach/posting/accounts/sessions.ts';
import { budgetReplies, communityKeyOf, type OwnReply } from '#server/features/outreach/promotion-history.ts';
import type { ReplyWay } from '#shared/contracts/outreach/opportunities.ts';
import { countMentions } from '#shared/rules/outreach/disclosure.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { isThreadOver, type RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';
import {
  isUnderKnownRules,
  type ReplyLimits,
  withServerRules,
} from '#shared/rules/outreach/places/server-rules.ts';
import { type PromotionBudget, promotionBudget } from '#shared/rules/outreach/promotion-budget.ts';
import { findReplyProblem } from '#shared/rules/outreach/reply-checks.ts';
import type { ReplyProblem } from '#shared/rules/outreach/reply-form.ts';
import type { ConversationRow, OwnTexts, SeenConversation } from './repository.ts';

type WeighReplyDeps = Pick<CampaignDeps, 'posters' | 'cardOf' | 'siteUrl' | 'now'>;

/** Limits and history that a reply is checked against (design 7.12). */
export type Weighed = {
  card: RuleCard;
  budget: PromotionBudget;
  product: { name: string; url: string; trackedLink: string };
  way: ReplyWay;
  limits: ReplyLimits | null;
};

/** `own` are the owner's replies at that source, approved ones among them. */
export function weighReply(
  { posters, cardOf, siteUrl, now }: WeighReplyDeps,
  own: OwnReply[],
  { row, product, link }: SeenConversation,
  account: OwnAccount | null,
): Weighed {
  const card = withServerRules(cardOf(row), row.source, account);
  const reply = { ...row, accountId: account?.id ?? null };
  return {
    card,
    budget: promotionBudget(budgetReplies(own, reply), communityKeyOf(row), card, now()),
    product: { ...product, trackedLink: link ? linkAddress(siteUrl(), link.code) : product.url },
    way: replyWayOf({ posters, now }, row, card, account),
    limits: account?.limits ?? null,
  };
}

/** How a reply would get there now: sent only where the place allows it and the owner's account can. */
export function replyWayOf(
  { posters, now }: Pick<WeighReplyDeps, 'posters' | 'now'>,
  row: Pick<ConversationRow, 'source' | 'host' | 'url' | 'community' | 'postedAt'>,
  card: RuleCard,
  account: OwnAccount | null,
): ReplyWay {
  const { source, host } = row;
  if (card.replyWay === 'none' || isThreadOver(row, now())) return 'none';
  const isSent =
    account?.canPost && isUnderKnownRules(row, account) && posters.posterFor(source)?.sendsTo(host);
  return card.replyWay === 'account' && isSent ? 'account' : 'hand';
}

type AccountPlace = Pick<ConversationRow, 'source' | 'host'>;

/** The owner's accounts at these places, each looked up once. */
export async function findAccounts(
  accounts: CampaignDeps['accounts'],
  ownerId: string,
  places: AccountPlace[],
): Promise<(place: AccountPlace) => OwnAccount | null> {
  const keyOf = ({ source, host }: AccountPlace) => `${source} ${host}`;
  const distinct = new Map(places.map((place) => [keyOf(place), place]));
  const found = [...distinct].map(
    async ([key, { source, host }]) => [key, await accounts.findAccount(ownerId, source, host)] as const,
  );
  const byKey = new Map(await Promise.all(found));
  return (place) => byKey.get(keyOf(place)) ?? null;
}

export type CheckedReply = { reply: string; isPromotion: boolean };

/**
 * The text that would go out: the owner's, or the draft; a briefing is for the owner's eyes. Else what speaks against it:
 * thread_over, reply_not_welcome, thread_answered, or what `findReplyProblem` finds.
 */
export function checkReply(
  { row }: SeenConversation,
  { card, budget, product, way, limits }: Weighed,
  { reply: own, contentWarning }: { reply?: string; contentWarning?: string | null },
  { replies, suggestions, isThreadAnswered }: OwnTexts & { isThreadAnswered: boolean },
  now: Date,
): CheckedReply | ReplyProblem {
  if (isThreadOver(row, now)) return { code: 'thread_over', params: { place: placeName(row) } };
  if (way === 'none') return { code: 'reply_not_welcome', params: { place: card.place } };
  if (isThreadAnswered) return { code: 'thread_answered', params: {} };
  const suggestion = { kind: row.suggestionKind, text: row.suggestedReply };
  if (own === undefined && suggestion.kind === 'briefing') return isNoReply(card);
  const reply = (own ?? suggestion.text).trim();
  const elsewhere = (texts: OwnTexts['replies']) =>
    texts.flatMap(({ id, text }) => (id === row.id ? [] : [text]));
  const [earlierReplies, otherSuggestions] = [elsewhere(replies), elsewhere(suggestions)];
  const said = { reply, source: row.source, suggestion, otherSuggestions, earlierReplies };
  const problem = findReplyProblem({ ...said, product, card, budget, limits, warning: contentWarning ?? '' });
  return problem ?? { reply, isPromotion: countMentions(reply, product) > 0 };
}

function isNoReply(card: RuleCard): ReplyProblem {
  return card.generatedText === 'unwelcome'
    ? { code: 'reply_own_words', params: { place: card.place } }
    : { code: 'reply_too_alike', params: {} };
}

/** Change on approval: a reply that we send waits for its task, others for their owner (design 7.15). */
export function approved(
  checked: CheckedReply,
  way: ReplyWay,
  account: OwnAccount | null,
  now: Date,
): Partial<ConversationRow> {
  return {
    ...checked,
    status: way === 'account' ? 'APPROVED' : 'READY',
    replyWay: way,
    approvedAt: now,
    accountId: account?.id ?? null,
    heldBecause: null,
    outcome: null,
    updatedAt: now,
  };
}
