// @vitest-environment page
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#web/api/query-client.ts';
import type { Session } from '#web/identity/session.ts';
import { founder, testConfig } from '#web/testing/accounts.data.ts';
import { address, show } from '#web/testing/show.tsx';
import { stubServer } from '#web/testing/stub-server.ts';
import { HomePage } from './HomePage.tsx';

afterEach(() => {
  queryClient.clear();
});

function visit(given: Partial<Session>, at?: string) {
  stubServer({ 'GET /api/config': testConfig, 'GET /api/survey-analyses': [] });
  const openSignIn = vi.fn();
  show(<HomePage />, { openSignIn, ...given }, at);
  return openSignIn;
}

const headline = { name: 'Know before you build.' };

describe('the first page', () => {
  it('is the landing page for a visitor, whose first button leads to signing up', async () => {
    const openSignIn = visit({});
    expect(screen.getByRole('heading', headline)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Get started for Free' }));
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-up');
  });

  it('leaves #pricing when a plan is chosen there, so that the plans do not open over the dashboard', async () => {
    const openSignIn = visit({}, '/?via=a#pricing');
    await userEvent.click(screen.getByRole('button', { name: 'Choose Developer Plan' }));
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-up');
    expect(address()).toBe('/?via=a');
  });

  it('never flashes the landing page while it is asked who this is', () => {
    visit({ status: 'loading' });
    expect(screen.queryByRole('heading', headline)).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('Loading');
  });

  it('is an error with another try while the account can’t be reached, never the landing page', async () => {
    const retry = vi.fn();
    visit({ status: 'unreachable', retry });
    expect(screen.queryByRole('heading', headline)).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('Your account could not be loaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('is the dashboard for a signed-in person', async () => {
    visit({ user: founder });
    expect(screen.queryByRole('heading', headline)).toBeNull();
    expect(
      await screen.findByRole('heading', { level: 1, name: /Founder/ }, { timeout: 5_000 }),
    ).toBeDefined();
  });
});
