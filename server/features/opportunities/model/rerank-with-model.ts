import type { RankedPost } from '#server/features/opportunities/ranked-post.ts';
import { isUsableDraft } from '#server/features/opportunities/suggest/model-draft.ts';
import { levelled } from '#server/features/opportunities/suggest/product-facts.ts';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import type { FoundPost } from '#server/integrations/conversations/port.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { type Intent, type ReadJudgement, readJudgements } from './read-judgements.ts';
import { rerankPrompt } from './rerank-prompt.ts';

/** What a model says of a post, each part compared with where it must come from. */
export type Judgement = {
  /** 0 to 100. */
  fit: number;
  intent: Intent;
  /** The post's own words, as they stand in it but for white space; null when it gave none that do. */
  quote: string | null;
  /** Plain sentences without links. */
  reasons: string[];
  /** Only what the product's description says. */
  facts: string[];
  /** A reply that may stand where generated text is welcome; null when it gave none that may. */
  draft: string | null;
};

/** `judged` is by `RankedPost.key`; a post that is missing keeps its place by words. */
export type Reranking = { model: string; judged: Map<string, Judgement> };

/**
 * Asks a model how well the first 40 posts fit, in batches of ten by ids of ours. A batch that fails or answers nothing
 * readable within a minute leaves its posts out; null when no batch could be read. The caller's `signal` ends it; only
 * errors that are no AiError are thrown.
 */
export async function rerankWithModel(
  ai: Ai,
  product: Product,
  ranked: RankedPost[],
  signal?: AbortSignal,
): Promise<Reranking | null> {
  const deadline = AbortSignal.timeout(patience);
  const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const batches = batchesOf(ranked.slice(0, readByModel));
  const answers = await Promise.all(batches.map((batch) => judgeBatch(ai, product, batch, ended)));
  const read = answers.flatMap((answer) => answer ?? []);
  const [first] = read;
  if (!first) return null;
  return { model: first.model, judged: new Map(read.flatMap(({ judged }) => judged)) };
}

const readByModel = 40;
const batchSize = 10;
// Somebody waits for the search.
const patience = 60_000;

function batchesOf(ranked: RankedPost[]): RankedPost[][] {
  return Array.from({ length: Math.ceil(ranked.length / batchSize) }, (_, place) =>
    ranked.slice(place * batchSize, (place + 1) * batchSize),
  );
}

type BatchAnswer = { model: string; judged: [key: string, judgement: Judgement][] };

async function judgeBatch(
  ai: Ai,
  product: Product,
  batch: RankedPost[],
  signal: AbortSignal,
): Promise<BatchAnswer | null> {
  // Ids of ours say nothing of where a post stands and can't be guessed from what it says.
  const byId = new Map(batch.map((ranked, place) => [`p${place + 1}`, ranked]));
  const posts = new Map([...byId].map(([id, { post }]) => [id, post]));
  const reply = await ask(ai, rerankPrompt(product, posts), signal);
  if (!reply) return null;
  const judged = new Map<string, Judgement>();
  for (const read of readJudgements(reply.text)) {
    const ranked = byId.get(read.id);
    if (ranked && !judged.has(ranked.key)) judged.set(ranked.key, checkJudgement(read, ranked.post, product));
  }
  return judged.size > 0 ? { model: reply.model, judged: [...judged] } : null;
}

async function ask(
  ai: Ai,
  prompt: ReturnType<typeof rerankPrompt>,
  signal: AbortSignal,
): Promise<{ text: string; model: string } | null> {
  try {
    const { text, model } = await ai.complete({ ...prompt, json: true, signal });
    return model === null ? null : { text, model };
  } catch (error) {
    if (error instanceof AiError) return null;
    throw error;
  }
}

function checkJudgement(read: ReadJudgement, post: FoundPost, product: Product): Judgement {
  const description = levelled(product.description);
  const isStated = (fact: string) => levelled(fact) !== '' && description.includes(levelled(fact));
  const quote = spaced(read.quote);
  const isQuote = quote.length >= shortestQuote && quote.length <= longestQuote && holds(post, quote);
  return {
    fit: read.fit,
    intent: read.intent,
    quote: isQuote ? quote : null,
    reasons: read.reasons,
    facts: read.facts.filter(isStated),
    draft: isUsableDraft(read.draft, post, product) ? read.draft : null,
  };
}

const shortestQuote = 8;
const longestQuote = 300;

function holds(post: FoundPost, quote: string): boolean {
  return spaced(post.title).includes(quote) || spaced(post.body).includes(quote);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
