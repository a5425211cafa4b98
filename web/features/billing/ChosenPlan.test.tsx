// @vitest-environment page

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#shared/contracts/account.ts';
import { clearDrafts } from '#web/drafts/draft-store.ts';
import { SessionContext } from '#web/identity/session.ts';
import { founder, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ChosenPlan } from './ChosenPlan.tsx';
import { saveChosenPlan } from './payment-notes.ts';

const checkout = 'POST /api/create-checkout-session';
const go = vi.fn();

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(go);
});
afterEach(() => {
  go.mockReset();
});

function show(user: User = founder, answer: object = { url: 'https://pay.example/s1' }) {
  const server = stubServer({ 'GET /api/config': testConfig, [checkout]: answer });
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionContext value={testSession({ user })}>
          <ChosenPlan user={user} />
          <Toaster />
        </SessionContext>
      </QueryClientProvider>
    </StrictMode>,
  );
  return server;
}

const waiting = () => screen.queryByRole('region', { name: 'The plan you chose' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it.each([
  ['pro', 'You chose the Pro Plan, $29 per session.'],
  ['developer', 'You chose the Developer Plan, $99 per month.'],
] as const)(
  'says after signing up that the %s plan still waits, and buys nothing by itself',
  async (plan, text) => {
    saveChosenPlan(plan);
    const { callsOf } = show();
    expect(waiting()?.textContent).toContain(text);
    expect(waiting()?.textContent).toContain('It is not bought yet: you are on the Free Trial.');
    expect(await screen.findByText(/no card is asked for/)).toBeDefined();
    expect(callsOf(checkout)).toEqual([]);
  },
);

it('goes on to its checkout, and then waits no more', async () => {
  saveChosenPlan('developer');
  const { callsOf } = show();
  await press('Go on to the checkout');
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('https://pay.example/s1'));
  expect(callsOf(checkout)[0]?.body).toMatchObject({ userId: 'u1', mode: 'subscription' });
  cleanup();
  show();
  expect(waiting()).toBeNull();
});

it('waits on where the checkout did not open', async () => {
  saveChosenPlan('pro');
  show(founder, refusal(502, 'internal', 'broken'));
  await press('Go on to the checkout');
  expect(await screen.findByText('Could not initiate payment: broken')).toBeDefined();
  cleanup();
  show();
  expect(waiting()).not.toBeNull();
});

it('is dropped by staying on the plan that is there', async () => {
  saveChosenPlan('pro');
  show();
  await press('Stay on the Free Trial');
  expect(waiting()).toBeNull();
  cleanup();
  show();
  expect(waiting()).toBeNull();
});

it('asks nothing of whoever has the plan already, or chose none', () => {
  show();
  expect(waiting()).toBeNull();
  cleanup();
  saveChosenPlan('pro');
  show({ ...founder, plan: 'developer' });
  expect(waiting()).toBeNull();
});

it('stays with whoever signed up after choosing it', () => {
  saveChosenPlan('pro');
  show();
  cleanup();
  show({ ...founder, id: 'u2' });
  expect(waiting()).toBeNull();
  cleanup();
  clearDrafts(founder.id);
  show();
  expect(waiting()).toBeNull();
});
