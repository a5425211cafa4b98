// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { PlanCoversPage } from './PlanCoversPage.tsx';

function show(config: Partial<PublicConfig> = {}) {
  stubServer({ 'GET /api/config': { ...testConfig, ...config } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PlanCoversPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const rowsOf = (plan: string) => {
  const card = within(screen.getByRole('region', { name: plan }));
  return card.getAllByRole('definition').map((value) => value.textContent);
};

it('says of each plan what it costs, how much help it holds, how soon, and its tools', () => {
  show();
  expect(rowsOf('Free Trial')).toEqual([
    '$0/Session',
    'One every 30 days',
    'One',
    'Within 48 hours',
    'Startup Ideation',
  ]);
  const tools = 'Startup Ideation, Validating & Prototyping, Proof of Concept';
  const month = '10 a calendar month (UTC)';
  expect(rowsOf('Pro Plan')).toEqual(['$29/Session, paid once', month, 'Up to 5', 'Within 24 hours', tools]);
  const price = '$99/Month, until you cancel';
  expect(rowsOf('Developer Plan')).toEqual([
    price,
    'Unlimited',
    'As many as you need',
    'Within 4 hours',
    `${tools}, Launch with campaigns`,
  ]);
});

it('says what happens on every change, and to everything that was made', () => {
  show();
  for (const name of [
    'You upgrade',
    'You cancel',
    'A card fails',
    'A payment is refunded whole',
    'A payment is refunded in part',
    'A payment is disputed',
    'Support requests',
    'Validation plans and surveys',
    'Build prompts',
    'Ideation sessions',
    'Campaigns',
  ])
    expect(screen.getAllByText(name).length).toBeGreaterThan(0);
  expect(screen.getByText(/you get one request back/)).toBeDefined();
  expect(screen.getByText(/listening pauses.*go on working and counting/)).toBeDefined();
});

it('says what a session is, how one gets what is more than an answer, and what is given on no limit', () => {
  show();
  expect(screen.getByText('A session is one payment of $29. Pro stays.')).toBeDefined();
  expect(screen.getByText(/ask for them in a support request\.$/)).toBeDefined();
  expect(screen.getByText(/Without a limit it waits for a plan with one/)).toBeDefined();
  expect(screen.getByText('Answer a resolved request within 14 days to open it again.')).toBeDefined();
  expect(screen.getByText(/A plan’s end deletes nothing/)).toBeDefined();
});

it('says how hours are counted here', async () => {
  show();
  expect(await screen.findByText(/Support works around the clock/)).toBeDefined();
  cleanup();
  show({ supportHours: 'Monday to Friday, 09:00 to 17:00, Europe/Berlin' });
  expect(
    await screen.findByText('Hours are working hours: Monday to Friday, 09:00 to 17:00, Europe/Berlin.'),
  ).toBeDefined();
});
