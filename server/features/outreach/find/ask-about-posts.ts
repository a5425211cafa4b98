import type * as z from 'zod';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { Product } from '#shared/contracts/outreach/opportunities.ts';
import {
  isObject,
  objectPieces,
  outputLimit,
  parseRepaired,
  stripCodeFences,
} from '#shared/rules/model-output/json.ts';
import { withoutReasoning } from '#shared/rules/model-output/reasoning.ts';
import { cutAtWord } from '#shared/rules/text/plain-text.ts';

type Question<Said> = {
  ai: Ai;
  product: Product;
  instructions: string;
  /** One entry of the list that the model gives back; `id` names its post. */
  entry: z.ZodType<Said>;
  /** Facts of a post for the model, beside its words. */
  beside?: (post: FoundPost) => Record<string, unknown>;
  signal: AbortSignal;
};

const batchSize = 10;
// Somebody waits for the search.
const timeoutMs = 60_000;

/**
 * Asks a model about posts, ten at a time, and gives what it says of each. A batch that fails, can't be read or takes
 * over a minute says nothing of its posts; `model` is null when no batch could be read.
 * @throws errors that are no AiError.
 */
export async function askAboutPosts<Said extends { id: string }>(
  posts: FoundPost[],
  question: Question<Said>,
): Promise<{ said: Map<FoundPost, Said>; model: string | null }> {
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(timeoutMs)]);
  const batches = Array.from({ length: Math.ceil(posts.length / batchSize) }, (_, place) =>
    posts.slice(place * batchSize, (place + 1) * batchSize),
  );
  const read = await Promise.all(batches.map((batch) => askAboutBatch(batch, { ...question, signal })));
  return {
    said: new Map(read.flatMap((batch) => [...(batch?.said ?? [])])),
    model: read.find((batch) => batch !== null)?.model ?? null,
  };
}

async function askAboutBatch<Said extends { id: string }>(
  posts: FoundPost[],
  { ai, product, instructions, entry, beside, signal }: Question<Said>,
): Promise<{ said: Map<FoundPost, Said>; model: string } | null> {
  // Our own ids reveal no rank and can't be guessed from a post.
  const byId = new Map(posts.map((post, place) => [`p${place + 1}`, post]));
  const data = {
    product: { name: product.name, description: cutAtWord(product.description, longestDescription) },
    posts: [...byId].map(([id, post]) => ({ id, ...excerptOf(post), ...beside?.(post) })),
  };
  const prompt = ['<<<', fenced(data), '>>>', 'Reply with the one JSON object now.'].join('\n');
  const completion = await ai
    .complete({ instructions, prompt, json: true, signal })
    .catch((error: unknown) => {
      if (error instanceof AiError) return null;
      throw error;
    });
  if (!completion?.model) return null;
  const said = new Map<FoundPost, Said>();
  for (const item of readList(completion.text)) {
    const one = entry.safeParse(item).data;
    const post = one && byId.get(one.id);
    if (post && !said.has(post)) said.set(post, one);
  }
  return said.size > 0 ? { model: completion.model, said } : null;
}

/** Objects of the list in a model's output, with any text around it. */
function readList(output: string): unknown[] {
  const text = stripCodeFences(withoutReasoning(output.slice(0, outputLimit)).trim());
  const list = text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
  const items = [text, list].map((whole) => itemsOf(parseRepaired(whole))).find(({ length }) => length > 0);
  return items ?? [...objectPieces(text)].flatMap((piece) => itemsOf(parseRepaired(piece)));
}

/** A list, the list in an object, or one entry by itself. */
function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.some(isObject) ? value : [];
  if (!isObject(value)) return [];
  const list = Object.values(value).find(
    (member): member is unknown[] => Array.isArray(member) && member.some(isObject),
  );
  return list ?? [value];
}

const longestDescription = 1_500;
/** The part of a post that a model reads, in UTF-16 units. */
const longestExcerpt = 900;

function excerptOf(post: FoundPost): { place: string; title: string; text: string } {
  return {
    place: cutAtWord(post.community ?? post.host, 80),
    title: cutAtWord(post.title || (post.threadTitle ?? ''), 200),
    text: cutAtWord(post.body, longestExcerpt),
  };
}

/** One line of JSON without angle brackets, so that text of strangers can't end its block. */
function fenced(data: unknown): string {
  const codes: Record<string, string> = {
    '<': '\\u003c',
    '>': '\\u003e',
    '\u2028': '\\u2028',
    '\u2029': '\\u2029',
  };
  return JSON.stringify(data).replace(/[<>\u2028\u2029]/g, (character) => codes[character] ?? '');
}
