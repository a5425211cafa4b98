import type { Opportunity, Product } from '#shared/contracts/opportunities.ts';
import { placeRulesOf, ruleCardOf } from '#shared/rules/rule-cards.ts';
import type { JudgedPost } from './judge-posts.ts';
import { suggestReply } from './suggest/suggest-reply.ts';

/** `day` is the day of the campaign on which it is its turn, from 1. */
export type Turn = { id: string; day: number; now: Date };

/** A post as the wire carries it, with the rules of its place and what is suggested there. */
export function describeOpportunity(
  judged: JudgedPost,
  product: Product,
  { id, day, now }: Turn,
): Opportunity {
  const { post, confidence, why, keywords, judgement } = judged;
  const card = ruleCardOf(post, now.toISOString().slice(0, 10));
  const { facts, draft, quote } = judgement ?? { facts: [], draft: null, quote: null };
  const suggestion = suggestReply({ post, product, card, why, keywords, facts, draft });
  return {
    id,
    link: post.url,
    original_post: post.body || post.title,
    suggested_response: suggestion.text,
    keywords_used: keywords,
    day,
    status: 'AWAITING_REVIEW',
    source: post.source,
    host: post.host,
    title: post.title || (post.threadTitle ?? ''),
    community: post.community,
    posted_at: post.createdAt.toISOString(),
    replies: post.replies,
    confidence,
    why,
    quote,
    suggestion_kind: suggestion.kind,
    reply_way: card.replyWay,
    rules: placeRulesOf(card),
  };
}
