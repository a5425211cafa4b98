// @vitest-environment page
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Billing, PaymentReceipt } from '#shared/contracts/billing.ts';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { founder, testConfig } from '#web/testing/accounts.data.ts';
import { show } from '#web/testing/show.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Suite } from './Suite.tsx';

const go = vi.fn();
beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(go);
});
afterEach(() => {
  go.mockReset();
});

const read = 'GET /api/billing';
const cancel = 'POST /api/billing/cancel';
const resume = 'POST /api/billing/resume';
const portal = 'POST /api/billing/portal';

const paid: PaymentReceipt = {
  id: 'p1',
  plan: 'pro',
  amount: 2900,
  currency: 'USD',
  state: 'paid',
  refundedAmount: 0,
  paidAt: '2026-10-01T12:00:00.000Z',
  receiptUrl: 'https://pay.example/r/1',
};
const free: Billing = { plan: 'free', hasPro: false, subscription: null, hasPortal: false, receipts: [] };
const running: Billing = {
  plan: 'developer',
  hasPro: false,
  subscription: { state: 'active', currentPeriodEnd: '2026-12-21T12:00:00.000Z', cancelAtPeriodEnd: false },
  hasPortal: true,
  receipts: [{ ...paid, id: 'p2', plan: 'developer', amount: 9900, paidAt: '2026-11-21T12:00:00.000Z' }],
};
const ending = (billing: Billing): Billing => ({
  ...billing,
  subscription: billing.subscription && { ...billing.subscription, cancelAtPeriodEnd: true },
});

type Answers = Parameters<typeof stubServer>[0];
type Given = { billing?: Billing; answers?: Answers; config?: Partial<PublicConfig> };

function visit({ billing = free, answers, config }: Given = {}) {
  const server = stubServer({ 'GET /api/config': { ...testConfig, ...config }, [read]: billing, ...answers });
  const refresh = vi.fn(async () => founder);
  const user = { ...founder, plan: billing.plan };
  show(<Suite />, { user, refresh }, '/billing');
  return { ...server, refresh };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const part = (name: string) => screen.findByRole('region', { name });

describe('plan and payments', () => {
  it('say the plan, where there is more, and that nothing was paid yet', async () => {
    visit();
    expect(within(await part('Plan')).getByRole('heading', { name: 'Free Trial' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'What your plan covers' }).getAttribute('href')).toBe(
      '/what-your-plan-covers',
    );
    expect(screen.getByText('No payments yet')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Subscription' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cards and invoices' })).toBeNull();
  });

  it('say when they can not be loaded, and try again', async () => {
    let answer: object | Response = refusal(500, 'internal', 'Broken.');
    visit({ answers: { [read]: () => answer } });
    await screen.findByText('Your payments could not be loaded.', {});
    answer = free;
    await press('Try again');
    await part('Plan');
  });

  it('have the plan read again where the server knows another', async () => {
    const { refresh } = visit({ answers: { [read]: { ...free, plan: 'pro', hasPro: true } } });
    await part('Plan');
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  });

  it.each<[string, Partial<PublicConfig>, RegExp | null]>([
    ['the embedded payments', {}, /no card is asked for and no money moves/],
    [
      'test keys',
      { payments: 'stripe', stripePublishableKey: 'pk_test_51' },
      /only Stripe’s test cards work/,
    ],
    ['live keys', { payments: 'stripe', stripePublishableKey: 'pk_live_51' }, null],
  ])('say whether money moves: %s', async (_case, config, text) => {
    visit({ config });
    await part('Plan');
    if (text) expect(await screen.findByText(text)).toBeDefined();
    else expect(screen.queryByText(/test mode/)).toBeNull();
  });
});

describe('the receipts', () => {
  it('stand in the order that they came in, each with its plan, amount, status and link', async () => {
    const refunded: PaymentReceipt = {
      ...paid,
      id: 'p0',
      state: 'refunded',
      refundedAmount: 2900,
      receiptUrl: null,
    };
    const receipts = [
      { ...paid, id: 'p3', amount: 2900, currency: 'JPY', paidAt: '2026-12-01T12:00:00.000Z' },
      { ...paid, id: 'p4', refundedAmount: 900, paidAt: '2026-11-01T12:00:00.000Z' },
      { ...paid, id: 'p5', state: 'disputed' as const, paidAt: '2026-09-01T12:00:00.000Z' },
      { ...refunded, paidAt: '2026-08-01T12:00:00.000Z' },
      { ...paid, id: 'p6', receiptUrl: null, elsewhere: 'test' as const, paidAt: '2026-07-01T12:00:00.000Z' },
    ];
    visit({ billing: { ...free, receipts } });
    const rows = within(await part('Receipts')).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Pro Plan.*2026.*Paid¥2,900Receipt/),
      expect.stringMatching(/Partly refunded: \$9\.00\$29\.00/),
      expect.stringMatching(/Disputed\$29\.00/),
      expect.stringMatching(/Refunded\$29\.00$/),
      expect.stringMatching(/Test payment, does not count here\$29\.00$/),
    ]);
    const links = within(await part('Receipts')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(3).fill('https://pay.example/r/1'));
  });
});

describe('the subscription', () => {
  it('renews for what it cost last, or for the plan’s price before a payment is known', async () => {
    const older = { ...paid, plan: 'developer' as const, amount: 7900 };
    const newer = { ...older, amount: 8900, currency: 'EUR', paidAt: '2026-11-20T12:00:00.000Z' };
    visit({ billing: { ...running, receipts: [older, { ...newer, id: 'p3' }] } });
    expect(await screen.findByText(/renews on .* for €89\.00\.$/)).toBeDefined();
    cleanup();
    visit({ billing: { ...running, receipts: [] } });
    expect(await screen.findByText(/renews on .* for \$99\.00\.$/)).toBeDefined();
  });

  it('is canceled with one click, which shows at once and can be taken back', async () => {
    const { callsOf } = visit({
      billing: running,
      answers: { [cancel]: ending(running), [resume]: running },
    });
    const card = await part('Subscription');
    expect(within(card).getByText(/^Your Developer Plan renews on .*2026 for \$99\.00\.$/)).toBeDefined();
    await press('Cancel subscription');
    expect(within(card).getByText(/stays until .*2026\. After that your plan is Free Trial/)).toBeDefined();
    expect(await screen.findByText(/You will not be charged again/)).toBeDefined();
    await press('Keep the subscription');
    expect(within(card).getByText(/renews on/)).toBeDefined();
    await waitFor(() => expect(callsOf(resume)).toHaveLength(1));
    expect(callsOf(cancel)).toHaveLength(1);
  });

  it('that ends leaves the pro plan to whoever has bought it', async () => {
    visit({ billing: ending({ ...running, hasPro: true }) });
    expect(within(await part('Subscription')).getByText(/After that your plan is Pro Plan/)).toBeDefined();
  });

  it('goes back to what it was when the provider can not be reached', async () => {
    const away = refusal(502, 'billing_unavailable', 'The payment provider could not be reached.');
    visit({ billing: running, answers: { [cancel]: away } });
    await press('Cancel subscription');
    expect(await screen.findByText('The payment provider could not be reached.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Cancel subscription' })).toBeDefined();
  });

  it('that could not be charged says so, and leads to the card', async () => {
    const subscription = {
      state: 'past_due' as const,
      currentPeriodEnd: '2026-12-21T12:00:00.000Z',
      cancelAtPeriodEnd: false,
    };
    visit({
      billing: { ...running, subscription },
      answers: { [portal]: { url: 'https://pay.example/portal' } },
    });
    const alert = await screen.findByRole('alert', {});
    expect(alert.textContent).toMatch(/did not go through\. Your plan stays while/);
    await press('Update your card');
    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal'));
  });

  it('says so when the portal does not open', async () => {
    const answer = refusal(409, 'portal_unavailable', 'There is nothing to manage there yet.');
    visit({ billing: running, answers: { [portal]: answer } });
    await press('Cards and invoices');
    expect(await screen.findByText('There is nothing to manage there yet.')).toBeDefined();
    expect(go).not.toHaveBeenCalled();
  });

  it('of before is over, and nothing is left to cancel', async () => {
    const subscription = {
      state: 'ended' as const,
      currentPeriodEnd: '2026-10-21T12:00:00.000Z',
      cancelAtPeriodEnd: true,
    };
    visit({ billing: { ...free, subscription } });
    const card = within(await part('Subscription'));
    expect(card.getByText(/ended on .*2026\. What you made on it is still here/)).toBeDefined();
    expect(card.queryByRole('button')).toBeNull();
  });

  it('whose newest payment was given back does not claim the plan', async () => {
    const subscription = running.subscription && { ...running.subscription, withheld: 'taken-back' as const };
    visit({ billing: { ...running, plan: 'free', subscription } });
    expect(within(await part('Subscription')).getByText(/Your plan is Free Trial meanwhile/)).toBeDefined();
  });
});
