// @vitest-environment page
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '#server/database/connect.ts';
import { putOnPlan } from '#server/testing/request-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { totp } from '#server/testing/totp.ts';
import { message } from '#shared/messages/catalogue.ts';
import { queryClient } from '#web/api/query-client.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { holdUnsent } from '#web/drafts/unsent.ts';
import { keepSession } from '#web/features/account/own-session.ts';
import { takeFirstAnswer } from '#web/identity/first-answers.ts';
import { isSessionPending, setSessionPending } from '#web/identity/remembered-account.ts';
import { type SignOutNotice, useSession } from '#web/identity/session.ts';
import { type Answers, fakeTimeouts, refusal, type StubServer, silence } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { SessionProvider } from './SessionProvider.tsx';

let app: TestApp;
let founder: TestUser;
let partner: TestUser;
let guarded: TestUser;
const password = 'secret-enough';

beforeAll(async () => {
  app = await startTestApp({ tasksByHand: true });
  founder = await app.signUp();
  partner = await app.signUp();
  guarded = await app.signUp();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  // Loaded on demand: their first import must not count as waiting for the screen.
  await Promise.all([
    import('#web/features/account/UnsentDialog.tsx'),
    import('#web/features/account/AuthDialog.tsx'),
  ]);
});
afterAll(() => app.close());
beforeEach(() => {
  queryClient.clear();
  history.replaceState(null, '', '/');
});
afterEach(keepSession);

const statuses: string[] = [];
const readNotes = vi.fn(async () => ['private']);

const goodbye: SignOutNotice = {
  title: 'Gone',
  text: 'Come back.',
  tone: 'info',
  action: { label: 'Sign in', run: () => {} },
};

function Page() {
  const { status, user, openSignIn, signOut, refresh, retry } = useSession();
  const { pathname, search } = useLocation();
  if (statuses.at(-1) !== status) statuses.push(status);
  return (
    <>
      <p data-testid="who">{`${status} ${user?.email ?? 'nobody'} ${user?.plan ?? ''}`}</p>
      <p data-testid="place">{pathname + search}</p>
      {user ? <Notes /> : null}
      <button type="button" onClick={() => openSignIn()}>
        Open
      </button>
      <button type="button" onClick={() => signOut()}>
        Leave
      </button>
      <button type="button" onClick={() => signOut(goodbye)}>
        Leave for good
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

function Notes() {
  const { data = [] } = useQuery({ queryKey: ['notes'], queryFn: readNotes }, queryClient);
  return <p>{data.join()}</p>;
}

/** Opens the page in the browser of this person. */
async function open(person: TestUser | null, answers: Answers = {}, { isVisitor = false, at = '/' } = {}) {
  const server = app.connect(answers);
  if (person) await signInElsewhere(person);
  server.calls.length = 0;
  history.replaceState(null, '', at);
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
  return server;
}

/** In another tab of the same browser. */
const signInElsewhere = ({ email }: TestUser) => post('/sign-in/email', { email, password });
const post = (path: string, body: object) =>
  fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const tellTabs = (key = 'signedInAccount') =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue: 'u1' })));

const who = (text: string) => waitFor(() => expect(screen.getByTestId('who').textContent).toContain(text));
const place = () => screen.getByTestId('place').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const see = (text: string | RegExp) => screen.findByText(text);

describe('on arrival', () => {
  it('syncs the user of the identity provider with its token, then says who it is', async () => {
    const { callsOf } = await open(founder);
    await who(`signed-in ${founder.email}`);
    expect(statuses).toEqual(['loading', 'signed-in']);
    const [sync] = callsOf('POST /api/user/sync');
    expect(sync?.body).toEqual({ id: founder.id, email: founder.email, name: founder.name });
    expect(sync?.headers.get('Authorization')).toMatch(/^Bearer ./);
  });

  it('has no one when the provider has no one, and leaves the responses of a visitor alone', async () => {
    queryClient.setQueryData(['thread'], 'a response');
    const { callsOf } = await open(null);
    await who('signed-out nobody');
    expect(callsOf('POST /api/user/sync')).toEqual([]);
    expect(queryClient.getQueryData(['thread'])).toBe('a response');
  });

  it('reads what a page has asked for before again, once its user is known', async () => {
    queryClient.setQueryData(['notes'], ['of a visitor']);
    await open(founder);
    expect(await see('private')).toBeDefined();
  });

  it('signs out again whom the server does not accept, and says so', async () => {
    const refused = refusal(409, 'sync_refused', 'Failed to sync user with backend.');
    const { callsOf } = await open(founder, { 'POST /api/user/sync': refused });
    await who('signed-out nobody');
    expect(await see('Authentication Error')).toBeDefined();
    expect(screen.getByText('Could not sync your account. Please try logging in again.')).toBeDefined();
    expect(callsOf('POST /api/auth/sign-out')).toHaveLength(1);
  });

  it('says when the server can not be reached', async () => {
    await open(null, { 'GET /api/config': offline });
    await who('signed-out nobody');
    expect(await see(/The server could not be reached/)).toBeDefined();
  });

  it('remembers the account when the server can not be reached, and asks again', async () => {
    localStorage.setItem('signedInAccount', founder.id);
    let isAway = true;
    await open(founder, { 'GET /api/config': () => (isAway ? offline() : undefined) });
    await who('unreachable nobody');
    expect(localStorage.getItem('signedInAccount')).toBe(founder.id);
    isAway = false;
    await press('Retry');
    await who(`signed-in ${founder.email}`);
  });
});

describe('what came with the page', () => {
  const names = ['GET /api/auth/get-session', 'GET /api/config', 'POST /api/user/sync'];
  const asked = ({ calls }: StubServer) =>
    calls.map(({ name }) => name).filter((name) => names.includes(name));

  /** As the server sends it: what the calls would say of that person. */
  function comeWith({ id, email, name, plan }: TestUser) {
    const block = document.createElement('script');
    Object.assign(block, { id: 'first-answers', type: 'application/json' });
    const answers = {
      'GET /api/auth/get-session': { user: { id, email, name, emailVerified: false } },
      'GET /api/python/api/config': { identity: 'embedded' },
      'POST /api/python/api/user/sync': { id, email, name, plan },
      'GET /api/python/api/trails?limit=100': [],
    };
    block.textContent = JSON.stringify({ userId: id, answers });
    document.body.append(block);
  }

  it('says who is here without a call, once', async () => {
    localStorage.setItem('signedInAccount', founder.id);
    comeWith(founder);
    const server = await open(founder);
    await who(`signed-in ${founder.email}`);
    expect(asked(server)).toEqual([]);
    expect(document.getElementById('first-answers')).toBeNull();
    await waitFor(() => expect(server.callsOf('GET /api/auth/token')).toHaveLength(1));
    await press('Refresh');
    await waitFor(() => expect(asked(server)).toEqual(['POST /api/user/sync']));
    // After that change the list that nobody asked for yet is the server's to tell.
    expect(takeFirstAnswer('GET', '/api/python/api/trails?limit=100')).toBeUndefined();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  });

  it.each(['another account', null])(
    'counts nothing where %s is remembered: a tab has changed it',
    async (other) => {
      if (other) localStorage.setItem('signedInAccount', other);
      comeWith(founder);
      const server = await open(partner);
      await who(`signed-in ${partner.email}`);
      expect(asked(server).sort()).toEqual(names);
    },
  );

  it('counts nothing once another tab says that somebody left', async () => {
    localStorage.setItem('signedInAccount', founder.id);
    comeWith(founder);
    const server = await open(null);
    await who(`signed-in ${founder.email}`);
    tellTabs();
    await who('signed-out nobody');
    expect(asked(server)).toContain('GET /api/auth/get-session');
    expect(takeFirstAnswer('GET', '/api/python/api/trails?limit=100')).toBeUndefined();
  });

  it('is too old after fifteen seconds', async () => {
    localStorage.setItem('signedInAccount', founder.id);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    comeWith(founder);
    await open(founder);
    await who(`signed-in ${founder.email}`);
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(takeFirstAnswer('GET', '/api/python/api/trails?limit=100')).toBeUndefined();
  });
});

const offline = () => Promise.reject(new TypeError('no network'));

describe('a call that is never answered', () => {
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  it.each([
    ['POST /api/user/sync', null, 'signed-out'],
    ['GET /api/config', 'u1', 'unreachable'],
    ['GET /api/config', null, 'signed-out'],
    ['GET /api/auth/get-session', 'u1', 'unreachable'],
    ['GET /api/auth/get-session', null, 'signed-out'],
  ])('(%s) ends after 15 seconds, with the account %s remembered as %s', async (name, account, status) => {
    if (account) localStorage.setItem('signedInAccount', account);
    fakeTimeouts();
    const { callsOf } = await open(founder, { [name]: silence });
    await vi.waitFor(() => expect(callsOf(name)).toHaveLength(1));
    await pass(10_000);
    expect(screen.getByTestId('who').textContent).toContain('loading');
    await pass(5_000);
    await vi.waitFor(() => expect(screen.getByTestId('who').textContent).toContain(status));
    expect(callsOf(name)).toHaveLength(1);
    if (name.includes('sync')) expect(screen.getByText('Authentication Error')).toBeDefined();
  });
});

describe('coming and going', () => {
  const end = 'DELETE /api/user/session';
  const leave = 'POST /api/auth/sign-out';
  const later = refusal(503, 'unavailable', 'later');

  it('leaves for the first page, clears what was private, and says so', async () => {
    readNotes.mockClear();
    await open(founder, {}, { at: '/settings' });
    expect(await see('private')).toBeDefined();
    const stay = [draftKey('visitor', 'contact'), draftKey(partner.id, 'contact'), 'theme'];
    for (const key of [draftKey(founder.id, 'contact'), ...stay]) localStorage.setItem(key, '{}');
    await press('Leave');
    await who('signed-out nobody');
    expect(place()).toBe('/');
    expect(await see("You've been successfully logged out.")).toBeDefined();
    await waitFor(() => expect(queryClient.getQueryData(['notes'])).toBeUndefined());
    // Not asked again without a token while its screen went.
    expect(readNotes).toHaveBeenCalledTimes(1);
    expect(queryClient.getQueryData(['config'])).toBeDefined();
    expect(Object.keys(localStorage).sort()).toEqual(stay.sort());
  });

  it('says what it was told to say in place of the usual words', async () => {
    await open(founder);
    await who('signed-in');
    await press('Leave for good');
    expect(await see('Come back.')).toBeDefined();
    expect(screen.queryByText("You've been successfully logged out.")).toBeNull();
  });

  it('sends what is unsent before it leaves, while there is a token', async () => {
    const { calls } = await open(founder, { 'PUT /api/notes': {} });
    await who('signed-in');
    const key = draftKey(founder.id, 'note:n1');
    localStorage.setItem(key, '{"document":{"idea":"Bees"}}');
    const letGo = holdUnsent(founder.id, async () => {
      await fetch('/api/notes', { method: 'PUT' });
      localStorage.removeItem(key);
    });
    await press('Leave');
    await who('signed-out nobody');
    letGo();
    const names = calls.map(({ name }) => name);
    expect(names.indexOf('PUT /api/notes')).toBeGreaterThan(0);
    expect(names.indexOf('PUT /api/notes')).toBeLessThan(names.indexOf(leave));
  });

  it('asks before it leaves what only this browser has, and offers it as text', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:text';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const key = draftKey(founder.id, 'ideation:tab:slot');
    const document = { id: 's1', idea: 'Bees', content: 'A very long text', partial: ' ', revision: 0 };
    const left = JSON.stringify({ document, unanswered: null, at: 1 });
    localStorage.setItem(key, left);
    localStorage.setItem(draftKey(founder.id, 'ideation:tab:blank'), '{"document":{"idea":""}}');
    const { callsOf } = await open(founder);
    await who('signed-in');
    await press('Leave');
    await screen.findByRole('dialog', { name: 'A text is not in your account' });
    await press('Download as text');
    expect(await saved[0]?.text()).toBe('Idea\n\nBees\n\nText\n\nA very long text');
    const row = within(await screen.findByRole('listitem'));
    expect(row.getByText('Coach')).toBeDefined();
    expect(row.getByText('Bees')).toBeDefined();
    expect(row.getByRole('link', { name: 'Open coach' }).getAttribute('href')).toBe(
      '/startup-spark-suite/dashboard?modal=showIdeationModal',
    );
    await press('Stay logged in');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([localStorage.getItem(key), callsOf(leave)]).toEqual([left, []]);
    await press('Leave');
    await userEvent.click(await screen.findByRole('button', { name: 'Log out anyway' }));
    await who('signed-out nobody');
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('stays signed in, and says so, when leaving did not work', async () => {
    await open(founder, { [leave]: later, [end]: offline });
    await who('signed-in');
    await press('Leave');
    expect(await see(/You are still logged in/)).toBeDefined();
    await who(`signed-in ${founder.email}`);
    expect(isSessionPending()).toBe(false);
  });

  it('says what is left when only our server could not be reached, and tries it again', async () => {
    let isAway = true;
    const { callsOf } = await open(founder, { [end]: () => (isAway ? later : undefined) });
    await who('signed-in');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await press('Leave');
    await who('signed-out nobody');
    expect(await see(/its cookie in this browser may hold/)).toBeDefined();
    expect([isSessionPending(), callsOf(leave).length, callsOf(end).length]).toEqual([true, 1, 1]);
    isAway = false;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await waitFor(() => expect(isSessionPending()).toBe(false));
    expect(callsOf(end)).toHaveLength(2);
  });

  it('leaves the provider all the same when our server is away from the start', async () => {
    const { callsOf } = await open(founder, { 'POST /api/user/sync': offline, [end]: offline });
    await who('signed-out nobody');
    expect(callsOf(leave)).toHaveLength(1);
    expect(isSessionPending()).toBe(true);
  });

  it.each([true, false])('ends what the one before could not end (visitor: %s)', async (isVisitor) => {
    setSessionPending(true);
    const { callsOf } = await open(null, {}, { isVisitor });
    await waitFor(() => expect(callsOf(end)).toHaveLength(1));
    await waitFor(() => expect(isSessionPending()).toBe(false));
    await who('signed-out');
  });

  it('notices who comes and goes in another tab, and closes the dialog', async () => {
    const { callsOf } = await open(null);
    await who('signed-out');
    await press('Open');
    await screen.findByRole('dialog');
    await signInElsewhere(founder);
    tellTabs();
    await who(`signed-in ${founder.email}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await signInElsewhere(partner);
    tellTabs();
    await who(`signed-in ${partner.email}`);
    // The cached token would still be the founder's.
    expect(callsOf('GET /api/auth/token')).toHaveLength(2);
    await post('/sign-out', {});
    tellTabs();
    await who('signed-out nobody');
  });

  it('reads the plan again when asked', async () => {
    const person = await app.signUp();
    await open(person);
    await who(`signed-in ${person.email} free`);
    const database = connectDatabase(app.databaseUrl, () => {});
    await putOnPlan(database, person, 'pro');
    await database.close();
    await press('Refresh');
    await who(`signed-in ${person.email} pro`);
  });

  it('does not undo a sign-in by a response about who was here before', async () => {
    let answer = (_: Response) => {};
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await open(null, { 'GET /api/auth/get-session': () => waiting });
    await press('Open');
    await signIn();
    await who(`signed-in ${founder.email}`);
    await act(async () => answer(Response.json(null)));
    await who(`signed-in ${founder.email}`);
  });
});

describe('a visitor of the prerendered page', () => {
  it('is one at once, and nothing is asked before it matters', async () => {
    const { calls } = await open(null, {}, { isVisitor: true });
    await who('signed-out');
    expect(statuses).toEqual(['signed-out']);
    expect(calls).toEqual([]);
  });

  it('who turns out to be signed in is not asked to sign in', async () => {
    await open(founder, {}, { isVisitor: true });
    await press('Open');
    await who(`signed-in ${founder.email}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('learns of a sign-in in another tab', async () => {
    await open(founder, {}, { isVisitor: true });
    tellTabs();
    await who(`signed-in ${founder.email}`);
  });
});

const dialog = async () => within(await screen.findByRole('dialog'));
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const pressInside = async (name: string) => userEvent.click((await dialog()).getByRole('button', { name }));

async function fillSignIn(secret = password) {
  await dialog();
  fill('Email', founder.email);
  fill('Password', secret);
}

async function signIn() {
  await fillSignIn();
  await pressInside('Sign In');
}

/** Opens the dialog on one of its tabs. */
async function openDialog(tab: 'Sign In' | 'Sign Up', answers: Answers = {}) {
  const server = await open(null, answers);
  await who('signed-out');
  await press('Open');
  await dialog();
  if (tab === 'Sign Up') await userEvent.click(screen.getByRole('tab', { name: tab }));
  server.calls.length = 0;
  return server;
}

describe('the authentication dialog', () => {
  it('has the specified title and subtitle, and the fields of each tab', async () => {
    await openDialog('Sign In');
    expect(screen.getByRole('dialog', { name: 'Welcome to Startup Spark' })).toBeDefined();
    expect(screen.getByText('Sign in to submit support requests and track your issues')).toBeDefined();
    expect(screen.queryByLabelText('Full Name')).toBeNull();
    expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
    await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(screen.getByLabelText('Full Name')).toBeDefined();
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password');
  });

  it('says what is missing or wrong without asking the server, and goes to the first such field', async () => {
    const { calls } = await openDialog('Sign Up');
    await pressInside('Sign Up');
    expect((await dialog()).getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Enter your full name.',
      'Enter your email.',
      'Enter a password.',
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText('Full Name'));
    fill('Full Name', 'Founder');
    fill('Email', 'founder@example');
    fill('Password', 'five5');
    await pressInside('Sign Up');
    expect(screen.getByText('Enter an email address like name@example.com.')).toBeDefined();
    expect(await see('Signup Failed')).toBeDefined();
    const weak = 'Password is too weak. It should be at least 6 characters.';
    expect(screen.getAllByText(weak)).toHaveLength(2);
    expect(calls).toEqual([]);
  });

  it('keeps what is typed through a change of tab, shows the password on request, and clears it alone', async () => {
    await openDialog('Sign In');
    await fillSignIn();
    await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect([typedIn('Email'), typedIn('Password')]).toEqual([founder.email, password]);
    await pressInside('Show password');
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
    await pressInside('Hide password');
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
    await pressInside('Cancel');
    await press('Open');
    await dialog();
    expect([typedIn('Email'), typedIn('Password')]).toEqual([founder.email, '']);
  });

  it('signs in: says that it is busy, then closes and welcomes', async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    await openDialog('Sign In', {
      'POST /api/auth/sign-in/email': ({ passOn }) => waiting.then(passOn),
    });
    await signIn();
    expect(screen.getByRole('button', { name: 'Signing In...' })).toBeDefined();
    release();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await see('Welcome back!')).toBeDefined();
    expect(screen.getByText("You've successfully logged in.")).toBeDefined();
    await who(`signed-in ${founder.email}`);
  });

  it('stays open with everything typed when the account can not be synced', async () => {
    await openDialog('Sign In', { 'POST /api/user/sync': refusal(409, 'sync_refused', 'no') });
    await signIn();
    expect(await see('Could not sync your account. Please try logging in again.')).toBeDefined();
    expect(typedIn('Password')).toBe(password);
    await who('signed-out');
  });

  it('signs up: says that it is busy, sends the name, and welcomes', async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { callsOf } = await openDialog('Sign Up', {
      'POST /api/auth/sign-up/email': ({ passOn }) => waiting.then(passOn),
    });
    fill('Full Name', ' New Founder ');
    fill('Email', 'new-founder@example.org');
    fill('Password', 'secret1');
    await pressInside('Sign Up');
    expect(screen.getByRole('button', { name: 'Creating Account...' })).toBeDefined();
    release();
    expect(await see('Account created!')).toBeDefined();
    expect(screen.getByText("Welcome! You're now logged in.")).toBeDefined();
    expect(callsOf('POST /api/user/sync')[0]?.body).toMatchObject({ name: 'New Founder' });
    await who('signed-in new-founder@example.org');
  });
});

const wrongPassword = 'Invalid email or password. Please try again.';
const takenEmail = 'This email is already registered. Please sign in.';

describe.each([
  ['Sign In', 'POST /api/auth/sign-in/email', 'Login Failed'],
  ['Sign Up', 'POST /api/auth/sign-up/email', 'Signup Failed'],
] as const)('a failed %s', (tab, endpoint, title) => {
  async function fail(answers: Answers) {
    await openDialog(tab, answers);
    if (tab === 'Sign Up') fill('Full Name', 'Founder');
    await fillSignIn('not-the-secret');
    await pressInside(tab);
  }

  it.each([
    // As the server itself says it.
    [0, null, tab === 'Sign In' ? wrongPassword : takenEmail],
    [401, 'INVALID_EMAIL_OR_PASSWORD', wrongPassword],
    [422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', takenEmail],
    [400, 'PASSWORD_TOO_SHORT', 'Password is too weak. It should be at least 6 characters.'],
    [403, 'BANNED_USER', 'This user account has been disabled by an administrator.'],
    [
      429,
      'auth/too-many-requests',
      'Access to this account has been temporarily disabled due to many failed login attempts. You can reset your password or try again later.',
    ],
    [429, 'too_many_requests', 'Too many tries. Please wait a while, then try again.'],
    [500, null, 'An unknown error occurred during authentication.'],
  ] as const)(`is a "${title}" toast for %i %s, and clears nothing`, async (status, code, text) => {
    await fail(status ? { [endpoint]: Response.json(code ? { code } : {}, { status }) } : {});
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getByText(title)).toBeDefined();
    expect([typedIn('Email'), typedIn('Password')]).toEqual([founder.email, 'not-the-secret']);
  });

  it('has its cause in the console when the toast sends people there', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await fail({ [endpoint]: Response.json({ code: 'SOMETHING_NEW' }, { status: 400 }) });
    expect(
      await see('An unexpected error occurred during authentication. Please check the console for details.'),
    ).toBeDefined();
    expect(screen.getByText(title)).toBeDefined();
    expect(log.mock.calls[0]?.[0]).toMatchObject({ cause: { code: 'SOMETHING_NEW' } });
  });
});

describe('a sign-in with a second step', () => {
  const verify = 'POST /api/auth/two-factor/verify-totp';
  let uri: string;
  beforeAll(async () => {
    app.connect();
    await signInElsewhere(guarded);
    const made = await (await post('/two-factor/enable', { password })).json();
    uri = (made as { totpURI: string }).totpURI;
    expect((await post('/two-factor/verify-totp', { code: totp(uri) })).status).toBe(200);
  });

  async function enterPassword(answers: Answers = {}) {
    await openDialog('Sign In', answers);
    fill('Email', guarded.email);
    fill('Password', password);
    await pressInside('Sign In');
    await screen.findByRole('dialog', { name: 'Enter your code' });
  }

  it('asks for a code after the password', async () => {
    await enterPassword();
    await pressInside('Sign In');
    expect(await see('Enter a code.')).toBeDefined();
    fill('Code', '12345');
    await pressInside('Sign In');
    expect(await see('That code is not right. Enter the newest one.')).toBeDefined();
    fill('Code', totp(uri).replace(/^.../, '$& '));
    await pressInside('Sign In');
    await who(`signed-in ${guarded.email}`);
    expect(await see('Welcome back!')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('begins with Sign Up where the address is for newcomers', async () => {
    await open(null, {}, { at: '/?modal=jobForm&signIn=new' });
    await dialog();
    expect(screen.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('true');
  });

  it('asks for it in a dialog that the address opened too', async () => {
    await open(null, {}, { at: '/?signIn=1' });
    await dialog();
    fill('Email', guarded.email);
    fill('Password', password);
    await pressInside('Sign In');
    expect(await screen.findByRole('dialog', { name: 'Enter your code' })).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
  });

  it.each([
    [401, 'INVALID_TWO_FACTOR_COOKIE', 'Sign in again', 'Welcome to Startup Spark'],
    [
      429,
      'ACCOUNT_TEMPORARILY_LOCKED',
      'Too many tries. Please wait a while, then try again.',
      'Enter your code',
    ],
    [500, null, 'An unknown error occurred during authentication.', 'Enter your code'],
  ])('says what is wrong after %i %s', async (status, code, text, name) => {
    await enterPassword({ [verify]: Response.json(code ? { code } : {}, { status }) });
    fill('Code', '123456');
    await pressInside('Sign In');
    expect(await see(text)).toBeDefined();
    expect(await screen.findByRole('dialog', { name })).toBeDefined();
  });
});

describe('a forgotten password', () => {
  const reset = 'POST /api/auth/request-password-reset';

  it('sends the link to the email already typed, and leads to the development outbox', async () => {
    const { callsOf } = await openDialog('Sign In');
    fill('Email', founder.email);
    await pressInside('Forgot your password?');
    await pressInside('Send link');
    expect(await see('Check your e-mail')).toBeDefined();
    expect(callsOf(reset)[0]?.body).toEqual({ email: founder.email });
    const outbox = await screen.findByRole('link', { name: 'development outbox' });
    expect(outbox.getAttribute('href')).toBe('/outbox');
    await pressInside('Back to Sign In');
    expect(typedIn('Email')).toBe(founder.email);
  });

  it.each([
    [503, 'mail_not_configured', message('mail_not_configured').text],
    [429, 'too_many_requests', /your password has not changed/],
  ])('says why no link came: %i %s', async (status, code, text) => {
    await openDialog('Sign In', { [reset]: refusal(status, code, 'No.') });
    await pressInside('Forgot your password?');
    fill('Email', founder.email);
    await pressInside('Send link');
    expect(await see(text)).toBeDefined();
  });
});

describe('the address', () => {
  const survey = '/survey/survey-calm-1234567';
  const at = (next: string, more = '') =>
    `/?${new URLSearchParams({ signIn: '1', next })}${more && `&${more}`}`;
  const watchWindow = () => vi.spyOn(window.location, 'replace').mockImplementation(() => {});

  it.each([
    [survey, /^This survey is not open to everybody\. Sign in, or ask the person who sent it\.$/],
    [
      '/startup-spark-suite/inbox/request-1',
      /^The page that you opened is for people .* right back to it\.$/,
    ],
  ])('opens the dialog by ?signIn=1, says that one comes back to %s, and goes there', async (next, text) => {
    const go = watchWindow();
    await open(null, {}, { at: at(next) });
    await dialog();
    expect(screen.getByText(text)).toBeDefined();
    await signIn();
    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith(next));
  });

  it('stays here when ?next= leads elsewhere, without its parameters', async () => {
    const go = watchWindow();
    await open(null, {}, { at: at('//evil.example/survey/', 'modal=jobForm') });
    await signIn();
    await waitFor(() => expect(place()).toBe('/?modal=jobForm'));
    expect(go).not.toHaveBeenCalled();
  });

  it('loses its parameters when the dialog is cancelled', async () => {
    await open(null, {}, { at: at(survey) });
    await pressInside('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('leaves no entry behind when another tab of the dialog was chosen', async () => {
    await open(null, {}, { at: at(survey) });
    const entries = history.length;
    await userEvent.click((await dialog()).getByRole('tab', { name: 'Sign Up' }));
    expect(history.length).toBe(entries);
    await pressInside('Cancel');
    await waitFor(() => expect(place()).toBe('/'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(history.length).toBe(entries);
  });

  it('offers a new link when the old one is spent', async () => {
    await open(null, {}, { at: '/?resetToken=abc' });
    await dialog();
    fill('New password', 'secret2');
    await pressInside('Save password');
    expect(await see('This link is no longer valid. Please ask for a new one.')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Reset your password' })).toBeDefined();
  });
});

describe('the link that confirms an address', () => {
  const verify = 'GET /api/auth/verify-email';
  const at = '/?verifyToken=abc';

  it('asks a signed-in person too before it confirms, and then reads the account with a new token', async () => {
    const { callsOf } = await open(founder, { [verify]: { status: true, user: null } }, { at });
    await who(`signed-in ${founder.email}`);
    expect(place()).toBe('/');
    expect(
      screen.getByText('Only if you asked for this link. Otherwise cancel, and nothing happens.'),
    ).toBeDefined();
    expect(callsOf(verify)).toEqual([]);
    await pressInside('Confirm my email');
    expect(await see('The address of your account is confirmed.')).toBeDefined();
    await waitFor(() => expect(callsOf('POST /api/user/sync')).toHaveLength(2));
    expect(callsOf(verify)[0]?.query.get('token')).toBe('abc');
    expect(callsOf('GET /api/auth/token')).toHaveLength(2);
    expect(localStorage.getItem('accountChanged')).not.toBeNull();
  });

  it('says which new address a change is to', async () => {
    const payload = { email: founder.email, updateTo: 'new@example.com' };
    const token = `e30.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.signature`;
    await open(founder, {}, { at: `/?verifyToken=${token}` });
    expect(await screen.findByRole('dialog', { name: 'Confirm your new email' })).toBeDefined();
    expect(screen.getByText(/^Your account gets the email new@example.com\./)).toBeDefined();
  });

  it('names no address that is none', async () => {
    const token = `e30.${btoa(JSON.stringify({ updateTo: 'call us now' })).replaceAll('=', '')}.signature`;
    await open(founder, {}, { at: `/?verifyToken=${token}` });
    expect(await screen.findByRole('dialog', { name: 'Confirm your email' })).toBeDefined();
  });

  it('says so when it is spent', async () => {
    await open(null, {}, { at });
    await pressInside('Confirm my email');
    expect(await see(/This link was used before or is too old/)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  describe('of an account that is not signed in here', () => {
    const foreign = refusal(401, 'email_confirm_sign_in', 'Sign in.');

    it('sets a password of its owner, who may not have made the account', async () => {
      const reset = 'POST /api/auth/reset-password';
      const { callsOf } = await open(null, { [verify]: foreign, [reset]: { status: true } }, { at });
      await pressInside('Confirm my email');
      expect(await see(/^Sign in to its account first\. Not your account\?/)).toBeDefined();
      await pressInside('Set a new password');
      await userEvent.type((await dialog()).getByLabelText('New password'), 'owned-by-me');
      await pressInside('Save password');
      expect(await see('You can now sign in with your new password.')).toBeDefined();
      expect(callsOf(reset)[0]?.body).toEqual({ token: 'abc', newPassword: 'owned-by-me' });
    });

    it('waits for somebody who signs in', async () => {
      await open(null, { [verify]: foreign }, { at });
      await pressInside('Confirm my email');
      await pressInside('Sign In');
      const form = await dialog();
      await userEvent.type(form.getByLabelText('Email'), founder.email);
      await userEvent.type(form.getByLabelText('Password'), `${password}{Enter}`);
      await who(`signed-in ${founder.email}`);
      expect(await screen.findByRole('button', { name: 'Confirm my email' })).toBeDefined();
    });

    it('offers no other sign-in to somebody who is signed in', async () => {
      await open(partner, { [verify]: foreign }, { at });
      await who(`signed-in ${partner.email}`);
      await pressInside('Confirm my email');
      expect(await screen.findByRole('button', { name: 'Set a new password' })).toBeDefined();
      expect((await dialog()).queryByRole('button', { name: 'Sign In' })).toBeNull();
    });
  });

  it('says so when it changes an account that is not signed in here', async () => {
    const token = `e30.${btoa(JSON.stringify({ updateTo: 'new@example.com' })).replaceAll('=', '')}.signature`;
    const foreign = refusal(401, 'email_change_sign_in', 'Sign in.');
    await open(null, { [verify]: foreign }, { at: `/?verifyToken=${token}` });
    await pressInside('Confirm my email');
    expect(await see(/Sign in to the account whose email changes/)).toBeDefined();
  });

  it('can be tried again when the provider can not be reached', async () => {
    await open(null, { [verify]: new Response('', { status: 500 }) }, { at });
    await pressInside('Confirm my email');
    expect(await see(/your email is not confirmed yet/)).toBeDefined();
    expect((await dialog()).getByRole('button', { name: 'Confirm my email' })).toBeDefined();
  });

  it('opened in another tab has this one ask again', async () => {
    const { callsOf } = await open(founder);
    await who(`signed-in ${founder.email}`);
    tellTabs('accountChanged');
    await waitFor(() => expect(callsOf('POST /api/user/sync')).toHaveLength(2));
  });
});
