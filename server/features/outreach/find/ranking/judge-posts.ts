import * as z from 'zod';
import { askAboutPosts } from '#server/features/outreach/find/ask-about-posts.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { LeftOutReason } from '#shared/contracts/outreach/conversation-sources.ts';
import type { Product } from '#shared/contracts/outreach/opportunities.ts';
import { judgePostsInstructions } from '#shared/rules/prompts/judge-posts-prompt.ts';
import { isQuoted } from '#shared/rules/surveys/quoted-words.ts';
import { shownFrom } from './rank-posts.ts';
import { type Ordered, orderPosts } from './worth-answering.ts';

/** A post as it is shown; `judgement` is a model's, if one read it. */
export type JudgedPost<Post> = Post & { judgement: Judgement | null };

/** `model` is null when the posts stay ranked without one. */
export type Judged<Post> = {
  posts: JudgedPost<Post>[];
  leftOut: { ranked: JudgedPost<Post>; reason: LeftOutReason }[];
  model: string | null;
};

/** A model's judgement of a post; `quote` is in the post as citations are in answers. */
export type Judgement = Omit<z.infer<typeof judgement>, 'quote'> & { quote: string | null };

type JudgePostsDeps = { ai: Ai | null; product: Product; now: Date; signal: AbortSignal };

const readByModel = 40;

/**
 * Lets a model read the first 40 posts: the confidence becomes the smaller of both. Posts that it says nothing of stay
 * as they were ranked.
 * @throws errors that are no AiError.
 */
export async function judgePosts<Post extends Ordered>(
  ranked: Post[],
  { ai, product, now, signal }: JudgePostsDeps,
): Promise<Judged<Post>> {
  const first = ranked.slice(0, readByModel).map(({ post }) => post);
  const question = { product, instructions: judgePostsInstructions, entry: judgement, signal };
  const { said, model } = ai
    ? await askAboutPosts(first, { ai, ...question })
    : { said: new Map<FoundPost, z.infer<typeof judgement>>(), model: null };
  const leftOut: Judged<Post>['leftOut'] = [];
  const posts = ranked.flatMap((one): JudgedPost<Post>[] => {
    const read = said.get(one.post);
    const judged = { ...one, judgement: read ? { ...read, quote: quoteOf(read.quote, one.post) } : null };
    judged.confidence = Math.min(one.confidence, read?.fit ?? one.confidence);
    const reason = unwelcome[read?.intent ?? ''] ?? (judged.confidence < shownFrom ? 'off-topic' : null);
    if (reason) leftOut.push({ ranked: judged, reason });
    return reason ? [] : [judged];
  });
  return { posts: model === null ? posts : orderPosts(posts, now), leftOut, model };
}

const unwelcome: Partial<Record<string, LeftOutReason>> = {
  promo: 'not-asking',
  job: 'not-asking',
  unsafe: 'crisis',
};

const shortestQuote = 8;
const longestQuote = 300;

function quoteOf(given: string, { title, body }: FoundPost): string | null {
  const quote = given.replace(/\s+/g, ' ').trim();
  const isWhole = quote.length >= shortestQuote && quote.length <= longestQuote;
  return isWhole && [title, body].some((text) => isQuoted(quote, text)) ? quote : null;
}

const lines = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.filter((item) => typeof item === 'string'));

const judgement = z
  .object({
    id: z.string(),
    fit: z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number().min(0).max(100)),
    intent: z.enum(['asks_tool', 'has_problem', 'discussion', 'promo', 'job', 'unsafe']),
    quote: z.string().catch(''),
    facts_to_mention: lines,
  })
  .transform(({ facts_to_mention, fit, quote, ...read }) => ({
    ...read,
    fit: Math.round(fit),
    quote: quote.slice(0, 1_000).trim(),
    facts: facts_to_mention.slice(0, 3),
  }));
