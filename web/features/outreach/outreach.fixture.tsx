import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import type { FoundOpportunities, Opportunity } from '#shared/contracts/opportunities.ts';
import { SessionContext } from '#web/identity/session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { founder, signedInAnswers, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';

export type Answers = Parameters<typeof stubServer>[0];

const listCampaignsCall = 'GET /api/products/campaign';

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

const at = '2026-11-20T09:00:00.000Z';

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

/** Sends replies for its owner. */
const mastodonAccount: LinkedAccount = {
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

const draftOpportunity: Opportunity = {
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
