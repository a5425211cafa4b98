// @vitest-environment page

import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { Header } from './Header.tsx';

const openSignIn = vi.fn();
const signOut = vi.fn(async () => {});
const signedOut: Session = {
  status: 'signed-out',
  user: null,
  openSignIn,
  signOut,
  refresh: vi.fn(),
  retry: vi.fn(),
  askIdentity: vi.fn(),
};
const signedIn: Session = {
  ...signedOut,
  status: 'signed-in',
  user: { id: 'u1', email: 'founder@example.org', name: 'Founder', plan: 'free' },
};

function show(session: Session, address = '/') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <SessionContext value={session}>
        <Header />
      </SessionContext>
    </MemoryRouter>,
  );
}

function links() {
  const nav = screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement;
  return within(nav)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
}

describe('Header', () => {
  it('leads everywhere when somebody is signed in', async () => {
    show(signedIn);
    expect(links()).toEqual([
      ['Dashboard', '/dashboard'],
      ['Startup Growth', '/#startup-growth'],
      ['Pricing', '/#pricing'],
      ['Dev Support', '/#dev-support'],
      ['Startup Social', '/startup-social'],
      ['Contact Us', '/ContactUs'],
      ['Settings', '/settings'],
    ]);
    expect(screen.getByText('Welcome, Founder!')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('leads to the inbox only those who work on support requests', () => {
    show(signedIn);
    expect(screen.queryByRole('link', { name: 'Inbox' })).toBeNull();
    cleanup();
    const agent = {
      id: 'u1',
      email: 'a@example.org',
      name: 'Ada',
      plan: 'free',
      supportAgent: true,
    } as const;
    show({ ...signedIn, user: agent }, '/startup-spark-suite/inbox/request-1');
    const link = screen.getByRole('link', { name: 'Inbox' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/inbox');
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('greets by e-mail address when there is no name', () => {
    show({ ...signedIn, user: { id: 'u1', email: 'founder@example.org', name: '', plan: 'free' } });
    expect(screen.getByText('Welcome, founder@example.org!')).toBeDefined();
  });

  it('marks where the reader is', () => {
    show(signedIn, '/settings');
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Settings');
  });

  it.each(['Sign In', 'Watch how it works'])('opens the dialog by "%s" for a visitor', async (name) => {
    openSignIn.mockClear();
    show(signedOut);
    await userEvent.click(screen.getByRole('button', { name }));
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-in');
  });

  it('shows neither menu before it is known who is here', () => {
    show({ ...signedOut, status: 'loading' });
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('the mobile menu', () => {
  it('opens and closes by its button', async () => {
    show(signedIn);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Close menu' }));
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(1);
  });

  it('closes on Escape and gives the focus back', async () => {
    show(signedIn);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }));
  });

  it('closes when a link is followed', async () => {
    show(signedIn);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = document.getElementById('mobile-menu') as HTMLElement;
    await userEvent.click(within(menu).getByRole('link', { name: 'Settings' }));
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeDefined();
  });
});
