// @vitest-environment page
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openOutreachApp, press } from '#web/testing/outreach-app.tsx';
import { type Answers, refusal, silence } from '#web/testing/stub-server.ts';
import { CardOnDemand } from './CardOnDemand.tsx';
import { CampaignsCard } from './campaigns/CampaignsCard.tsx';
import { HistoryCard } from './history/HistoryCard.tsx';
import { ReachCard } from './reach/ReachCard.tsx';

const app = openOutreachApp();
const { world } = app;
const list = 'GET /api/products/campaign';
const slow = { timeout: 8_000 };

async function showCards(hasPlan: boolean, answers: Answers = {}) {
  const onFind = vi.fn();
  const { id } = world.founder;
  const server = await app.show(
    <>
      <HistoryCard userId={id} onUpgrade={hasPlan ? null : () => {}} onFind={onFind} />
      <CampaignsCard userId={id} isReadOnly={!hasPlan} onFind={onFind} />
      <ReachCard userId={id} hasPlan={hasPlan} />
    </>,
    answers,
  );
  return { ...server, onFind };
}

it.each([false, true])('the cards request nothing more without a campaign (plan: %s)', async (hasPlan) => {
  const { callsOf, onFind } = await showCards(hasPlan);
  expect(await screen.findByText('No campaign yet')).toBeDefined();
  expect(screen.getByText('No conversations yet')).toBeDefined();
  expect(screen.getByText('Nobody has come yet')).toBeDefined();
  await press('Find conversations');
  await press('Launch a campaign');
  expect(onFind).toHaveBeenCalledTimes(2);
  expect([...callsOf('GET /api/conversations'), ...callsOf('GET /api/reach')]).toEqual([]);
});

it('the cards show everything to an account with a campaign, also after a downgrade', async () => {
  await app.campaign();
  await app.conversation({ visits: 1 });
  await showCards(false);
  expect(await screen.findByRole('article', { name: 'Two Homes' }, slow)).toBeDefined();
  expect(await screen.findByRole('region', { name: 'Conversations' }, slow)).toBeDefined();
  expect(await screen.findByText('Qualified answers', {}, slow)).toBeDefined();
  expect(screen.getByText('Your plan no longer includes campaigns.')).toBeDefined();
});

it('the cards are in their places while the campaigns are loading', async () => {
  await showCards(true, { [list]: silence });
  for (const name of ['Engagement History', 'Active Campaigns', 'The first 1,000'])
    expect(screen.getByRole('heading', { name })).toBeDefined();
  expect(screen.getByText('Loading your campaigns')).toBeDefined();
  expect(screen.queryByText('No campaign yet')).toBeNull();
});

it('the cards say that campaigns could not be listed', async () => {
  await showCards(false, { [list]: refusal(500, 'internal', 'Away.') });
  expect(await screen.findByText('Your campaigns could not be loaded.', {}, slow)).toBeDefined();
});

it('a card whose code could not be fetched tries again', async () => {
  let isAway = true;
  const load = async () => {
    if (isAway) throw new TypeError('no network');
    return { text: 'Here' };
  };
  await app.show(
    <CardOnDemand
      userId={world.founder.id}
      hasPlan
      code={{ name: 'card', load }}
      empty={null}
      skeleton={null}
      loadingLabel="Loading"
      className=""
    >
      {({ text }) => <p>{text}</p>}
    </CardOnDemand>,
    { [list]: refusal(500, 'internal', 'Away.') },
  );
  expect(await screen.findByText('This card could not be loaded.')).toBeDefined();
  isAway = false;
  await press('Try again');
  expect(await screen.findByText('Here')).toBeDefined();
});
