// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleCampaign, exampleReach } from '#web/features/outreach/example-outreach.data.ts';
import { SessionContext } from '#web/identity/session.ts';
import { founder, signedInAnswers, testSession } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { ActiveCampaignsOnDemand } from './ActiveCampaignsOnDemand.tsx';
import { EngagementHistoryOnDemand } from './EngagementHistoryOnDemand.tsx';
import { FirstThousandOnDemand } from './FirstThousandOnDemand.tsx';
import { useCardCode } from './use-card-code.ts';

const campaigns = 'GET /api/products/campaign';
const conversations = 'GET /api/conversations';
const reach = 'GET /api/reach';
const slow = { timeout: 8_000 };

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function show(listed: Parameters<typeof stubServer>[0][string], hasPlan: boolean) {
  const server = stubServer({
    ...signedInAnswers,
    [campaigns]: listed,
    [conversations]: [],
    [reach]: exampleReach,
  });
  const onFind = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={testSession({ user: founder })}>
        <MemoryRouter>
          <EngagementHistoryOnDemand
            userId={founder.id}
            onUpgrade={hasPlan ? null : () => {}}
            onFind={onFind}
          />
          <ActiveCampaignsOnDemand userId={founder.id} isReadOnly={!hasPlan} onFind={onFind} />
          <FirstThousandOnDemand userId={founder.id} hasPlan={hasPlan} />
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  );
  return { ...server, onFind };
}

describe('the cards of campaigns', () => {
  it.each([false, true])(
    'are small and ask for nothing more without a campaign (plan: %s)',
    async (hasPlan) => {
      const { callsOf, onFind } = show([], hasPlan);
      expect(await screen.findByText('No campaign yet')).toBeDefined();
      expect(screen.getByText('No conversations yet')).toBeDefined();
      expect(screen.getByText('Nobody has come yet')).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: 'Find conversations' }));
      await userEvent.click(screen.getByRole('button', { name: 'Launch a campaign' }));
      expect(onFind).toHaveBeenCalledTimes(2);
      expect([...callsOf(conversations), ...callsOf(reach)]).toEqual([]);
    },
  );

  it('show all there is to anybody who has one, also after a downgrade', async () => {
    show([exampleCampaign], false);
    expect(await screen.findByRole('article', { name: 'Two Homes' }, slow)).toBeDefined();
    expect(await screen.findByRole('region', { name: 'Conversations' }, slow)).toBeDefined();
    expect(await screen.findByText('Qualified answers', {}, slow)).toBeDefined();
    expect(screen.getByText('Your plan no longer includes campaigns.')).toBeDefined();
  });

  it('stand where they will be while it is not known', async () => {
    show(() => new Promise<Response>(() => {}), true);
    for (const name of ['Engagement History', 'Active Campaigns', 'The first 1,000'])
      expect(screen.getByRole('heading', { name })).toBeDefined();
    expect(screen.getByText('Loading your campaigns')).toBeDefined();
    expect(screen.queryByText('No campaign yet')).toBeNull();
  });

  it('say themselves why campaigns could not be listed', async () => {
    show(refusal(500, 'internal', 'Away.'), false);
    expect(await screen.findByText('Your campaigns could not be loaded.', {}, slow)).toBeDefined();
  });
});

it('code that could not be fetched is fetched again when asked for', async () => {
  stubServer({ ...signedInAnswers, [campaigns]: [exampleCampaign] });
  let isAway = true;
  const load = async () => {
    if (isAway) throw new TypeError('no network');
    return { text: 'Here' };
  };
  function Card() {
    const { code, hasFailed, retry } = useCardCode(founder.id, true, { name: 'card', load });
    if (code) return <p>{code.text}</p>;
    return hasFailed ? (
      <button type="button" onClick={retry}>
        Again
      </button>
    ) : null;
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Card />
    </QueryClientProvider>,
  );
  const again = await screen.findByRole('button', { name: 'Again' });
  isAway = false;
  await userEvent.click(again);
  await waitFor(() => expect(screen.getByText('Here')).toBeDefined());
});
