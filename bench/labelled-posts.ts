import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { opportunityService } from '#server/features/opportunities/service.ts';
import type { ConversationSource, FoundPost } from '#server/integrations/conversations/port.ts';

export type LabelledPost = FoundPost & { topic: string };

const rankedProduct = z.object({ name: z.string(), description: z.string(), topics: z.array(z.string()) });
export type RankedProduct = z.infer<typeof rankedProduct>;

const labelledLine = z.object({
  id: z.union([z.string(), z.number()]),
  topic: z.string(),
  title: z.string(),
  text: z.string(),
});

/** Posts with the subject that each is known to have, all written an hour ago, and the products to find them for. */
export async function readLabelled(
  postFile: string,
  productFile: string,
): Promise<{ posts: LabelledPost[]; products: RankedProduct[] }> {
  const lines = (await readFile(postFile, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const products = z.array(rankedProduct).parse(JSON.parse(await readFile(productFile, 'utf8')));
  return { posts: lines.map((line) => postOf(labelledLine.parse(JSON.parse(line)))), products };
}

/** What a search shows of them, in its order, and how many of all are relevant. */
export async function searchLabelled({ name, description, topics }: RankedProduct, posts: LabelledPost[]) {
  const isRelevant = (topic: string | undefined) => topic !== undefined && topics.includes(topic);
  const topicOf = new Map(posts.map(({ externalId, topic }) => [externalId, topic]));
  const service = opportunityService({
    sources: { sourcesFor: () => [sourceOf(posts)] },
    ai: null,
    now: () => new Date(),
    randomId: () => crypto.randomUUID(),
  });
  const { found } = await service.search(
    {
      product: { name, url: 'https://product.example', description },
      asker: { forums: [], blueskySession: null },
      ownNames: [],
      isKnown: () => false,
    },
    { signal: new AbortController().signal },
  );
  const shown = found.map(({ opportunity: { confidence }, post }) => ({
    confidence,
    isRelevant: isRelevant(topicOf.get(post.externalId)),
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

function postOf({ topic, title, text, ...line }: z.infer<typeof labelledLine>): LabelledPost {
  const id = String(line.id);
  return {
    source: 'discourse',
    host: 'forum.example',
    externalId: id,
    threadId: id,
    kind: 'post',
    url: `https://forum.example/t/${id}`,
    title,
    threadTitle: null,
    body: text,
    author: null,
    createdAt: new Date(Date.now() - 3_600_000),
    score: null,
    replies: null,
    community: null,
    locked: false,
    license: null,
    topic,
  };
}
