import { type Judgement, rerankWithModel } from '#server/features/outreach/find/model/rerank-with-model.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { LeftOutReason } from '#shared/contracts/conversation-sources.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { orderPosts } from './order-posts.ts';
import { shownFrom } from './rank-posts.ts';
import type { RankedPost } from './ranked-post.ts';

/** A post as it is shown; `judgement` is a model's, if one read it. */
export type JudgedPost = RankedPost & { judgement: Judgement | null };

export type Judged = { posts: JudgedPost[]; leftOut: LeftOutReason[]; model: string | null };

const unwelcome: Partial<Record<string, LeftOutReason>> = {
  promo: 'promotional',
  job: 'hiring',
  unsafe: 'crisis',
};

/** Lets a model read the first posts: the confidence becomes the smaller of both. Without one they stay as they are. */
export async function judgePosts(
  ranked: RankedPost[],
  given: { ai: Ai | null; product: Product; now: Date; signal: AbortSignal },
): Promise<Judged> {
  const { ai, product, now, signal } = given;
  const reranking = ai && ranked.length > 0 ? await rerankWithModel(ai, product, ranked, signal) : null;
  const leftOut: LeftOutReason[] = [];
  const posts = ranked.flatMap((one): JudgedPost[] => {
    const judgement = reranking?.judged.get(one.key) ?? null;
    const confidence = Math.min(one.confidence, judgement?.fit ?? one.confidence);
    const reason = unwelcome[judgement?.intent ?? ''] ?? (confidence < shownFrom ? 'off-topic' : null);
    if (reason) leftOut.push(reason);
    return reason
      ? []
      : [{ ...one, confidence, why: [...one.why, ...(judgement?.reasons ?? [])], judgement }];
  });
  return { posts: reranking ? orderPosts(posts, now) : posts, leftOut, model: reranking?.model ?? null };
}
