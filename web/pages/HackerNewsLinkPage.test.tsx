// @vitest-environment page
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LinkError, type Poster } from '#server/integrations/sources/port.ts';
import { fakeForum } from '#server/testing/fake-forum.ts';
import { worldStart } from '#server/testing/fake-sources.ts';
import type { HackerNewsLink } from '#shared/contracts/outreach/linked-accounts.ts';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { testSession } from '#web/testing/accounts.data.ts';
import { openOutreachApp, press } from '#web/testing/outreach-app.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { HackerNewsLinkPage } from './HackerNewsLinkPage.tsx';

/** A forum whose profiles can be read. */
const forum = fakeForum();
const profiles = new Map<string, string>();
const prove: Poster['prove'] = async ({ username, code }) => {
  if (!profiles.get(username)?.includes(code)) throw new LinkError('not-found');
  return { username, externalId: username, session: null, createdAt: new Date('2019-05-03'), karma: 120 };
};
const posterFor: typeof forum.posterFor = (source) => {
  const poster = forum.posterFor(source);
  return poster && { ...poster, prove };
};

const app = openOutreachApp({ posters: { posterFor } });
const { world } = app;
const expired = 'This page is too old. Close it and press Link again.';
let path = '';
let read = '';
let link: HackerNewsLink;

beforeEach(async () => {
  await app.campaign();
  const { body } = await world.call('POST', '/api/hn/login', { campaignId: 'campaign-1' });
  path = new URL(String(body.loginUrl)).pathname;
  read = `GET /api/hn/links/${path.split('/').at(-1)}`;
  link = (await world.call('GET', read.slice('GET '.length))).body as unknown as HackerNewsLink;
});
afterEach(() => {
  profiles.clear();
  Reflect.deleteProperty(window, 'opener');
});

const callsTo = (end: string) => `${read.replace('GET', 'POST')}/${end}`;
const linkNow = () => {
  profiles.set('maker', link.code);
  return world.call('POST', callsTo('check').slice('POST '.length), { username: 'maker' });
};

async function show(answers: Answers = {}, given: Partial<Session> = { user: world.founder }) {
  const openSignIn = vi.fn();
  const page = (session: Partial<Session>) => (
    <SessionContext value={testSession({ openSignIn, ...session })}>
      <Routes location={path}>
        <Route path="/hn/link/:nonce" element={<HackerNewsLinkPage />} />
      </Routes>
    </SessionContext>
  );
  const { showNext, ...server } = await app.show(page(given), answers);
  return { ...server, openSignIn, become: (session: Partial<Session>) => showNext(page(session)) };
}

const name = () => screen.findByLabelText<HTMLInputElement>(/^Type your name on/);

describe('the proof by a code', () => {
  it('has three steps, with the code, the way to the profile, and no password', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: worldStart });
    await show();
    await name();
    expect(screen.getByRole('heading', { level: 1, name: 'Link your Hacker News account' })).toBeDefined();
    expect(document.querySelectorAll('ol > li')).toHaveLength(3);
    expect(screen.getByText(link.code)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeDefined();
    await userEvent.type(await name(), 'maker');
    const profile = screen.getByRole('link', { name: /^Open your profile/ });
    expect(profile.getAttribute('href')).toBe('https://news.ycombinator.com/user?id=maker');
    expect(document.querySelector('input[type="password"]')).toBeNull();
    expect(screen.getByText(/You post on news.ycombinator.com yourself/)).toBeDefined();
    expect(screen.getByText(/don't automate posting/)).toBeDefined();
  });

  it('links the account, shows karma and age, and notifies the other windows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: worldStart });
    const onMessage = vi.fn();
    const channel = new BroadcastChannel('linked-accounts');
    channel.addEventListener('message', onMessage);
    profiles.set('maker', `Makes things. ${link.code}`);
    await show();
    await name();
    await press('Check');
    expect(screen.getByText('Your name on news.ycombinator.com is missing.')).toBeDefined();
    expect(document.activeElement).toBe(await name());
    await userEvent.type(await name(), ' maker {Enter}');
    const heading = await screen.findByRole('heading', { level: 2, name: 'Account linked' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText(/Karma 120 · 7 years old/)).toBeDefined();
    expect(screen.getByText('This page can be closed.')).toBeDefined();
    expect(screen.getByText('maker on news.ycombinator.com is linked.')).toBeDefined();
    await waitFor(() => expect(onMessage).toHaveBeenCalled());
    channel.close();
  });

  it.each([
    ['maker', undefined, /^The profile of maker does not show verify-\w+ yet\./],
    [
      'maker',
      refusal(409, 'account_host_unavailable', 'news.ycombinator.com can not be reached now.'),
      /^news.ycombinator.com can not be reached now\./,
    ],
    [
      'maker',
      refusal(429, 'too_many_requests', 'Too many tries. Please wait.'),
      /Too many tries\. Please wait\./,
    ],
    ['not a name', undefined, /is not a user name/],
  ])('says why it failed for %s, keeps the name, and can be tried again', async (typed, answer, text) => {
    let failure = answer;
    await show({ [callsTo('check')]: () => failure });
    await userEvent.type(await name(), typed);
    await press('Check');
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect((await name()).value).toBe(typed);
    failure = undefined;
    profiles.set('maker', link.code);
    fireEvent.change(await name(), { target: { value: 'maker' } });
    await press('Check');
    expect(await screen.findByRole('heading', { name: 'Account linked' })).toBeDefined();
  });
});

describe('the page', () => {
  it('is closed by its button in the small window, and leads to the settings elsewhere', async () => {
    await linkNow();
    await show();
    const settings = await screen.findByRole('link', { name: 'Go to the settings' });
    expect(settings.getAttribute('href')).toBe('/settings');
    cleanup();
    Object.defineProperty(window, 'opener', { value: {}, configurable: true });
    const close = vi.spyOn(window, 'close').mockReturnValue();
    await show();
    await press('Close this window');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('says that it has expired, also when that shows only on trying', async () => {
    await show();
    await userEvent.type(await name(), 'maker');
    await world.query("update account_proofs set expires_at = '2000-01-01'");
    await press('Check');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Check' })).toBeNull());
    expect(screen.getAllByText(expired).length).toBeGreaterThan(0);
  });

  it('follows the link while it is open: expired meanwhile, or linked in another window', async () => {
    await linkNow();
    const { body: linked } = await world.call('GET', read.slice('GET '.length));
    let now = link;
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await show({ [read]: () => now });
    await name();
    now = { ...link, state: 'expired' };
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await screen.findByText(expired)).toBeDefined();
    now = linked as unknown as HackerNewsLink;
    fireEvent(window, new Event('visibilitychange'));
    expect(await screen.findByRole('heading', { name: 'Account linked' })).toBeDefined();
  });

  it('shows nothing to another account', async () => {
    await world.query('update account_proofs set owner_id = $1', [world.stranger.id]);
    await show();
    expect(await screen.findByText('There is no such page for this account.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    let isAway = true;
    await show({ [read]: () => (isAway ? refusal(500, 'internal', 'Broken.') : undefined) });
    await screen.findByText('The page could not be loaded.');
    isAway = false;
    await press('Try again');
    expect(await name()).toBeDefined();
  });

  it('waits for the session, asks for a sign-in, and goes on in its place', async () => {
    const { openSignIn, calls, become } = await show({}, { status: 'loading' });
    expect(screen.getByRole('status').textContent).toContain('Loading the page');
    become({});
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-in');
    await press('Sign In');
    expect(openSignIn).toHaveBeenCalledTimes(2);
    expect(calls).toEqual([]);
    become({ user: world.founder });
    expect(await name()).toBeDefined();
  });
});
