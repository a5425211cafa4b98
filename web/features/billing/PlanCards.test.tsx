// @vitest-environment page

import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Plan, User } from '#shared/contracts/account.ts';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { founder, testConfig } from '#web/testing/accounts.data.ts';
import { show } from '#web/testing/show.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { PlanCards, PricingDialog } from './PricingDialog.tsx';
import { PricingSection } from './PricingSection.tsx';
import { readChosenPlan, saveChosenPlan } from './payment-notes.ts';

const checkout = 'POST /api/create-checkout-session';
const go = vi.fn();

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(go);
});
afterEach(() => {
  go.mockReset();
});

type Given = {
  plan?: Plan;
  refresh?: () => Promise<User>;
  needed?: 'developer';
  config?: Partial<PublicConfig> | null;
  answer?: Parameters<typeof stubServer>[0][string];
};

async function visit({
  plan,
  config = {},
  answer = { url: 'https://pay.example/s1' },
  refresh,
  needed,
}: Given = {}) {
  const server = stubServer({
    ...(config && { 'GET /api/config': { ...testConfig, ...config } }),
    [checkout]: answer,
  });
  const callbacks = { onClose: vi.fn(), onSignUp: vi.fn(), onPlanSubscribed: vi.fn() };
  const session = { ...(plan && { user: { ...founder, plan } }), ...(refresh && { refresh }) };
  const { client } = show(<PlanCards {...callbacks} needed={needed} />, session);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  return { ...server, ...callbacks };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

function card(name: string) {
  return screen.getByRole('heading', { name }).closest('li') as HTMLElement;
}

describe('the pricing section', () => {
  it('says everything as specified', async () => {
    render(<PricingSection onSignUp={() => {}} />);
    expect(screen.getByRole('heading', { name: 'Support Plan for non-technical founders' })).toBeDefined();
    expect(screen.getByText('Get the help you need with flexible pricing options')).toBeDefined();
    const lines = (name: string) =>
      within(card(name))
        .getAllByRole('listitem')
        .map((line) => line.textContent);
    expect(card('Free Trial').textContent).toContain('$0/Session');
    expect(lines('Free Trial')).toEqual([
      '1 support request/mth',
      'Startup Ideation',
      '48-hour response time',
      'basic troubleshooting',
    ]);
    expect(card('Pro Plan').textContent).toContain('$29/Session');
    expect(lines('Pro Plan')).toHaveLength(6);
    expect(card('Developer Plan').textContent).toContain('$99/Month');
    expect(lines('Developer Plan')).toHaveLength(8);
    expect(within(card('Pro Plan')).getByText('Most Popular')).toBeDefined();
    expect(screen.getAllByText('Most Popular')).toHaveLength(1);
  });

  it('closes by the button of its dialog', async () => {
    stubServer({ 'GET /api/config': testConfig });
    const onClose = vi.fn();
    show(<PricingDialog open onClose={onClose} onSignUp={() => {}} />);
    expect(screen.getByText('A session is one payment of $29. Pro stays.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'What your plan covers' }).getAttribute('href')).toBe(
      '/what-your-plan-covers',
    );
    await press('Close dialog');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('says that the embedded payments are a test, and only then', async () => {
    await visit();
    expect(screen.getByText(/no card is asked for/)).toBeDefined();
    cleanup();
    await visit({ config: { payments: 'stripe' as 'embedded' } });
    expect(screen.queryByText(/no card is asked for/)).toBeNull();
    // Plans that are not open are marked as such, whichever money is used.
    expect(screen.getByText('Not open yet: Startup Social, on any plan.')).toBeDefined();
    cleanup();
    await visit({ config: { payments: 'stripe', stripePublishableKey: 'pk_test_51' } });
    expect(await screen.findByText(/only Stripe’s test cards work/)).toBeDefined();
  });

  it.each(['Start Free Trial', 'Choose Pro Plan', 'Choose Developer Plan'])(
    'sends a visitor to sign up by "%s"',
    async (name) => {
      saveChosenPlan('developer');
      const { onSignUp, callsOf } = await visit();
      await press(name);
      expect(onSignUp).toHaveBeenCalledTimes(1);
      expect(callsOf(checkout)).toEqual([]);
      const chosen = { 'Choose Pro Plan': 'pro', 'Choose Developer Plan': 'developer' }[name] ?? null;
      expect(readChosenPlan(founder.id)).toBe(chosen);
    },
  );
});

describe('the buttons', () => {
  it('of the free plan', async () => {
    await visit({ plan: 'free' });
    const free = screen.getByRole<HTMLButtonElement>('button', { name: 'Membership Status: Free' });
    expect(free.disabled).toBe(true);
    expect(screen.getByRole('button', { name: 'Choose Pro Plan' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Choose Developer Plan' })).toBeDefined();
  });

  it.each([
    ['pro', 1, 'Choose Developer Plan'],
    ['developer', 2, 'Start Free Trial'],
  ] as const)('of the %s plan close the dialog where the plan is there', async (plan, owned, other) => {
    const { onClose, callsOf } = await visit({ plan });
    expect(screen.getByRole('button', { name: other })).toBeDefined();
    const buttons = screen.getAllByRole('button', { name: 'Current Plan' });
    expect(buttons).toHaveLength(owned);
    for (const button of buttons) await userEvent.click(button);
    expect(onClose).toHaveBeenCalledTimes(owned);
    expect(callsOf(checkout)).toEqual([]);
  });
});

it('a gate of the developer plan sells that one alone', async () => {
  await visit({ plan: 'free', needed: 'developer' });
  expect(screen.queryByRole('button', { name: 'Choose Pro Plan' })).toBeNull();
  const pro = within(card('Pro Plan')).getByRole<HTMLButtonElement>('button', {
    name: 'Not enough for this',
  });
  expect(pro.disabled).toBe(true);
  await press('Choose Developer Plan');
  await waitFor(() => expect(go).toHaveBeenCalledTimes(1));
});

describe('a checkout', () => {
  it.each([
    ['Pro', 'pro', 'payment'],
    ['Developer', 'developer', 'subscription'],
  ])('of the %s plan takes the whole window to the provider', async (name, plan, mode) => {
    const { callsOf } = await visit({ plan: 'free' });
    await press(`Choose ${name} Plan`);
    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('https://pay.example/s1'));
    expect(callsOf(checkout)[0]?.body).toEqual({
      priceId: `price_embedded_${plan}`,
      userId: 'u1',
      mode,
      userEmail: 'founder@example.org',
    });
    expect(sessionStorage.getItem('selectedPlan')).toBe(plan);
    expect(screen.getByText('Processing Payment...')).toBeDefined();
    expect(screen.getByText('Opening the test checkout. No card is charged.')).toBeDefined();
  });

  it('names Stripe where Stripe it is', async () => {
    await visit({
      plan: 'free',
      config: { payments: 'stripe' as 'embedded', stripePublishableKey: 'pk_live_51' },
    });
    await press('Choose Pro Plan');
    expect(await screen.findByText('Initializing secure checkout with Stripe.')).toBeDefined();
  });

  it.each<[string, Partial<PublicConfig>]>([
    ['price', { prices: { pro: '', developer: '' } }],
    ['price of any kind', { prices: {} }],
    ['list of prices', { prices: undefined }],
    ['real price', { prices: { pro: 'price_xxx', developer: 'price_xxx' } }],
    ['publishable key', { payments: 'stripe' as 'embedded' }],
    ['real publishable key', { payments: 'stripe' as 'embedded', stripePublishableKey: 'pk_test_...' }],
  ])('is refused without a %s', async (_, config) => {
    const { callsOf } = await visit({ plan: 'free', config });
    await press('Choose Pro Plan');
    expect(await screen.findByText('Configuration Error')).toBeDefined();
    expect(callsOf(checkout)).toEqual([]);
  });

  it('says when the payment system can not be loaded', async () => {
    await visit({ plan: 'free', config: null });
    await press('Choose Pro Plan');
    expect(await screen.findByText('Payment system failed to load. Please try again.')).toBeDefined();
  });

  const failures: [string, Given['answer'], string][] = [
    [
      'the server’s words',
      refusal(502, 'checkout_session_failed', 'Failed to create checkout session'),
      'Could not initiate payment: Failed to create checkout session',
    ],
    [
      'the specified words when the server has none',
      new Response('<h1>Bad Gateway</h1>', { status: 502 }),
      'Could not initiate payment: Failed to create checkout session',
    ],
    ['words for a reply without an address', {}, 'Could not initiate payment. Please try again.'],
    [
      'words for what nobody foresaw',
      new Response('no JSON at all'),
      'Could not initiate payment. Please try again.',
    ],
  ];
  it.each(failures)('that fails says so in %s', async (_, answer, text) => {
    await visit({ plan: 'free', answer });
    await press('Choose Pro Plan');
    expect(await screen.findByText(text)).toBeDefined();
    expect(go).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('selectedPlan')).toBeNull();
  });

  it('of a plan that was bought in another tab says so once, and reads the plan', async () => {
    const refresh = vi.fn(async () => ({ ...founder, plan: 'pro' as const }));
    const text = 'Your plan already includes this.';
    const { onPlanSubscribed } = await visit({
      plan: 'free',
      answer: refusal(409, 'checkout_not_needed', text),
      refresh,
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    act(() => screen.getByRole('button', { name: 'Choose Pro Plan' }).click());
    expect(await screen.findByText(text)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(onPlanSubscribed).not.toHaveBeenCalled();
  });

  it('that does not reach the server speaks of the payment only', async () => {
    await visit({
      plan: 'free',
      answer: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await press('Choose Pro Plan');
    const said = await screen.findByText(/Nothing was charged/);
    expect(said.textContent).not.toContain('typed');
  });

  it('that fails has the plan read again after a second', async () => {
    const { onPlanSubscribed } = await visit({ plan: 'free', answer: refusal(502, 'internal', 'broken') });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    act(() => screen.getByRole('button', { name: 'Choose Developer Plan' }).click());
    await screen.findByText('Could not initiate payment: broken');
    await act(() => vi.advanceTimersByTimeAsync(700));
    expect(onPlanSubscribed).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(onPlanSubscribed).toHaveBeenCalledExactlyOnceWith('developer', 99);
  });
});
