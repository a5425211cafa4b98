// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { message } from '#shared/messages/catalogue.ts';
import { founder, signedInAnswers } from '#web/testing/accounts.data.ts';
import { refusal, type StubServer, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { AuthDialog } from './AuthDialog.tsx';
import { Account, type AccountState } from './account.ts';
import type { AuthView } from './use-auth-view.ts';

const signIn = 'POST /api/auth/sign-in/email';
const signUp = 'POST /api/auth/sign-up/email';

function Example({ first, account }: { first: AuthView; account: Account }) {
  const [view, setView] = useState<AuthView | null>(first);
  return (
    <>
      <AuthDialog
        account={account}
        view={view}
        mailCode="code"
        onView={setView}
        onCancel={() => setView(null)}
      />
      <button type="button" onClick={() => setView('sign-in')}>
        Open again
      </button>
      <Toaster />
    </>
  );
}

function show(first: AuthView, answers: Parameters<typeof stubServer>[0] = {}) {
  const server: StubServer = stubServer({ ...signedInAnswers, ...answers });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const states: AccountState[] = [];
  const account = new Account(cache, (state) => states.push(state));
  render(
    <QueryClientProvider client={cache}>
      <Example first={first} account={account} />
    </QueryClientProvider>,
  );
  return { ...server, states };
}

const fill = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const press = (name: string) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const choose = (name: string) => userEvent.click(screen.getByRole('tab', { name }));

async function fillSignIn(password = 'secret1') {
  await fill('Email', founder.email);
  await fill('Password', password);
}

describe('the authentication dialog', () => {
  it.each([
    ['/survey/survey-calm-1234567', /^You are invited to answer a survey\./],
    ['/startup-spark-suite/inbox/request-1', /^The page that you opened is for people who are signed in\./],
  ])('says that one comes back to %s', (next, words) => {
    history.replaceState(null, '', `/?${new URLSearchParams({ signIn: '1', next })}`);
    show('sign-in');
    expect(screen.getByText(words).textContent).toMatch(/you come right back to it\.$/);
    history.replaceState(null, '', '/');
  });

  it('has the specified title and subtitle, and the fields of each tab', async () => {
    show('sign-in');
    expect(screen.getByRole('dialog', { name: 'Welcome to Startup Spark' })).toBeDefined();
    expect(screen.getByText('Sign in to submit support requests and track your issues')).toBeDefined();
    expect(screen.queryByLabelText('Full Name')).toBeNull();
    expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
    await choose('Sign Up');
    expect(screen.getByLabelText('Full Name')).toBeDefined();
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password');
  });

  it('says what is missing without asking the server, and goes to the first such field', async () => {
    const { calls } = show('sign-up');
    await press('Sign Up');
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Enter your full name.',
      'Enter your email.',
      'Enter a password.',
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText('Full Name'));
    expect(calls).toEqual([]);
  });

  it('refuses a crooked email and a weak password before the server does', async () => {
    const { calls } = show('sign-up');
    await fill('Full Name', 'Founder');
    await fill('Email', 'founder@example');
    await fill('Password', 'five5');
    await press('Sign Up');
    expect(screen.getByText('Enter an email address like name@example.com.')).toBeDefined();
    const weak = 'Password is too weak. It should be at least 6 characters.';
    expect(screen.getByText(weak, { selector: '[role=alert]' })).toBeDefined();
    expect(await screen.findByText('Signup Failed')).toBeDefined();
    expect(screen.getAllByText(weak)).toHaveLength(2);
    expect(calls).toEqual([]);
  });

  it('keeps what is typed through a change of tab, and shows the password on request', async () => {
    show('sign-in');
    await fillSignIn();
    await choose('Sign Up');
    expect([typedIn('Email'), typedIn('Password')]).toEqual([founder.email, 'secret1']);
    await press('Show password');
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
    await press('Hide password');
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  });

  it('forgets the password, but not the email, when it is cancelled', async () => {
    show('sign-in');
    await fillSignIn();
    await press('Cancel');
    await userEvent.click(screen.getByRole('button', { name: 'Open again' }));
    expect([typedIn('Email'), typedIn('Password')]).toEqual([founder.email, '']);
  });
});

describe('signing in', () => {
  it('says that it is busy, then closes and welcomes', async () => {
    let answer = (_: Response) => {};
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { states } = show('sign-in', { [signIn]: () => waiting });
    await fillSignIn();
    await press('Sign In');
    expect(screen.getByRole('button', { name: 'Signing In...' })).toBeDefined();
    answer(Response.json({ user: founder }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Welcome back!')).toBeDefined();
    expect(screen.getByText("You've successfully logged in.")).toBeDefined();
    expect(states).toEqual([{ status: 'signed-in', user: founder }]);
  });

  it('stays open with everything typed when the account can not be synced', async () => {
    const { states } = show('sign-in', {
      [signIn]: { user: founder },
      'POST /api/user/sync': refusal(409, 'sync_refused', 'no'),
    });
    await fillSignIn();
    await press('Sign In');
    expect(
      await screen.findByText('Could not sync your account. Please try logging in again.'),
    ).toBeDefined();
    expect(typedIn('Password')).toBe('secret1');
    expect(states).toEqual([{ status: 'signed-out', user: null }]);
  });
});

describe('signing up', () => {
  it('says that it is busy, sends the name, and welcomes', async () => {
    let answer = (_: Response) => {};
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { callsOf } = show('sign-up', { [signUp]: () => waiting });
    await fill('Full Name', ' Founder ');
    await fillSignIn();
    await press('Sign Up');
    expect(screen.getByRole('button', { name: 'Creating Account...' })).toBeDefined();
    answer(Response.json({ user: founder }));
    expect(await screen.findByText('Account created!')).toBeDefined();
    expect(screen.getByText("Welcome! You're now logged in.")).toBeDefined();
    expect(callsOf(signUp)[0]?.body).toEqual({
      name: 'Founder',
      email: founder.email,
      password: 'secret1',
    });
  });
});

const failures: [string, number, string | null, string][] = [
  ['a wrong password', 401, 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password. Please try again.'],
  [
    'a taken email',
    422,
    'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    'This email is already registered. Please sign in.',
  ],
  ['a weak password', 400, 'PASSWORD_TOO_SHORT', 'Password is too weak. It should be at least 6 characters.'],
  ['a disabled user', 403, 'BANNED_USER', 'This user account has been disabled by an administrator.'],
  [
    'too many attempts',
    429,
    'auth/too-many-requests',
    'Access to this account has been temporarily disabled due to many failed login attempts. You can reset your password or try again later.',
  ],
  ['an answer without a code', 500, null, 'An unknown error occurred during authentication.'],
];

describe.each([
  ['Sign In', 'sign-in', signIn, 'Login Failed'],
  ['Sign Up', 'sign-up', signUp, 'Signup Failed'],
] as const)('a failed %s', (button, view, endpoint, title) => {
  async function fail(status: number, code: string | null) {
    show(view, { [endpoint]: Response.json(code ? { code } : {}, { status }) });
    if (view === 'sign-up') await fill('Full Name', 'Founder');
    await fillSignIn();
    await press(button);
  }

  it.each(failures)(`is a "${title}" toast for %s, and clears nothing`, async (_, status, code, text) => {
    await fail(status, code);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getByText(title)).toBeDefined();
    expect([typedIn('Email'), typedIn('Password')]).toEqual([founder.email, 'secret1']);
  });

  it('has its cause in the console when the toast sends people there', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await fail(400, 'SOMETHING_NEW');
    expect(
      await screen.findByText(
        'An unexpected error occurred during authentication. Please check the console for details.',
      ),
    ).toBeDefined();
    expect(screen.getByText(title)).toBeDefined();
    expect(log.mock.calls[0]?.[0]).toMatchObject({ cause: { code: 'SOMETHING_NEW' } });
  });
});

describe('a forgotten password', () => {
  it('sends the link to the email already typed, and leads to the development outbox', async () => {
    const { callsOf } = show('sign-in', { 'POST /api/auth/request-password-reset': { status: true } });
    await fill('Email', founder.email);
    await press('Forgot your password?');
    await press('Send link');
    expect(await screen.findByText('Check your e-mail')).toBeDefined();
    expect(callsOf('POST /api/auth/request-password-reset')[0]?.body).toEqual({ email: founder.email });
    const outbox = await screen.findByRole('link', { name: 'development outbox' });
    expect(outbox.getAttribute('href')).toBe('/outbox');
    await press('Back to Sign In');
    expect(typedIn('Email')).toBe(founder.email);
  });

  it('tells the truth where no mail can be sent', async () => {
    const { text } = message('mail_not_configured');
    const answer = refusal(503, 'mail_not_configured', text);
    show('forgotten', { 'POST /api/auth/request-password-reset': answer });
    await fill('Email', founder.email);
    await press('Send link');
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('says when that did not work', async () => {
    show('forgotten', { 'POST /api/auth/request-password-reset': refusal(429, 'too_many_requests', 'wait') });
    await fill('Email', founder.email);
    await press('Send link');
    expect(await screen.findByText(/your password has not changed/)).toBeDefined();
  });
});

describe('the link that confirms an address', () => {
  const verify = 'GET /api/auth/verify-email';

  it('asks before it confirms, and then reads the account with a new token', async () => {
    const { calls, callsOf, states } = show('verify-email', { [verify]: { status: true, user: null } });
    expect(screen.getByText(/Only if you created an account here yourself/)).toBeDefined();
    expect(calls).toEqual([]);
    await press('Confirm my email');
    expect(await screen.findByText('The address of your account is confirmed.')).toBeDefined();
    expect(callsOf(verify)[0]?.query.get('token')).toBe('code');
    await waitFor(() => expect(states.at(-1)?.user).toEqual(founder));
    expect(localStorage.getItem('accountChanged')).not.toBeNull();
  });

  it('says so when it is spent', async () => {
    const { calls } = show('verify-email', { [verify]: refusal(401, 'TOKEN_EXPIRED', 'Token expired') });
    expect(screen.getByText(/Only if you created an account here yourself/)).toBeDefined();
    expect(calls).toEqual([]);
    await press('Confirm my email');
    expect(await screen.findByText(/This link was used before or is too old/)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be tried again when the provider can not be reached', async () => {
    show('verify-email', { 'GET /api/config': new Response('', { status: 500 }) });
    await press('Confirm my email');
    expect(await screen.findByText(/your email is not confirmed yet/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirm my email' })).toBeDefined();
  });
});
