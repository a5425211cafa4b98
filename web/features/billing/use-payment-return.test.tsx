// @vitest-environment page
import { cleanup, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { toast } from 'sonner';
import { describe, expect, it, vi } from 'vitest';
import type { Plan, User } from '#shared/contracts/account.ts';
import type { Session } from '#web/identity/session.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { address, show } from '#web/testing/show.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { savePlanBefore } from './payment-notes.ts';
import { usePaymentReturn } from './use-payment-return.ts';

const verify = 'POST /api/verify-payment';

function Page() {
  usePaymentReturn();
  return null;
}

type Given = {
  user?: User;
  plan?: Plan;
  status?: Session['status'];
  answer?: Parameters<typeof stubServer>[0][string];
};

function visit(at: string, { user = founder, plan = 'pro', status, answer }: Given = {}) {
  const server = stubServer({ [verify]: answer ?? { plan, user: { ...founder, plan } } });
  const refresh = vi.fn(async () => ({ ...founder, plan }));
  const page = (
    <StrictMode>
      <Page />
    </StrictMode>
  );
  show(page, { user, refresh, ...(status && { status }) }, at);
  return { ...server, refresh };
}

describe('coming back from a payment', () => {
  it('has the session verified, reads the plan, and says so', async () => {
    const { callsOf, refresh } = visit('/?success=true&session_id=cs_1&modal=jobForm#dev-support');
    expect(await screen.findByText('Plan Updated!')).toBeDefined();
    expect(screen.getByText('Your plan is now Pro Plan.')).toBeDefined();
    expect(callsOf(verify).map((call) => call.body)).toEqual([{ sessionId: 'cs_1' }]);
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
    expect(address()).toBe('/?modal=jobForm#dev-support');
  });

  it('says the server’s reason when it is no payment of this user', async () => {
    visit('/?success=true&session_id=made-up', {
      answer: refusal(404, 'payment_session_unknown', 'Could not verify payment session.'),
    });
    expect(await screen.findByText('Upgrade Failed')).toBeDefined();
    expect(screen.getByText('Could not verify payment session.')).toBeDefined();
  });

  it('has words of its own when the server has none', async () => {
    visit('/?success=true&session_id=cs_1', { answer: new Response('', { status: 500 }) });
    expect(await screen.findByText('An unknown error occurred during plan upgrade.')).toBeDefined();
  });

  it('with ?plan= says so once when the plan is another than before', async () => {
    const { callsOf } = visit('/?plan=pro', { plan: 'pro' });
    expect(await screen.findByText('Plan Updated!')).toBeDefined();
    expect(screen.getByText('Your plan is now Pro Plan.')).toBeDefined();
    expect(callsOf(verify)).toEqual([]);
    expect(address()).toBe('/');
  });

  it('with ?plan= compares with the plan before the checkout, once', async () => {
    const pro = { ...founder, plan: 'pro' as const };
    savePlanBefore(founder);
    visit('/?plan=pro', { user: pro, plan: 'pro' });
    expect(await screen.findByText('Plan Updated!')).toBeDefined();
    cleanup();
    toast.dismiss();
    const { refresh } = visit('/?plan=pro', { user: pro, plan: 'pro' });
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(screen.queryByText('Plan Updated!')).toBeNull());
  });

  it.each(['pro', 'developer'])('with ?plan=%s says nothing when the plan is the same', async (named) => {
    const { refresh } = visit(`/?plan=${named}`, { plan: 'free' });
    await waitFor(() => expect(address()).toBe('/'));
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  it('verifies nothing without success=true, and still cleans the address', async () => {
    const { calls } = visit('/?session_id=cs_1');
    await waitFor(() => expect(address()).toBe('/'));
    expect(calls).toEqual([]);
  });

  it('waits until somebody is signed in', () => {
    const { calls } = visit('/?success=true&session_id=cs_1', { status: 'loading' });
    expect(calls).toEqual([]);
    expect(address()).toBe('/?success=true&session_id=cs_1');
  });
});
