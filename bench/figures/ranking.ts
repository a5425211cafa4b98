import { readFile } from 'node:fs/promises';
import MiniSearch from 'minisearch';
import * as z from 'zod/mini';
import {
  figure,
  goal,
  median,
  ratios,
  type Section,
  type Settings,
  spread,
  takeTurns,
} from '#bench/lib/report.ts';
import { findOpportunities } from '#server/features/outreach/find/find-opportunities.ts';
import { prepareRanking, shownFrom } from '#server/features/outreach/find/ranking/rank-posts.ts';
import { needsAnswer, readPost, weighPost } from '#server/features/outreach/find/ranking/worth-answering.ts';
import { readLine, readText } from '#server/integrations/sources/http/html-to-text.ts';
import type { ConversationSource, FoundPost } from '#server/integrations/sources/port.ts';

const ranked = 5_000;
const firstShown = 20;
const buckets = [60, 70, 80, 90, 95];

/**
 * How fast posts are ranked by a description, and how many of those shown are on topic and worth answering. Reads the
 * posts that RANKING_POSTS names (JSON lines of `{id, topic, title, text}`), the products of RANKING_PRODUCTS (a JSON list
 * of `{name, description, topics}`, where `topics` are those that count as relevant) and, where there are some, the labels
 * of RANKING_LABELS (JSON lines of `{id, kind}`, where `asks` is worth answering on a relevant topic). Without the first
 * two it measures nothing.
 */
export async function measureRanking({ rounds }: Settings): Promise<Section> {
  const { RANKING_POSTS: postFile, RANKING_PRODUCTS: productFile, RANKING_LABELS: labelFile } = process.env;
  const title = 'Ranking of conversations';
  if (!postFile || !productFile) {
    const how = 'Not measured: RANKING_POSTS and RANKING_PRODUCTS name no labelled posts and products.';
    return { title, how, columns: ['figure', 'measured'], rows: [], goals: [] };
  }
  const { posts, products } = await readLabelled(postFile, productFile, labelFile);
  const speed = await measureSpeed(repeated(posts, ranked), products, rounds);
  const found = await Promise.all(products.map((product) => searchLabelled(product, posts)));
  return {
    title,
    how: `${posts.length.toLocaleString('en')} labelled posts, ${products.length} products. The time is that of one description against ${ranked.toLocaleString('en')} posts, texts read anew each time; beside it MiniSearch with its own settings.`,
    ...describe(speed, found),
  };
}

type Speed = { first: number; ours: number[]; read: number[]; plain: number[] };

async function measureSpeed(
  posts: LabelledPost[],
  products: RankedProduct[],
  rounds: number,
): Promise<Speed> {
  const first = await timeOf(() => rankAll(posts, products.slice(0, 1)));
  const taken = await takeTurns(Math.max(rounds, 5), {
    ours: async () => (await timeOf(() => rankAll(posts, products))) / products.length,
    read: async () => (await timeOf(() => readAll(posts, products))) / products.length,
    plain: async () => timeOf(async () => searchPlainly(posts, products[0]?.description ?? '')),
  });
  return { first, ...taken };
}

async function rankAll(posts: LabelledPost[], products: RankedProduct[]): Promise<void> {
  for (const { description } of products) (await prepareRanking(description)).rank(posts);
}

/** As a search does: who asks is read of those on the subject. */
async function readAll(posts: LabelledPost[], products: RankedProduct[]): Promise<void> {
  for (const { description } of products) {
    const { rank, isEnglish } = await prepareRanking(description);
    for (const scored of rank(posts)) {
      if (scored.subject < shownFrom) continue;
      const read = readPost(scored, isEnglish);
      if (needsAnswer(read)) weighPost(read);
    }
  }
}

/** The library as it comes: every word indexed, English and ours unknown to it. */
function searchPlainly(posts: LabelledPost[], description: string): void {
  const index = new MiniSearch<{ id: number; title: string; body: string }>({ fields: ['title', 'body'] });
  index.addAll(posts.map(({ title, body }, id) => ({ id, title, body })));
  index.search(description);
}

type Found = Awaited<ReturnType<typeof searchLabelled>>;

function describe(speed: Speed, found: Found[]): Pick<Section, 'columns' | 'rows' | 'goals'> {
  const first = found.map(({ shown }) => shown.slice(0, firstShown)).filter((shown) => shown.length > 0);
  const precisions = first.map(shareOf);
  const read = first.flat().filter(({ asks }) => asks !== null);
  const pooled = found.flatMap(({ shown }) => shown);
  const mean = precisions.reduce((sum, value) => sum + value, 0) / precisions.length;
  const surest = pooled.filter(({ confidence }) => confidence >= 90);
  return {
    columns: ['figure', 'measured'],
    rows: [
      ['ms for 5,000 posts, first in the process', figure(speed.first)],
      ['ms for 5,000 posts, then', spread(speed.ours)],
      ['ms for 5,000 posts, and to read who asks', spread(speed.read)],
      ['ms with MiniSearch’s own settings', spread(speed.plain)],
      ['time as a share of that', spread(ratios(speed.ours, speed.plain))],
      ['precision at 20, by product', spread(precisions)],
      ...(read.length > 0 ? [worthRow(read)] : []),
      ['shown, by product', spread(found.map(({ shown }) => shown.length))],
      [
        'shown of what is relevant, by product',
        spread(found.map(({ shown, relevant }) => onTopic(shown) / relevant)),
      ],
      ...buckets.map((least, place) => bucketRow(pooled, least, buckets[place + 1] ?? 101)),
    ],
    goals: [
      goal('ranking 5,000 posts and reading who asks, ms', median(speed.read), { below: 120 }),
      goal('precision at 20, mean of the products', mean, { atLeast: 0.95 }),
      goal('on topic of those with confidence 90 or more', shareOf(surest), { atLeast: 0.9 }),
    ],
  };
}

function worthRow(read: Found['shown']): string[] {
  const asking = read.filter(({ asks }) => asks);
  return [
    'of the first 20 with a label: ask · worth answering',
    `${figure(asking.length / read.length)} · ${figure(onTopic(asking) / read.length)} of ${read.length}`,
  ];
}

function bucketRow(pooled: Found['shown'], least: number, below: number): string[] {
  const inside = pooled.filter(({ confidence }) => confidence >= least && confidence < below);
  const upwards = pooled.filter(({ confidence }) => confidence >= least);
  return [
    `on topic at confidence ${least} to ${below - 1} · ${least} and more`,
    `${figure(shareOf(inside))} of ${inside.length} · ${figure(shareOf(upwards))} of ${upwards.length}`,
  ];
}

function onTopic(shown: Found['shown']): number {
  return shown.filter(({ isRelevant }) => isRelevant).length;
}

function shareOf(shown: Found['shown']): number {
  return onTopic(shown) / shown.length;
}

function repeated<T>(items: T[], count: number): T[] {
  return Array.from({ length: count }, (_, place) => items[place % items.length]).flatMap(
    (item) => item ?? [],
  );
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** `asks` is null for a post that nobody has labelled. */
type LabelledPost = FoundPost & { topic: string; asks: boolean | null };

const rankedProduct = z.object({ name: z.string(), description: z.string(), topics: z.array(z.string()) });
type RankedProduct = z.infer<typeof rankedProduct>;

const anyId = z.union([z.string(), z.number()]);
const kindLine = z.object({ id: anyId, kind: z.string() });
const labelledLine = z.object({
  id: anyId,
  topic: z.string(),
  title: z.string(),
  text: z.string(),
});

/** Posts with the subject that each is known to have, all written an hour ago, and the products to find them for. */
async function readLabelled(
  postFile: string,
  productFile: string,
  labelFile: string | undefined,
): Promise<{ posts: LabelledPost[]; products: RankedProduct[] }> {
  const lines = await readLines(postFile);
  const labels = labelFile ? (await readLines(labelFile)).map((line) => kindLine.parse(line)) : [];
  const kinds = new Map(labels.map(({ id, kind }) => [String(id), kind]));
  const products = z.array(rankedProduct).parse(JSON.parse(await readFile(productFile, 'utf8')));
  return { posts: lines.map((line) => postOf(labelledLine.parse(line), kinds)), products };
}

async function readLines(file: string): Promise<unknown[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line));
}

/** The posts that a search shows, in its order, and the number of relevant ones among all. */
async function searchLabelled({ name, description, topics }: RankedProduct, posts: LabelledPost[]) {
  const isRelevant = (topic: string | undefined) => topic !== undefined && topics.includes(topic);
  const labelled = new Map(posts.map((post) => [post.externalId, post]));
  const { found } = await findOpportunities(
    {
      sources: { sourcesFor: () => [sourceOf(posts)] },
      ai: null,
      now: () => new Date(),
      randomId: () => crypto.randomUUID(),
    },
    {
      product: { name, url: 'https://product.example', description },
      asker: { forums: [], blueskySession: null },
      ownNames: [],
      findKnown: () => null,
    },
    { signal: new AbortController().signal },
  );
  const shown = found.map(({ opportunity: { confidence }, post }) => ({
    confidence,
    isRelevant: isRelevant(labelled.get(post.externalId)?.topic),
    asks: labelled.get(post.externalId)?.asks ?? null,
  }));
  return { shown, relevant: posts.filter(({ topic }) => isRelevant(topic)).length };
}

function sourceOf(posts: FoundPost[]): ConversationSource {
  return {
    source: 'discourse',
    host: 'forum.example',
    notConfigured: null,
    find: async () => ({ posts, cached: false, missing: null }),
    checkOpen: async () => 'open',
  };
}

function postOf(
  { topic, title, text, ...line }: z.infer<typeof labelledLine>,
  kinds: Map<string, string>,
): LabelledPost {
  const id = String(line.id);
  const kind = kinds.get(id);
  return {
    source: 'discourse',
    host: 'forum.example',
    externalId: id,
    threadId: id,
    url: `https://forum.example/t/${id}`,
    title: readLine(title, { markup: 'escaped' }),
    threadTitle: null,
    body: readText(text, { markup: 'markdown' }),
    author: null,
    createdAt: new Date(Date.now() - 3_600_000),
    replies: null,
    community: null,
    locked: false,
    license: null,
    topic,
    asks: kind === undefined ? null : kind === 'asks',
  };
}
