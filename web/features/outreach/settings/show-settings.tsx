import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { exampleCampaign } from '#web/features/outreach/example-outreach.data.ts';
import { founder, testConfig } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { PostingSettings } from './PostingSettings.tsx';

type Answers = Parameters<typeof stubServer>[0];

/** An account whose replies are sent for its owner. */
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

/** An account that was proven by a code in its profile. */
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

/** Both cards over these answers, as a founder with a campaign sees them. */
export function showSettings(answers: Answers = {}, isReadOnly = false) {
  const server = stubServer({
    'GET /api/config': { ...testConfig, ai: 'openai-compatible' },
    'GET /api/products/campaign': [exampleCampaign],
    'GET /api/linked-accounts': [],
    ...answers,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const shown = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PostingSettings userId={founder.id} isReadOnly={isReadOnly} />
        <LinkedAccounts userId={founder.id} isReadOnly={isReadOnly} />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...server, ...shown, client };
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
