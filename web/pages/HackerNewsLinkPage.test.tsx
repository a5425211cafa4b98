// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { aroundEachTest, press, provenAccount } from '#web/features/outreach/outreach.fixture.tsx';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { founder, testSession } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { HackerNewsLinkPage } from './HackerNewsLinkPage.tsx';

aroundEachTest();
afterEach(() => void Reflect.deleteProperty(window, 'opener'));

const read = 'GET /api/hn/links/n0nce';
const check = 'POST /api/hn/links/n0nce/check';
const signIn = 'POST /api/hn/links/n0nce/sign-in';
const expired = 'This page is too old. Close it and press Link again.';

const waiting: HackerNewsLink = {
  code: 'verify-1a2b3c4d',
  state: 'waiting',
  expiresAt: '2099-01-01T00:00:00.000Z',
  forumUrl: 'https://news.ycombinator.com',
  signInOffered: false,
  account: null,
};
const linked: HackerNewsLink = { ...waiting, state: 'linked', account: provenAccount };
const forum: HackerNewsLink = { ...waiting, forumUrl: 'https://forum.example.org', signInOffered: true };

function show(answers: Parameters<typeof stubServer>[0] = {}, given: Partial<Session> = { user: founder }) {
  const server = stubServer({ [read]: waiting, ...answers });
  const openSignIn = vi.fn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (session: Partial<Session>) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/hn/link/n0nce']}>
        <SessionContext value={testSession({ openSignIn, ...session })}>
          <Routes>
            <Route path="/hn/link/:nonce" element={<HackerNewsLinkPage />} />
          </Routes>
          <Toaster />
        </SessionContext>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page(given));
  return { ...server, client, openSignIn, become: (session: Partial<Session>) => rerender(page(session)) };
}

const name = () => screen.findByLabelText<HTMLInputElement>(/^Type your name on/);
const password = () => screen.getByLabelText<HTMLInputElement>('Password on forum.example.org');

describe('the proof by a code', () => {
  it('has three steps, with the code, the way to the profile, and no password', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') });
    show();
    await name();
    expect(screen.getByRole('heading', { level: 1, name: 'Link your Hacker News account' })).toBeDefined();
    expect(document.querySelectorAll('ol > li')).toHaveLength(3);
    expect(screen.getByText('verify-1a2b3c4d')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeDefined();
    await userEvent.type(await name(), 'maker');
    const profile = screen.getByRole('link', { name: /^Open your profile/ });
    expect(profile.getAttribute('href')).toBe('https://news.ycombinator.com/user?id=maker');
    expect(document.querySelector('input[type="password"]')).toBeNull();
    expect(screen.getByText(/Signing in is not offered for news.ycombinator.com/)).toBeDefined();
    expect(screen.getByText(/don't automate posting/)).toBeDefined();
  });

  it('links the account, shows karma and age, and notifies the other windows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') });
    const onMessage = vi.fn();
    const channel = new BroadcastChannel('linked-accounts');
    channel.addEventListener('message', onMessage);
    const { callsOf } = show({ [check]: linked });
    await name();
    await press('Check');
    expect(screen.getByText('Your name on news.ycombinator.com is missing.')).toBeDefined();
    expect(document.activeElement).toBe(await name());
    await userEvent.type(await name(), ' maker {Enter}');
    const heading = await screen.findByRole('heading', { level: 2, name: 'Account linked' });
    expect(document.activeElement).toBe(heading);
    expect(callsOf(check).map(({ body }) => body)).toEqual([{ username: 'maker' }]);
    expect(screen.getByText(/Karma 120 · 7 years old/)).toBeDefined();
    expect(screen.getByText('This page can be closed.')).toBeDefined();
    expect(screen.getByText('maker on news.ycombinator.com is linked.')).toBeDefined();
    await waitFor(() => expect(onMessage).toHaveBeenCalled());
    channel.close();
  });

  it.each([
    [409, 'account_code_missing', 'The profile of maker does not show verify-1a2b3c4d yet.'],
    [409, 'account_host_unavailable', 'news.ycombinator.com can not be reached now.'],
    [429, 'too_many_requests', 'Too many tries. Please wait.'],
    [400, 'body_invalid', 'username is not a user name'],
  ])('says why it failed (%i %s), keeps the name, and can be tried again', async (status, code, text) => {
    let answer: object = refusal(status, code, text);
    show({ [check]: () => answer });
    await userEvent.type(await name(), 'maker');
    await press('Check');
    expect((await screen.findAllByText(text, { exact: false })).length).toBe(2);
    expect((await name()).value).toBe('maker');
    answer = linked;
    await press('Check');
    expect(await screen.findByRole('heading', { name: 'Account linked' })).toBeDefined();
  });
});

describe('signing in once', () => {
  it('needs name and password, says what is stored, and keeps no password in memory', async () => {
    const account = { ...provenAccount, way: 'session', canPost: true, rules: { texts: [], readOn: '' } };
    const { callsOf, client } = show({ [read]: forum, [signIn]: { ...linked, account } });
    await name();
    await press('Sign in once');
    expect(screen.getByText('Your password there is missing.')).toBeDefined();
    await userEvent.type(password(), 'pass word');
    await press('Sign in once');
    expect(screen.getByText('Your name on forum.example.org is missing.')).toBeDefined();
    expect(document.activeElement).toBe(await name());
    expect([password().type, password().autocomplete]).toEqual(['password', 'new-password']);
    expect(screen.getByText(/The password is neither stored nor logged/)).toBeDefined();
    expect(callsOf(signIn)).toEqual([]);
    await userEvent.type(await name(), 'maker');
    await press('Sign in once');
    await screen.findByRole('heading', { name: 'Account linked' });
    expect(callsOf(signIn).map(({ body }) => body)).toEqual([{ username: 'maker', password: 'pass word' }]);
    expect(screen.getByText(/Replies that you approve are sent from it/)).toBeDefined();
    const mutations = () => client.getMutationCache().getAll();
    await waitFor(() =>
      expect(JSON.stringify(mutations().map(({ state }) => state))).not.toContain('pass word'),
    );
  });

  it.each([
    [400, 'account_wrong_credentials', 'forum.example.org does not accept these sign-in details.'],
    [409, 'account_captcha', 'forum.example.org asks for a captcha now'],
    [403, 'account_sign_in_closed', 'Signing in is not offered for forum.example.org'],
  ])('says beside it why it was refused (%i %s), and keeps what was typed', async (status, code, text) => {
    show({ [read]: forum, [signIn]: refusal(status, code, text) });
    await userEvent.type(await name(), 'maker');
    await userEvent.type(password(), 'pass word');
    await press('Sign in once');
    const section = within(screen.getByRole('region', { name: 'Or sign in once' }));
    expect(await section.findByText(text, { exact: false })).toBeDefined();
    expect(section.getByDisplayValue('pass word')).toBeDefined();
  });
});

describe('the page', () => {
  it('is closed by its button in the small window, and leads to the settings elsewhere', async () => {
    show({ [read]: linked });
    const settings = await screen.findByRole('link', { name: 'Go to the settings' });
    expect(settings.getAttribute('href')).toBe('/settings');
    cleanup();
    Object.defineProperty(window, 'opener', { value: {}, configurable: true });
    const close = vi.spyOn(window, 'close').mockReturnValue();
    show({ [read]: linked });
    await press('Close this window');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('says that it has expired, also when that shows only on trying', async () => {
    let link: HackerNewsLink = waiting;
    show({
      [read]: () => link,
      [check]: () => {
        link = { ...waiting, state: 'expired' };
        return refusal(410, 'account_link_expired', expired);
      },
    });
    await userEvent.type(await name(), 'maker{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Check' })).toBeNull());
    expect(screen.getAllByText(expired).length).toBeGreaterThan(0);
  });

  it('follows the link while it is open: expired meanwhile, or linked in another window', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let link: HackerNewsLink = waiting;
    show({ [read]: () => link });
    await name();
    link = { ...link, state: 'expired' };
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await screen.findByText(expired)).toBeDefined();
    link = linked;
    fireEvent(window, new Event('visibilitychange'));
    expect(await screen.findByRole('heading', { name: 'Account linked' })).toBeDefined();
  });

  it('shows nothing to another account', async () => {
    show({ [read]: refusal(404, 'account_not_found', 'There is no such linked account.') });
    expect(await screen.findByText('There is no such page for this account.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    let answer: object = refusal(500, 'internal', 'Broken.');
    show({ [read]: () => answer });
    await screen.findByText('The page could not be loaded.');
    answer = waiting;
    await press('Try again');
    expect(await name()).toBeDefined();
  });

  it('waits for the session, asks for a sign-in, and goes on in its place', async () => {
    const { openSignIn, calls, become } = show({}, { status: 'loading' });
    expect(screen.getByRole('status').textContent).toContain('Loading the page');
    become({});
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-in');
    await press('Sign In');
    expect(openSignIn).toHaveBeenCalledTimes(2);
    expect(calls).toEqual([]);
    become({ user: founder });
    expect(await name()).toBeDefined();
  });
});
