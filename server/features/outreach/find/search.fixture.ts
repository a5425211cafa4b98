import type { Ai } from '#server/integrations/ai/port.ts';
import type { ConversationSource, FoundPost } from '#server/integrations/sources/port.ts';
import type { Product } from '#shared/contracts/outreach/opportunities.ts';
import { findOpportunities } from './find-opportunities.ts';
import type { SearchRequest, SearchWatch } from './search-request.ts';

/** The clock of these tests: nothing depends on when they run. */
export const testNow = new Date('2031-03-10T12:00:00Z');

export const seatingPlanner: Product = {
  name: 'TableFor',
  url: 'https://tablefor.example',
  description:
    'Seating chart planner for weddings: guest list, RSVP, dietary wishes and table plans for couples and caterers.',
};

/** Posts about what `seatingPlanner` is for. */
export const fittingTexts = [
  {
    title: 'How do you keep the seating chart up to date with late RSVPs?',
    body: 'Our wedding is in May, the guest list changes every day and the seating chart with it. The caterer wants dietary wishes by table. Does anyone know a good way to keep it up to date?',
  },
  {
    title: 'Looking for a way to manage a guest list',
    body: 'We are a couple planning our wedding with 140 guests. RSVP cards come by post and mail, and I lose track of who sits at which table in the seating chart. Is there an app that can help with this?',
  },
  {
    title: 'Dietary wishes on RSVP cards?',
    body: 'The caterer asked how many guests eat vegan at our wedding. Do couples put that on the RSVP or in the guest list? I am not sure what to do. Thanks for any help!',
  },
  {
    title: 'Where do you seat divorced parents?',
    body: 'I need help with the seating chart for our wedding. My parents are divorced. The guest list is done, but the caterer needs tables. How should I seat them?',
  },
];

export const strayTexts = [
  {
    title: 'Kernel panic after the update',
    body: 'The server does not boot. The log says that the root file system is missing.',
  },
  {
    title: 'Best tomatoes for a small balcony?',
    body: 'It gets sun until noon. I have two pots and some compost.',
  },
  { title: 'Guest network on a cheap router', body: 'Can a guest network be kept away from the printer?' },
];

let count = 0;

/** A post of an hour ago on a forum, with what a test gives. */
export function inventedPost(given: Partial<FoundPost> = {}): FoundPost {
  count += 1;
  const externalId = given.externalId ?? String(count);
  return {
    source: 'discourse',
    host: 'forum.example',
    externalId,
    threadId: externalId,
    url: `https://${given.host ?? 'forum.example'}/t/${externalId}`,
    title: '',
    threadTitle: null,
    body: '',
    author: `writer-${count}`,
    createdAt: new Date(testNow.getTime() - 3_600_000),
    replies: 2,
    community: null,
    locked: false,
    license: null,
    ...given,
  };
}

/** A host that gives `posts`, with what a test changes about it. */
export function inventedSource(
  posts: FoundPost[],
  given: Partial<ConversationSource> = {},
): ConversationSource {
  return {
    source: 'discourse',
    host: 'forum.example',
    notConfigured: null,
    find: async () => ({ posts, cached: false, missing: null }),
    checkOpen: async () => 'open',
    ...given,
  };
}

/** A search for `seatingPlanner` among these hosts, with what a test changes about it. */
export function searchAmong(
  sources: ConversationSource[],
  given: Partial<SearchRequest> & { ai?: Ai | null; now?: Date } = {},
  watch: Partial<SearchWatch> = {},
) {
  const { ai = null, now = testNow, ...request } = given;
  let ids = 0;
  return findOpportunities(
    {
      sources: { sourcesFor: () => sources },
      ai,
      now: () => now,
      randomId: () => `id-${++ids}`,
    },
    {
      product: seatingPlanner,
      asker: { forums: [], blueskySession: null },
      ownNames: [],
      findKnown: () => null,
      ...request,
    },
    { signal: new AbortController().signal, ...watch },
  );
}
