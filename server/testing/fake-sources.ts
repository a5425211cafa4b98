import {
  type Asker,
  type ConversationSource,
  type ConversationSources,
  type FoundPost,
  SourceError,
  type SourceFailure,
} from '#server/integrations/sources/port.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';

type SourceHost = { source: SourceName; host: string };

/** Sources in memory: what they hold can be changed at any time, and each host can fail. */
export type FakeSources = ConversationSources & {
  posts: FoundPost[];
  /** Hosts that fail, and how. */
  failing: Map<string, SourceFailure>;
  /** Called before each answer: wait to be slow. */
  before: (place: SourceHost, signal: AbortSignal) => Promise<void> | void;
  /** For whom they were asked, oldest first. */
  askers: Asker[];
  /** Phrases they were asked for, oldest first. */
  phrases: string[][];
};

const places: SourceHost[] = [
  { source: 'hacker-news', host: 'news.ycombinator.com' },
  { source: 'lemmy', host: 'lemmy.world' },
  { source: 'mastodon', host: 'mastodon.social' },
];

export function fakeSources(): FakeSources {
  const fake: FakeSources = {
    posts: [],
    failing: new Map(),
    before: () => {},
    askers: [],
    phrases: [],
    sourcesFor(asker) {
      fake.askers.push(asker);
      const forums = asker.forums.map((host): SourceHost => ({ source: 'discourse', host }));
      return [...places, ...forums].map((place) => fakeSource(fake, place));
    },
  };
  return fake;
}

function fakeSource(fake: FakeSources, place: SourceHost): ConversationSource {
  const isHere = (post: FoundPost) => post.source === place.source && post.host === place.host;
  return {
    ...place,
    notConfigured: null,
    async find(phrases, since, signal) {
      fake.phrases.push(phrases);
      await fake.before(place, signal);
      const failure = fake.failing.get(place.host);
      if (failure) throw new SourceError(failure);
      const posts = fake.posts.filter((post) => isHere(post) && post.createdAt >= since);
      return { posts: structuredClone(posts), cached: false, missing: null };
    },
    checkOpen: async ({ externalId }) =>
      fake.posts.some((post) => isHere(post) && post.externalId === externalId) ? 'open' : 'gone',
  };
}

/** Rules of places are read on a day and expire, so the world has a time of its own. */
export const worldStart = new Date('2026-11-24T10:00:00Z');

let posts = 0;

/** A post about the product of `outreach-world.ts`, an hour old when the world starts; each has other words. */
export function somePost(changes: Partial<FoundPost> = {}): FoundPost {
  const number = ++posts;
  const externalId = changes.externalId ?? String(40_000_000 + number);
  const { source = 'hacker-news', host = 'news.ycombinator.com' } = changes;
  const [title = '', body = ''] = questions[number % questions.length] ?? [];
  return {
    source,
    host,
    externalId,
    threadId: externalId,
    url: `https://${host}/item?id=${externalId}`,
    title: `${inWords(number)}: ${title}`,
    threadTitle: null,
    body,
    author: `baker_${number}`,
    createdAt: new Date(worldStart.getTime() - 3_600_000),
    replies: 2,
    community: null,
    locked: false,
    license: null,
    ...changes,
  };
}

const questions = [
  [
    'How do you keep a sourdough starter alive during holidays?',
    'I forget feeding it, and after two weeks away the levain is dead. Is there a reminder for the feeding schedule? Any advice would help.',
  ],
  [
    'What do you use as a reminder for feeding sourdough?',
    'Notes on the fridge do not work for me. The starter of my bakers group died twice, with its flour ratio unknown. Does anyone know an app that can help with this?',
  ],
] as const;

/** Tells posts with the same question apart. */
function inWords(number: number): string {
  const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath', 'islet', 'jetty'];
  const said = [...String(number)].map((digit) => words[Number(digit)]);
  return [...said, 'town', ...said.toReversed(), 'hill', ...said].join(' ');
}
