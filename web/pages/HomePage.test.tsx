// @vitest-environment page
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#web/api/query-client.ts';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { founder, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { HomePage } from './HomePage.tsx';

afterEach(() => {
  queryClient.clear();
});

function Place() {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="place">{pathname + search + hash}</p>;
}

function show(given: Partial<Session>, at = '/') {
  stubServer({ 'GET /api/config': testConfig, 'GET /api/survey-analyses': [] });
  const session = testSession({ openSignIn: vi.fn(), ...given });
  render(
    <MemoryRouter initialEntries={[at]}>
      <SessionContext value={session}>
        <HomePage />
        <Place />
      </SessionContext>
    </MemoryRouter>,
  );
  return session;
}

const headline = { name: 'Know before you build.' };

describe('the first page', () => {
  it('is the landing page for a visitor, whose first button leads to signing up', async () => {
    const { openSignIn } = show({});
    expect(screen.getByRole('heading', headline)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Get started for Free' }));
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-up');
  });

  it('leaves #pricing when a plan is chosen there, so that the plans do not open over the dashboard', async () => {
    const { openSignIn } = show({}, '/?via=a#pricing');
    await userEvent.click(screen.getByRole('button', { name: 'Choose Developer Plan' }));
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-up');
    expect(screen.getByTestId('place').textContent).toBe('/?via=a');
    sessionStorage.clear();
  });

  it('never flashes the landing page while it is asked who this is', () => {
    show({ status: 'loading' });
    expect(screen.queryByRole('heading', headline)).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('Loading');
  });

  it('is an error with another try while the account can’t be reached, never the landing page', async () => {
    const retry = vi.fn();
    show({ status: 'unreachable', retry });
    expect(screen.queryByRole('heading', headline)).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('Your account could not be loaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('is the dashboard for a signed-in person', async () => {
    show({ user: founder });
    expect(screen.queryByRole('heading', headline)).toBeNull();
    expect(
      await screen.findByRole('heading', { level: 1, name: /Founder/ }, { timeout: 5_000 }),
    ).toBeDefined();
  });
});
