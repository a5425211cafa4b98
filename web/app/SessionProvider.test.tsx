// @vitest-environment page

import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#web/api/query-client.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { holdUnsent } from '#web/drafts/unsent.ts';
import { keepSession } from '#web/features/account/own-session.ts';
import { isSessionPending, setSessionPending } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { founder, signedInAnswers, signedOutAnswers } from '#web/testing/accounts.data.ts';
import { fakeTimeouts, refusal, silence, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { SessionProvider } from './SessionProvider.tsx';

beforeAll(async () => {
  queryClient.setDefaultOptions({ queries: { retry: false } });
  // Loaded on demand: its first import must not count as waiting for the screen.
  await import('#web/features/account/UnsentDialog.tsx');
});
beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const statuses: string[] = [];

function Page() {
  const { status, user, openSignIn, signOut, refresh, retry } = useSession();
  const { pathname, search } = useLocation();
  if (statuses.at(-1) !== status) statuses.push(status);
  return (
    <>
      <p data-testid="who">{`${status} ${user?.name ?? 'nobody'} ${user?.plan ?? ''}`}</p>
      <p data-testid="place">{pathname + search}</p>
      <button type="button" onClick={() => openSignIn()}>
        Open
      </button>
      <button type="button" onClick={() => signOut()}>
        Leave
      </button>
      <button type="button" onClick={retry}>
        Retry
      </button>
      <button type="button" onClick={() => refresh()}>
        Refresh
      </button>
    </>
  );
}

function show({ isVisitor = false } = {}) {
  statuses.length = 0;
  render(
    <>
      <BrowserRouter>
        <SessionProvider isVisitor={isVisitor}>
          <Page />
        </SessionProvider>
      </BrowserRouter>
      <Toaster />
    </>,
  );
  return queryClient;
}

const who = (text: string) => waitFor(() => expect(screen.getByTestId('who').textContent).toContain(text));
const place = () => screen.getByTestId('place').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function signIn() {
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(screen.getByLabelText('Email'), founder.email);
  await userEvent.type(screen.getByLabelText('Password'), 'secret1');
  await userEvent.click([...dialog.querySelectorAll('button')].find((b) => b.type === 'submit') as Element);
}

describe('on arrival', () => {
  it('syncs the user of the identity provider with its token, then says who it is', async () => {
    const { callsOf } = stubServer(signedInAnswers);
    show();
    await who('signed-in Founder');
    expect(statuses).toEqual(['loading', 'signed-in']);
    const [sync] = callsOf('POST /api/user/sync');
    expect(sync?.body).toEqual({ id: 'u1', email: 'founder@example.org', name: 'Founder' });
    expect(sync?.headers.get('Authorization')).toMatch(/^Bearer head\./);
  });

  it('has no one when the provider has no one', async () => {
    const { callsOf } = stubServer(signedOutAnswers);
    show();
    await who('signed-out nobody');
    expect(callsOf('POST /api/user/sync')).toEqual([]);
  });

  it('signs out again whom the server does not accept, and says so', async () => {
    const { callsOf } = stubServer({
      ...signedInAnswers,
      'POST /api/user/sync': refusal(409, 'sync_refused', 'Failed to sync user with backend.'),
    });
    show();
    await who('signed-out nobody');
    expect(await screen.findByText('Authentication Error')).toBeDefined();
    expect(screen.getByText('Could not sync your account. Please try logging in again.')).toBeDefined();
    expect(callsOf('POST /api/auth/sign-out')).toHaveLength(1);
  });

  it('says when the server can not be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    show();
    await who('signed-out nobody');
    expect(await screen.findByText(/The server could not be reached/)).toBeDefined();
  });

  it('keeps the account when the server can not be reached, and asks again', async () => {
    localStorage.setItem('signedInAccount', 'u1');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    show();
    await who('unreachable nobody');
    expect(localStorage.getItem('signedInAccount')).toBe('u1');
    stubServer(signedInAnswers);
    await press('Retry');
    await who('signed-in Founder');
  });
});

describe('a call that is never answered', () => {
  beforeEach(fakeTimeouts);

  const asked = (server: ReturnType<typeof stubServer>, name: string) =>
    vi.waitFor(() => expect(server.callsOf(name)).toHaveLength(1));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const state = () => screen.getByTestId('who').textContent;

  it('to sync the account signs out after 15 seconds, and says so', async () => {
    const server = stubServer({ ...signedInAnswers, 'POST /api/user/sync': silence });
    show();
    await asked(server, 'POST /api/user/sync');
    await pass(10_000);
    expect(state()).toContain('loading');
    await pass(5_000);
    expect(state()).toContain('signed-out');
    expect(screen.getByText('Authentication Error')).toBeDefined();
    expect(screen.getByText('Could not sync your account. Please try logging in again.')).toBeDefined();
    expect(server.callsOf('POST /api/user/sync')).toHaveLength(1);
  });

  it.each([
    ['GET /api/config', 'u1', 'unreachable'],
    ['GET /api/config', null, 'signed-out'],
    ['GET /api/auth/get-session', 'u1', 'unreachable'],
    ['GET /api/auth/get-session', null, 'signed-out'],
  ])('(%s) ends after 15 seconds, with the account %s remembered as %s', async (name, account, status) => {
    if (account) localStorage.setItem('signedInAccount', account);
    const server = stubServer({ ...signedInAnswers, [name]: silence });
    show();
    await asked(server, name);
    await pass(15_000);
    expect(state()).toContain(status);
    expect(server.callsOf(name)).toHaveLength(1);
  });
});

describe('coming and going', () => {
  it('leaves for the first page, forgets what was private, and says so', async () => {
    history.replaceState(null, '', '/settings');
    stubServer(signedInAnswers);
    const cache = show();
    await who('signed-in');
    cache.setQueryData(['activities'], ['private']);
    await press('Leave');
    await who('signed-out nobody');
    expect(place()).toBe('/');
    await waitFor(() => expect(cache.getQueryData(['activities'])).toBeUndefined());
    expect(cache.getQueryData(['config'])).toBeDefined();
    expect(await screen.findByText("You've been successfully logged out.")).toBeDefined();
  });

  it('sends what is unsent before it leaves, while there is a token', async () => {
    const { calls } = stubServer({ ...signedInAnswers, 'PUT /api/notes': {} });
    show();
    await who('signed-in');
    const key = draftKey(founder.id, 'note:n1');
    localStorage.setItem(key, '{"document":{"idea":"Bees"}}');
    const send = async () => {
      await fetch('/api/notes', { method: 'PUT' });
      localStorage.removeItem(key);
    };
    const letGo = holdUnsent(founder.id, send);
    await press('Leave');
    await who('signed-out nobody');
    letGo();
    const names = calls.map(({ name }) => name);
    expect(names.indexOf('PUT /api/notes')).toBeGreaterThan(0);
    expect(names.indexOf('PUT /api/notes')).toBeLessThan(names.indexOf('POST /api/auth/sign-out'));
  });

  it('asks before it leaves what only this browser has, and offers it as text', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:text';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { callsOf } = stubServer(signedInAnswers);
    const key = draftKey(founder.id, 'ideation:tab:slot');
    const kept = { id: 's1', idea: 'Bees', content: 'A very long text', partial: ' ', revision: 0 };
    const left = JSON.stringify({ document: kept, unanswered: null, at: 1 });
    localStorage.setItem(key, left);
    localStorage.setItem(draftKey(founder.id, 'ideation:tab:blank'), '{"document":{"idea":""}}');
    show();
    await who('signed-in');
    await press('Leave');
    await screen.findByRole('dialog', { name: 'A text is not in your account' });
    await press('Download as text');
    expect(await saved[0]?.text()).toBe('Idea\n\nBees\n\nText\n\nA very long text');
    await press('Stay logged in');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([localStorage.getItem(key), callsOf('POST /api/auth/sign-out')]).toEqual([left, []]);
    await press('Leave');
    await userEvent.click(await screen.findByRole('button', { name: 'Log out anyway' }));
    await who('signed-out nobody');
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('stays signed in, and says so, when leaving did not work', async () => {
    stubServer({ ...signedInAnswers, 'POST /api/auth/sign-out': refusal(503, 'unavailable', 'later') });
    show();
    await who('signed-in');
    await press('Leave');
    expect(await screen.findByText(/You are still logged in/)).toBeDefined();
    await who('signed-in Founder');
  });

  it('says what is left when only our server could not be reached', async () => {
    stubServer({ ...signedInAnswers, 'DELETE /api/user/session': refusal(503, 'unavailable', 'later') });
    show();
    await who('signed-in');
    await press('Leave');
    await who('signed-out nobody');
    expect(await screen.findByText(/its cookie in this browser may hold/)).toBeDefined();
    keepSession();
  });

  it('notices who comes and goes in another tab', async () => {
    let session: object | null = null;
    const { callsOf } = stubServer({ ...signedInAnswers, 'GET /api/auth/get-session': () => session });
    show();
    await who('signed-out');
    const elsewhere = () => act(() => dispatchEvent(new StorageEvent('storage', { key: 'signedInAccount' })));
    session = { user: founder };
    elsewhere();
    await who('signed-in Founder');
    session = { user: { ...founder, id: 'u2', name: 'Partner' } };
    elsewhere();
    await who('signed-in');
    await waitFor(() => expect(callsOf('POST /api/user/sync').at(-1)?.body).toMatchObject({ id: 'u2' }));
    // The kept token would still be the founder's.
    expect(callsOf('GET /api/auth/token')).toHaveLength(2);
    session = null;
    elsewhere();
    await who('signed-out nobody');
  });

  it('closes the dialog when somebody signs in in another tab', async () => {
    let session: object | null = null;
    stubServer({ ...signedInAnswers, 'GET /api/auth/get-session': () => session });
    show();
    await who('signed-out');
    await press('Open');
    await screen.findByRole('dialog');
    session = { user: founder };
    act(() => dispatchEvent(new StorageEvent('storage', { key: 'signedInAccount' })));
    await who('signed-in Founder');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('reads the plan again when asked', async () => {
    let plan = 'free';
    stubServer({ ...signedInAnswers, 'POST /api/user/sync': () => ({ ...founder, plan }) });
    show();
    await who('signed-in Founder free');
    plan = 'pro';
    await press('Refresh');
    await who('signed-in Founder pro');
  });
});

describe('the address', () => {
  it('opens the dialog by ?signIn=1, and goes on to ?next= after signing in', async () => {
    const go = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
    history.replaceState(null, '', '/?signIn=1&next=%2Fsurvey%2Fsurvey-calm-1234567');
    stubServer({ ...signedOutAnswers, 'POST /api/auth/sign-in/email': { user: founder } });
    show();
    await signIn();
    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/survey/survey-calm-1234567'));
  });

  it('stays here when ?next= leads elsewhere, without its parameters', async () => {
    const go = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
    history.replaceState(null, '', '/?signIn=1&next=%2F%2Fevil.example%2Fsurvey%2F&modal=jobForm');
    stubServer({ ...signedOutAnswers, 'POST /api/auth/sign-in/email': { user: founder } });
    show();
    await signIn();
    await waitFor(() => expect(place()).toBe('/?modal=jobForm'));
    expect(go).not.toHaveBeenCalled();
  });

  it('loses its parameters when the dialog is cancelled', async () => {
    history.replaceState(null, '', '/?signIn=1&next=%2Fsurvey%2Fsurvey-calm-1234567');
    stubServer(signedOutAnswers);
    show();
    await screen.findByRole('dialog', { name: 'Welcome to Startup Spark' });
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('offers a new link when the old one is spent', async () => {
    history.replaceState(null, '', '/?resetToken=abc');
    stubServer({
      ...signedOutAnswers,
      'POST /api/auth/reset-password': refusal(400, 'INVALID_TOKEN', 'spent'),
    });
    show();
    await userEvent.type(await screen.findByLabelText('New password'), 'secret2');
    await press('Save password');
    expect(await screen.findByText('This link is no longer valid. Please ask for a new one.')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Reset your password' })).toBeDefined();
  });
});

describe('the link that confirms an address', () => {
  it('opens the question by ?verifyToken=, also for a signed-in person, and the token is a new one then', async () => {
    history.replaceState(null, '', '/?verifyToken=abc');
    const { callsOf } = stubServer({
      ...signedInAnswers,
      'GET /api/auth/verify-email': { status: true, user: null },
    });
    show();
    await who('signed-in Founder');
    expect(place()).toBe('/');
    await press('Confirm my email');
    await waitFor(() => expect(callsOf('POST /api/user/sync')).toHaveLength(2));
    expect(callsOf('GET /api/auth/verify-email')[0]?.query.get('token')).toBe('abc');
    expect(callsOf('GET /api/auth/token')).toHaveLength(2);
  });

  it('opened in another tab has this one ask again', async () => {
    const { callsOf } = stubServer(signedInAnswers);
    show();
    await who('signed-in Founder');
    dispatchEvent(new StorageEvent('storage', { key: 'accountChanged' }));
    await waitFor(() => expect(callsOf('POST /api/user/sync')).toHaveLength(2));
  });
});

describe('a visitor of the prerendered page', () => {
  it('is one at once, and nothing is asked before it matters', async () => {
    const { calls } = stubServer(signedOutAnswers);
    show({ isVisitor: true });
    await who('signed-out');
    expect(statuses).toEqual(['signed-out']);
    expect(calls).toEqual([]);
  });

  it('ends what the one before could not end', async () => {
    setSessionPending(true);
    const { callsOf } = stubServer(signedOutAnswers);
    show({ isVisitor: true });
    await waitFor(() => expect(callsOf('DELETE /api/user/session')).toHaveLength(1));
    await waitFor(() => expect(isSessionPending()).toBe(false));
    expect(statuses).toEqual(['signed-out']);
  });

  it('who turns out to be signed in is not asked to sign in', async () => {
    stubServer(signedInAnswers);
    show({ isVisitor: true });
    await press('Open');
    await who('signed-in Founder');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('learns of a sign-in in another tab', async () => {
    stubServer(signedInAnswers);
    show({ isVisitor: true });
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'signedInAccount', newValue: 'u1' })));
    await who('signed-in Founder');
  });
});
