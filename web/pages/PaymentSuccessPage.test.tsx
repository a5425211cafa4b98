// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { founder, testSession } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { PaymentSuccessPage } from './PaymentSuccessPage.tsx';

afterEach(() => {
  cleanup();
  toast.dismiss();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const verify = 'POST /api/verify-payment';
const paid = { plan: 'pro', user: { ...founder, plan: 'pro' } };

function visit(
  address: string,
  answer: Parameters<typeof stubServer>[0][string] = paid,
  given: Partial<Session> = { user: founder },
) {
  const server = stubServer({ [verify]: answer });
  const session = testSession({
    refresh: vi.fn(async () => founder),
    openSignIn: vi.fn(),
    ...given,
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <SessionContext value={session}>
          <Routes>
            <Route path="/payment-success" element={<PaymentSuccessPage />} />
            <Route path="/" element={<p>First page</p>} />
            <Route path="*" element={<p>Elsewhere</p>} />
          </Routes>
        </SessionContext>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...server, session };
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
    expect(await screen.findByText('First page')).toBeDefined();
    expect(
      await screen.findByText('Could not verify payment session. Please contact support.'),
    ).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('says why it failed, and tries again on request', async () => {
    let answer: object | Response = refusal(
      409,
      'payment_not_finished',
      'This payment has not been completed.',
    );
    visit('/payment-success?session_id=cs_1', () => answer);
    const alerts = await screen.findAllByText('This payment has not been completed.');
    expect(alerts.length).toBeGreaterThan(0);
    expect(screen.getAllByText('Upgrade Failed').length).toBeGreaterThan(0);
    answer = paid;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeDefined();
  });

  it('asks a visitor to sign in first', async () => {
    const { calls, session } = visit('/payment-success?session_id=cs_1', paid, {});
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(session.openSignIn).toHaveBeenCalledExactlyOnceWith('sign-in');
    expect(calls).toEqual([]);
  });
});
