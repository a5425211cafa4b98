// @vitest-environment page

import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#shared/contracts/account.ts';
import { clearDrafts } from '#web/drafts/draft-store.ts';
import { founder, testConfig } from '#web/testing/accounts.data.ts';
import { show } from '#web/testing/show.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
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

function visit(user: User = founder, answer: object = { url: 'https://pay.example/s1' }) {
  const server = stubServer({ 'GET /api/config': testConfig, [checkout]: answer });
  const part = (
    <StrictMode>
      <ChosenPlan user={user} />
    </StrictMode>
  );
  show(part, { user });
  return server;
}

const waiting = () => screen.queryByRole('region', { name: 'The plan you chose' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const isWaiting = () => screen.findByRole('region', { name: 'The plan you chose' });

it.each([
  ['pro', 'You chose the Pro Plan, $29 per session.'],
  ['developer', 'You chose the Developer Plan, $99 per month.'],
] as const)(
  'says after signing up that the %s plan still waits, and buys nothing by itself',
  async (plan, text) => {
    saveChosenPlan(plan);
    const { callsOf } = visit();
    expect((await isWaiting()).textContent).toContain(text);
    expect(waiting()?.textContent).toContain('It is not bought yet: you are on the Free Trial.');
    expect(await screen.findByText(/no card is asked for/)).toBeDefined();
    expect(callsOf(checkout)).toEqual([]);
  },
);

it('goes on to its checkout, and then waits no more', async () => {
  saveChosenPlan('developer');
  const { callsOf } = visit();
  await press('Go on to the checkout');
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('https://pay.example/s1'));
  expect(callsOf(checkout)[0]?.body).toMatchObject({ userId: 'u1', mode: 'subscription' });
  cleanup();
  visit();
  expect(waiting()).toBeNull();
});

it('waits on where the checkout did not open', async () => {
  saveChosenPlan('pro');
  visit(founder, refusal(502, 'internal', 'broken'));
  await press('Go on to the checkout');
  expect(await screen.findByText('Could not initiate payment: broken')).toBeDefined();
  cleanup();
  visit();
  expect(await isWaiting()).toBeDefined();
});

it('is dropped by staying on the plan that is there', async () => {
  saveChosenPlan('pro');
  visit();
  await press('Stay on the Free Trial');
  expect(waiting()).toBeNull();
  cleanup();
  visit();
  expect(waiting()).toBeNull();
});

it('asks nothing of whoever has the plan already, or chose none', () => {
  visit();
  expect(waiting()).toBeNull();
  cleanup();
  saveChosenPlan('pro');
  visit({ ...founder, plan: 'developer' });
  expect(waiting()).toBeNull();
});

it('stays with whoever signed up after choosing it', () => {
  saveChosenPlan('pro');
  visit();
  cleanup();
  visit({ ...founder, id: 'u2' });
  expect(waiting()).toBeNull();
  cleanup();
  clearDrafts(founder.id);
  visit();
  expect(waiting()).toBeNull();
});
