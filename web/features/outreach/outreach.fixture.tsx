import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import type { Conversation, Guidance } from '#shared/contracts/conversations.ts';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import type { FoundOpportunities, Opportunity } from '#shared/contracts/opportunities.ts';
import type { Reach } from '#shared/contracts/reach.ts';
import { SessionContext } from '#web/identity/session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { founder, signedInAnswers, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';

export type Answers = Parameters<typeof stubServer>[0];

export const listCampaignsCall = 'GET /api/products/campaign';

/** A signed-in founder before each test, and nothing left behind after it. */
export function aroundEachTest(): void {
  beforeEach(() => setTokenSource(async () => 'token'));
  afterEach(() => {
    cleanup();
    toast.dismiss();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Shows a part of the page to a founder with one campaign, over a server with these answers. */
export function show(element: ReactElement, answers: Answers = {}) {
  const server = stubServer({ ...signedInAnswers, [listCampaignsCall]: [exampleCampaign], ...answers });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const tree = (shown: ReactElement) => (
    <QueryClientProvider client={client}>
      <SessionContext value={testSession({ user: { ...founder, plan: 'developer' } })}>
        <MemoryRouter>{shown}</MemoryRouter>
      </SessionContext>
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender, container, unmount } = render(tree(element));
  const showNext = (next: ReactElement) => rerender(tree(next));
  return { ...server, client, container, unmount, showNext };
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** The row of a list with this name, once it is there. */
export const rowOf = async (name: string) => within(await screen.findByRole('article', { name }));

/** An answer that waits until it is given. */
export function pendingAnswer() {
  let give = (_: Response) => {};
  const response = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { answer: () => response, give: (given: Response) => give(given) };
}

const at = '2026-11-20T09:00:00.000Z';

/** Waits for review, with a draft that may be sent as it is. */
export const exampleConversation: Conversation = {
  id: 'conversation-1',
  campaignId: 'campaign-1',
  product: { name: 'Two Homes' },
  postTitle: 'How do you plan weeks between two homes?',
  postUrl: 'https://lemmy.example.org/post/1',
  originalPost: 'Our children live in two homes and we lose track of whose week it is.',
  source: 'lemmy',
  host: 'lemmy.example.org',
  community: 'parenting',
  postedAt: '2026-11-19T09:00:00.000Z',
  status: 'AWAITING_REVIEW',
  createdAt: at,
  updatedAt: at,
  suggestedReply:
    'A shared calendar with one colour for each home works for many families. I made Two Homes for this: https://spark.example.org/r/abc123',
  suggestionKind: 'draft',
  reply: null,
  replyWay: 'account',
  replyFindable: true,
  replyUrl: 'https://lemmy.example.org/post/1#reply',
  replyPostedUrl: null,
  confidence: 92,
  why: ['It asks how to plan weeks between two homes.'],
  keywords: ['two homes', 'calendar'],
  trackedLink: 'https://spark.example.org/r/abc123',
  clicks: 0,
  problem: null,
  heldBecause: null,
  standing: 'unchecked',
  standingCheckedAt: null,
};

/** Waits for review; its reply is in the owner's own words and posted by hand. */
export const exampleBriefing: Conversation = {
  ...exampleConversation,
  id: 'conversation-2',
  postTitle: 'Ask: calendars for separated parents',
  postUrl: 'https://news.ycombinator.com/item?id=2',
  replyUrl: 'https://news.ycombinator.com/reply?id=2',
  source: 'hacker-news',
  host: 'news.ycombinator.com',
  community: null,
  suggestedReply: 'They lose track of whose week it is. You could tell what helped your own family.',
  suggestionKind: 'briefing',
  replyWay: 'hand',
};

export const exampleCampaign: Campaign = {
  id: 'campaign-1',
  product: {
    name: 'Two Homes',
    url: 'https://two-homes.example.org',
    description: 'A calendar for children who live in two homes.',
  },
  createdAt: at,
  keywords: ['two homes', 'shared calendar'],
  forums: [],
  active: true,
  pausedBecause: null,
  autoPost: false,
  confidenceThreshold: 95,
  lastListenedAt: at,
  nextListenAt: '2026-11-20T15:00:00.000Z',
  sources: [
    { source: 'hacker-news', host: 'hn.algolia.com', outcome: 'answered', found: 12, message: '' },
    {
      source: 'lemmy',
      host: 'lemmy.example.org',
      outcome: 'failed',
      found: 0,
      message: 'It did not answer in time.',
    },
  ],
  conversations: { total: 5, awaitingReview: 2, posted: 1 },
};

export const exampleGuidance: Guidance = {
  rules: {
    place: 'Hacker News',
    rules: [
      { text: 'Don’t post generated text.', source: 'https://news.ycombinator.com/newsguidelines.html' },
    ],
    readOn: '2026-11-01',
    expired: false,
    generatedText: 'unwelcome',
    automatedPosting: false,
  },
  budget: {
    promotionAllowed: true,
    repliesLeftToday: 2,
    arithmetic: ['1 of 3 replies of today is used.'],
  },
  disclosure: 'I made Two Homes.',
  account: null,
};

export const exampleReach: Reach = {
  target: 1_000,
  visits: 240,
  signUps: 31,
  surveyAnswers: 18,
  qualifiedAnswers: 9,
  communities: [
    {
      source: 'lemmy',
      host: 'lemmy.example.org',
      community: 'parenting',
      replies: 4,
      visits: 200,
      signUps: 30,
      surveyAnswers: 15,
      qualifiedAnswers: 8,
    },
    {
      source: 'hacker-news',
      host: 'news.ycombinator.com',
      community: null,
      replies: 1,
      visits: 40,
      signUps: 1,
      surveyAnswers: 3,
      qualifiedAnswers: 1,
    },
  ],
  suggestion: {
    place: 'Lemmy (lemmy.example.org), parenting',
    why: '8 of 15 answers from there have the problem.',
  },
  signUpImages: [
    {
      campaignId: 'campaign-1',
      productName: 'Two Homes',
      url: 'https://spark.example.org/s/campaign-1.gif?a=1&b=2',
    },
  ],
};

/** Sends replies for its owner. */
export const mastodonAccount: LinkedAccount = {
  id: 'account-1',
  source: 'mastodon',
  host: 'social.example.org',
  username: 'founder',
  way: 'session',
  canPost: true,
  linkedAt: '2026-11-20T09:00:00.000Z',
  accountCreatedAt: null,
  karma: null,
  needsLink: false,
  rules: { texts: ['Be kind.'], readOn: '2026-11-20' },
};

/** Proven by a code in its profile. */
export const provenAccount: LinkedAccount = {
  ...mastodonAccount,
  id: 'account-2',
  source: 'hacker-news',
  host: 'news.ycombinator.com',
  username: 'maker',
  way: 'proof',
  canPost: false,
  accountCreatedAt: '2019-05-03T00:00:00.000Z',
  karma: 120,
};

export const opportunity: Opportunity = {
  id: 'o1',
  link: 'https://news.example.org/item?id=1',
  original_post: `We share two homes and miss every handover. ${'How do you plan it? '.repeat(12)}`,
  suggested_response: 'Say which handover went wrong for you, and that you made Two Homes.',
  keywords_used: ['two homes', 'handover'],
  day: 2,
  status: 'AWAITING_REVIEW',
  source: 'hacker-news',
  host: 'news.example.org',
  title: 'How do separated parents plan the week?',
  community: null,
  posted_at: '2099-05-01T10:00:00.000Z',
  replies: 4,
  confidence: 92,
  why: ['It names the handover between two homes.'],
  quote: 'miss every handover',
  suggestion_kind: 'briefing',
  reply_way: 'hand',
  rules: {
    place: 'Hacker News',
    rules: [{ text: 'Write it yourself.', source: 'https://news.example.org/guidelines' }],
    readOn: '2099-04-30',
    expired: true,
    generatedText: 'unwelcome',
    automatedPosting: false,
  },
};

export const draftOpportunity: Opportunity = {
  ...opportunity,
  id: 'o2',
  link: 'https://lemmy.example.org/post/2',
  original_post: 'Our calendar breaks each week.',
  suggested_response: 'A shared week with two colours helped us.',
  source: 'lemmy',
  host: 'lemmy.example.org',
  title: 'Shared calendars',
  community: 'parenting',
  confidence: 64,
  quote: null,
  suggestion_kind: 'draft',
  reply_way: 'account',
};

export const foundTwo: FoundOpportunities = {
  opportunities: [opportunity, draftOpportunity],
  sources: [
    { source: 'hacker-news', host: 'news.example.org', outcome: 'answered', found: 30, message: '' },
    { source: 'lemmy', host: 'lemmy.example.org', outcome: 'cached', found: 1, message: '' },
    {
      source: 'stack-exchange',
      host: 'api.example.org',
      outcome: 'waiting',
      found: 0,
      message: 'It asks us to wait 40 seconds.',
    },
  ],
  searchedFor: ['two homes', 'handover calendar'],
  considered: 31,
  leftOut: [
    { reason: 'too-old', count: 12 },
    { reason: 'crisis', count: 0 },
    { reason: 'promotional', count: 3 },
  ],
  model: null,
};
