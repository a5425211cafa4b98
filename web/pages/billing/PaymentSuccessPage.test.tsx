// @vitest-environment page
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/contracts/account.ts';
import type { Session } from '#web/identity/session.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { address, show } from '#web/testing/show.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { PaymentSuccessPage } from './PaymentSuccessPage.tsx';

const verify = 'POST /api/verify-payment';
const unfinished = refusal(409, 'payment_not_finished', 'This payment has not been completed.');
const withFastClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
const paid = { plan: 'pro', user: { ...founder, plan: 'pro' } };

function visit(
  at: string,
  answer: Parameters<typeof stubServer>[0][string] = paid,
  given: Partial<Session> = { user: founder },
) {
  const server = stubServer({ [verify]: answer });
  const session = { refresh: vi.fn(async () => founder), openSignIn: vi.fn(), ...given };
  const pages = (
    <Routes>
      <Route path="/payment-success" element={<PaymentSuccessPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  const { become } = show(pages, session, at);
  return { ...server, session, become: (user: User) => become({ ...session, user }) };
}

describe('the payment success page', () => {
  it('has the payment verified, says so, reads the plan and leads on', async () => {
    const { callsOf, session } = visit('/payment-success?session_id=cs_1');
    expect(screen.getByText('Checking your payment…')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Continue to the dashboard' }).getAttribute('href')).toBe(
      '/startup-spark-suite/dashboard',
    );
    expect(callsOf(verify).map((call) => call.body)).toEqual([{ sessionId: 'cs_1' }]);
    expect(session.refresh).toHaveBeenCalledTimes(1);
    await waitFor(() =>
      expect(document.querySelector('[data-sonner-toast]')?.textContent).toContain('Payment Successful!'),
    );
  });

  it('shows no one what somebody else has paid', async () => {
    const { callsOf, become } = visit('/payment-success?session_id=cs_1');
    await screen.findByRole('heading', { name: 'Payment Successful!' });
    become({ ...founder, id: 'u2' });
    await waitFor(() => expect(callsOf(verify)).toHaveLength(2));
  });

  it('leads back to where the plan was missing', async () => {
    const path = '/startup-spark-suite/dashboard?modal=showValidationModal';
    sessionStorage.setItem('postPaymentRedirect', path);
    visit('/payment-success?session_id=cs_1');
    const link = await screen.findByRole('link', { name: 'Continue where you left off' });
    expect(link.getAttribute('href')).toBe(path);
    await userEvent.click(link);
    expect(sessionStorage.getItem('postPaymentRedirect')).toBeNull();
  });

  it('says so and goes home without a session', async () => {
    const { calls } = visit('/payment-success');
    await waitFor(() => expect(address()).toBe('/'));
    expect(
      await screen.findByText('Could not verify payment session. Please contact support.'),
    ).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('says why it failed, and tries again on request', async () => {
    let answer: object | Response = refusal(404, 'payment_session_unknown', 'It is not yours.');
    visit('/payment-success?session_id=cs_1', () => answer);
    const alerts = await screen.findAllByText('It is not yours.');
    expect(alerts.length).toBeGreaterThan(0);
    expect(screen.getAllByText('Upgrade Failed').length).toBeGreaterThan(0);
    answer = paid;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeDefined();
  });

  it('waits for a payment that is not confirmed yet, and sees it when it is', async () => {
    withFastClock();
    let answer: object | Response = unfinished;
    const { callsOf } = visit('/payment-success?session_id=cs_1', () => answer);
    expect(await screen.findByText('Not confirmed yet. Looking again…')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('link', { name: 'Choose your plan again' }).getAttribute('href')).toBe(
      '/startup-spark-suite/dashboard#pricing',
    );
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(callsOf(verify)).toHaveLength(2);
    answer = paid;
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeDefined();
    expect(localStorage.getItem('accountChanged')).not.toBeNull();
  });

  it('looks again a few times and no more, then says how it goes on', async () => {
    withFastClock();
    const { callsOf } = visit('/payment-success?session_id=cs_1', unfinished);
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(callsOf(verify)).toHaveLength(9);
    expect(screen.getByText(/your plan changes once the payment is confirmed/)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(callsOf(verify)).toHaveLength(9);
  });

  it('asks a visitor to sign in first', async () => {
    const { calls, session } = visit('/payment-success?session_id=cs_1', paid, {});
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(session.openSignIn).toHaveBeenCalledExactlyOnceWith('sign-in');
    expect(calls).toEqual([]);
  });
});
