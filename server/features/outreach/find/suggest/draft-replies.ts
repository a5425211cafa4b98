import * as z from 'zod';
import { askAboutPosts } from '#server/features/outreach/find/ask-about-posts.ts';
import { loadWordWeights } from '#server/features/outreach/find/phrases/word-weights.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { Product } from '#shared/contracts/outreach/opportunities.ts';
import { draftRepliesInstructions } from '#shared/rules/prompts/draft-replies-prompt.ts';
import { type CheckedDraft, checkDraft, roomAt } from './check-draft.ts';

/**
 * Has a model write a draft for each post, and checks it. A post has none when the model fails, can't be read or has
 * nothing to say.
 * @throws errors that are no AiError.
 */
export async function draftReplies(
  posts: FoundPost[],
  { ai, product, signal }: { ai: Ai; product: Product; signal: AbortSignal },
): Promise<Map<FoundPost, CheckedDraft>> {
  const [{ said }, words] = await Promise.all([
    askAboutPosts(posts, {
      ai,
      product,
      instructions: draftRepliesInstructions,
      entry: z.object({ id: z.string(), draft: z.string().trim().min(1) }),
      beside: (post) => ({ longest: Math.min(longestDraft, roomAt(post) - roomForAddress) }),
      signal,
    }),
    loadWordWeights(),
  ]);
  return new Map([...said].map(([post, { draft }]) => [post, checkDraft(draft, { post, product, words })]));
}

const longestDraft = 900;
/** The product's address stands behind its name, in brackets. */
const roomForAddress = 63;
