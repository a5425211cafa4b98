import * as z from 'zod';
import { cutAtWord, tameWords, withoutOrders } from '#server/features/outreach/find/suggest/own-words.ts';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { LeftOutReason } from '#shared/contracts/conversation-sources.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import {
  isObject,
  objectPieces,
  outputLimit,
  parseRepaired,
  stripCodeFences,
} from '#shared/rules/model-output/json.ts';
import { withoutReasoning } from '#shared/rules/model-output/reasoning.ts';
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
export type Judgement = Omit<ReadJudgement, 'quote'> & { quote: string | null };

type JudgePostsDeps = { ai: Ai | null; product: Product; now: Date; signal: AbortSignal };

const readByModel = 40;
const batchSize = 10;
// Somebody waits for the search.
const timeoutMs = 60_000;

/**
 * Lets a model read the first 40 posts, in batches of ten: the confidence becomes the smaller of both. A failed or
 * unreadable batch, or one over a minute, leaves its posts as they were ranked.
 * @throws errors that are no AiError.
 */
export async function judgePosts<Post extends Ordered>(
  ranked: Post[],
  deps: JudgePostsDeps,
): Promise<Judged<Post>> {
  const { ai, now, signal } = deps;
  const first = ranked.slice(0, readByModel);
  const batches = Array.from({ length: Math.ceil(first.length / batchSize) }, (_, place) =>
    first.slice(place * batchSize, (place + 1) * batchSize).map(({ post }) => post),
  );
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const read = ai
    ? await Promise.all(batches.map((posts) => judgeBatch(ai, deps.product, posts, ended)))
    : [];
  const judged = new Map(read.flatMap((batch) => [...(batch?.judged ?? [])]));
  const leftOut: Judged<Post>['leftOut'] = [];
  const posts = ranked.flatMap((one): JudgedPost<Post>[] => {
    const judgement = judged.get(one.post) ?? null;
    const confidence = Math.min(one.confidence, judgement?.fit ?? one.confidence);
    const reason = unwelcome[judgement?.intent ?? ''] ?? (confidence < shownFrom ? 'off-topic' : null);
    const read = { ...one, confidence, judgement };
    if (reason) leftOut.push({ ranked: read, reason });
    return reason ? [] : [read];
  });
  const model = read.find((batch) => batch !== null)?.model ?? null;
  return { posts: model === null ? posts : orderPosts(posts, now), leftOut, model };
}

const unwelcome: Partial<Record<string, LeftOutReason>> = {
  promo: 'not-asking',
  job: 'not-asking',
  unsafe: 'crisis',
};

/** Null when nothing can be read. */
async function judgeBatch(
  ai: Ai,
  product: Product,
  posts: FoundPost[],
  signal: AbortSignal,
): Promise<{ model: string; judged: Map<FoundPost, Judgement> } | null> {
  // Our own ids reveal no rank and can't be guessed from a post.
  const byId = new Map(posts.map((post, place) => [`p${place + 1}`, post]));
  const completion = await ai
    .complete({ ...rerankPrompt(product, byId), json: true, signal })
    .catch((error: unknown) => {
      if (error instanceof AiError) return null;
      throw error;
    });
  if (!completion?.model) return null;
  const judged = new Map<FoundPost, Judgement>();
  for (const read of readJudgements(completion.text)) {
    const post = byId.get(read.id);
    if (post && !judged.has(post)) judged.set(post, { ...read, quote: quoteOf(read.quote, post) });
  }
  return judged.size > 0 ? { model: completion.model, judged } : null;
}

const shortestQuote = 8;
const longestQuote = 300;

function quoteOf(given: string, { title, body }: FoundPost): string | null {
  const quote = given.replace(/\s+/g, ' ').trim();
  const isWhole = quote.length >= shortestQuote && quote.length <= longestQuote;
  return isWhole && [title, body].some((text) => isQuoted(quote, text)) ? quote : null;
}

/** A model's judgement of one post, cleaned but not yet compared with the post. */
type ReadJudgement = z.infer<typeof judgement>;

const intents = ['asks_tool', 'has_problem', 'discussion', 'promo', 'job', 'unsafe'] as const;

/** Judgements in a model's output, with any text around them; unreadable ones are skipped. */
function readJudgements(output: string): ReadJudgement[] {
  const text = stripCodeFences(withoutReasoning(output.slice(0, outputLimit)).trim());
  const list = text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
  const items = [text, list].map((whole) => itemsOf(parseRepaired(whole))).find(({ length }) => length > 0);
  return (items ?? [...objectPieces(text)].flatMap((piece) => itemsOf(parseRepaired(piece)))).flatMap(
    (item) => judgement.safeParse(item).data ?? [],
  );
}

/** A list, the list in an object, or one judgement by itself. */
function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.some(isObject) ? value : [];
  if (!isObject(value)) return [];
  if ('id' in value && 'fit' in value) return [value];
  return (
    Object.values(value).find(
      (member): member is unknown[] => Array.isArray(member) && member.some(isObject),
    ) ?? []
  );
}

const anyText = z.string().catch('');
const lines = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.filter((item) => typeof item === 'string'));

const judgement = z
  .object({
    id: z.string(),
    fit: z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number().min(0).max(100)),
    intent: z.enum(intents),
    quote: anyText,
    reasons: lines,
    facts_to_mention: lines,
    draft: anyText,
  })
  .transform(({ facts_to_mention, reasons, fit, quote, draft, ...read }) => ({
    ...read,
    fit: Math.round(fit),
    quote: quote.slice(0, 1_000).trim(),
    reasons: reasons.slice(0, 3).flatMap((reason) => tameWords(reason, 160) || []),
    facts: facts_to_mention.slice(0, 3),
    draft: draft.trim(),
  }));

/** The part of a post that a model reads, in UTF-16 units. */
const longestExcerpt = 900;

/**
 * The prompt that asks a model how well each of at most ten posts fits a product. Text of strangers is one line of JSON
 * without angle brackets, so it can't end its block. Orders to machines are removed.
 */
function rerankPrompt(
  product: Product,
  posts: Map<string, FoundPost>,
): { instructions: string; prompt: string } {
  const data = {
    product: { name: product.name, description: cutAtWord(product.description, 1_500) },
    posts: [...posts].map(([id, post]) => ({ id, ...excerptOf(post) })),
  };
  const lines = ['<<<', fenced(data), '>>>', 'Reply with the one JSON object now.'];
  return { instructions: judgePostsInstructions, prompt: lines.join('\n') };
}

function excerptOf(post: FoundPost): { place: string; title: string; text: string } {
  return {
    place: cutAtWord(post.community ?? post.host, 80),
    title: cutAtWord(withoutOrders(post.title || (post.threadTitle ?? '')), 200),
    text: cutAtWord(withoutOrders(post.body), longestExcerpt),
  };
}

function fenced(data: unknown): string {
  const codes: Record<string, string> = {
    '<': '\\u003c',
    '>': '\\u003e',
    '\u2028': '\\u2028',
    '\u2029': '\\u2029',
  };
  return JSON.stringify(data).replace(/[<>\u2028\u2029]/g, (character) => codes[character] ?? '');
}
