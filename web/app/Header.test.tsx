// @vitest-environment page

import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { founder } from '#web/testing/accounts.data.ts';
import { show } from '#web/testing/show.tsx';
import { Header } from './Header.tsx';

const openSignIn = vi.fn();
const signOut = vi.fn(async () => {});
const signedIn = { user: founder, signOut };

function links() {
  const nav = screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement;
  return within(nav)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
}

describe('Header', () => {
  it('leads everywhere when somebody is signed in', async () => {
    show(<Header />, signedIn);
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
    show(<Header />, signedIn);
    expect(screen.queryByRole('link', { name: 'Inbox' })).toBeNull();
    cleanup();
    const agent = { ...founder, supportAgent: true as const };
    show(<Header />, { user: agent }, '/startup-spark-suite/inbox/request-1');
    const link = screen.getByRole('link', { name: 'Inbox' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/inbox');
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('greets by e-mail address when there is no name', () => {
    show(<Header />, { user: { ...founder, name: '' } });
    expect(screen.getByText('Welcome, founder@example.org!')).toBeDefined();
  });

  it('marks where the reader is', () => {
    show(<Header />, signedIn, '/settings');
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Settings');
  });

  it.each(['Sign In', 'Watch how it works'])('opens the dialog by "%s" for a visitor', async (name) => {
    openSignIn.mockClear();
    show(<Header />, { openSignIn });
    await userEvent.click(screen.getByRole('button', { name }));
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-in');
  });

  it('shows neither menu before it is known who is here', () => {
    show(<Header />, { status: 'loading' });
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('the mobile menu', () => {
  it('opens and closes by its button', async () => {
    show(<Header />, signedIn);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Close menu' }));
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(1);
  });

  it('closes on Escape and gives the focus back', async () => {
    show(<Header />, signedIn);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }));
  });

  it('closes when a link is followed', async () => {
    show(<Header />, signedIn);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = document.getElementById('mobile-menu') as HTMLElement;
    await userEvent.click(within(menu).getByRole('link', { name: 'Settings' }));
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeDefined();
  });
});
