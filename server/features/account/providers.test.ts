import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeOf, type ProviderPerson, withSignInProviders } from '#fakes/sign-in/sign-in.ts';
import { verifyAddress } from '#server/testing/agents.ts';
import { type AuthBrowser, authBrowser, password } from '#server/testing/auth-browser.ts';
import { authenticator } from '#server/testing/authenticator.ts';
import { openTestServer } from '#server/testing/test-server.ts';
import { totp } from '#server/testing/totp.ts';

const server = openTestServer(
  {},
  {
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret-of-tests',
    GITHUB_CLIENT_ID: 'github-client',
    GITHUB_CLIENT_SECRET: 'github-secret-of-tests',
  },
);
beforeEach(() => void vi.stubGlobal('fetch', withSignInProviders(fetch)));
afterEach(() => void vi.unstubAllGlobals());

type Provider = 'google' | 'github';
const providers: Provider[] = ['google', 'github'];
const claimsOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
let count = 0;
const person = (email: string | null, verified = true): ProviderPerson => ({
  id: String(1000 + ++count),
  name: 'Grace',
  email,
  verified,
});

/** Goes to the provider; tells with which state it is to send the person back. */
async function leave(browser: AuthBrowser, provider: Provider, next?: string): Promise<URL> {
  const { body } = await browser.post('/sign-in/social', { provider, ...(next && { next }) });
  return new URL(String(body.url));
}

async function signInWith(browser: AuthBrowser, provider: Provider, who: ProviderPerson, next?: string) {
  const state = (await leave(browser, provider, next)).searchParams.get('state') ?? '';
  return browser.follow(`/callback/${provider}?${new URLSearchParams({ code: codeOf(who), state })}`);
}

/** Runs `work` while rows that a session with a passkey adds for this user wait to be stored; resolves once they are. */
async function holdInserts<T>(
  pool: Pool,
  table: string,
  userId: string,
  work: (isHeld: () => Promise<void>) => Promise<{ adding: Promise<T> }>,
): Promise<T> {
  const holder = await pool.connect();
  const only = table === 'identity_sessions' ? 'and new.second_factor' : '';
  try {
    await holder.query('select pg_advisory_lock(7)');
    await holder.query(`
      create or replace function hold_insert() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(7); return new; end $$;
      create trigger hold_insert before insert on ${table} for each row
        when (new.user_id = '${userId}' ${only}) execute function hold_insert();`);
    const { adding } = await work(() =>
      vi.waitFor(async () => {
        const waits = "select 1 from pg_locks where locktype = 'advisory' and objid = 7 and not granted";
        expect((await holder.query(waits)).rows).toHaveLength(1);
      }),
    );
    await holder.query('select pg_advisory_unlock(7)');
    return await adding;
  } finally {
    await holder.query('select pg_advisory_unlock_all()');
    await holder.query(`drop trigger hold_insert on ${table}`);
    holder.release();
  }
}

describe.each(providers)('signing in with %s', (provider) => {
  it('is offered, and asks the provider to come back to the site', async () => {
    expect((await server.call('GET', '/api/config')).body.providers).toEqual(providers);
    const { searchParams } = await leave(authBrowser(server), provider);
    expect(searchParams.get('redirect_uri')).toBe(`http://localhost:3000/api/auth/callback/${provider}`);
  });

  it('makes an account of a proven address, and finds it again, with no token of the provider kept', async () => {
    const who = person(`new-${provider}@example.com`);
    for (const next of [undefined, '/survey/abc?x=1']) {
      const browser = authBrowser(server);
      const back = await signInWith(browser, provider, who, next);
      expect([back.pathname, back.searchParams.get('signIn')]).toEqual(['/', '1']);
      expect(back.searchParams.get('next')).toBe(next ?? null);
      expect(claimsOf(await browser.token())).toMatchObject({ email: who.email, email_verified: true });
    }
    const { rows } = await server.database.pool.query(
      'select access_token, refresh_token, id_token from identity_accounts where account_id = $1',
      [who.id],
    );
    expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
  });

  it('joins an account whose address is proven, password and all', async () => {
    const user = await server.signUp();
    await verifyAddress(server, user);
    const browser = authBrowser(server);
    await signInWith(browser, provider, person(user.email));
    expect(claimsOf(await browser.token()).sub).toBe(user.id);
    expect((await authBrowser(server).signIn(user.email)).status).toBe(200);
  });

  it('takes an account from a stranger who registered the address', async () => {
    const user = await server.signUp();
    const stranger = authBrowser(server);
    await stranger.signIn(user.email);
    const device = authenticator('http://localhost:3000');
    const { body } = await stranger.post('/two-factor/enable', { password });
    await stranger.post('/two-factor/verify-totp', { code: totp(String(body.totpURI)) });
    expect((await stranger.addPasskey(device)).status).toBe(200);
    const waiting = authBrowser(server);
    await waiting.signIn(user.email);

    const owner = authBrowser(server);
    expect((await signInWith(owner, provider, person(user.email))).searchParams.get('signIn')).toBe('1');
    expect(claimsOf(await owner.token())).toMatchObject({ email_verified: true, second_factor: false });

    expect(await stranger.token()).toBeUndefined();
    expect((await server.call('GET', '/api/jobs', { token: user.token })).status).toBe(401);
    expect((await authBrowser(server).signIn(user.email)).status).toBe(401);
    expect((await authBrowser(server).signInWithPasskey(device)).status).toBe(401);
    const code = { code: totp(String(body.totpURI)) };
    expect((await waiting.post('/two-factor/verify-totp', code)).status).toBe(401);
  });

  it('ends the change of address that a stranger asked for before', async () => {
    const user = await server.signUp();
    const stranger = authBrowser(server);
    await stranger.signIn(user.email);
    const newEmail = `stranger-${user.email}`;
    await stranger.post('/change-email', { newEmail, currentPassword: password });
    await server.app.runDueTasks();
    const page = await (await server.fetch('/outbox')).text();
    const mail = page.split('<article>').find((article) => article.includes(newEmail)) ?? '';
    const token = /verifyToken=([^"&]+)/.exec(mail)?.[1] ?? '';
    const owner = authBrowser(server);
    await signInWith(owner, provider, person(user.email));
    const { status, body } = await owner.get(`/verify-email?token=${token}`);
    expect([status, body.code]).toEqual([401, 'email_change_sign_in']);
    expect(claimsOf(await owner.token()).email).toBe(user.email);
  });

  it.each(['passkeys', 'sessions'])('takes it from a stranger whose %s are being stored', async (table) => {
    const { pool } = server.database;
    const user = await server.signUp();
    const stranger = authBrowser(server);
    await stranger.signIn(user.email);
    await stranger.addPasskey(authenticator('http://localhost:3000'));
    const { body } = await stranger.post('/two-factor/enable', { password });
    const { status } = await holdInserts(pool, `identity_${table}`, user.id, async (isHeld) => {
      const adding =
        table === 'passkeys'
          ? stranger.addPasskey(authenticator('http://localhost:3000'))
          : stranger.post('/two-factor/verify-totp', { code: totp(String(body.totpURI)) });
      await isHeld();
      await signInWith(authBrowser(server), provider, person(user.email));
      return { adding };
    });
    expect(status).toBe(401);
    expect(await stranger.token()).toBeUndefined();
    const { rows } = await pool.query(
      `select two_factor_enabled from identity_users where id = $1
       union all select true from identity_passkeys where user_id = $1
       union all select true from identity_two_factors where user_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ two_factor_enabled: false }]);
  });

  it('refuses an address that the provider has not proven, and changes nothing', async () => {
    const user = await server.signUp();
    await verifyAddress(server, user);
    for (const [email, error] of [
      [user.email, 'account_not_linked'],
      [`unproven-${provider}@example.com`, 'email_not_verified'],
    ] as const) {
      const browser = authBrowser(server);
      const back = await signInWith(browser, provider, person(email, false));
      expect(back.searchParams.get('error')).toBe(error);
      expect(await browser.token()).toBeUndefined();
    }
    const { rows } = await server.database.pool.query('select 1 from identity_users where email = $1', [
      `unproven-${provider}@example.com`,
    ]);
    expect(rows).toEqual([]);
  });

  it('asks an account with a second step for its code', async () => {
    const user = await server.signUp();
    await verifyAddress(server, user);
    const own = authBrowser(server);
    await own.signIn(user.email);
    const uri = String((await own.post('/two-factor/enable', { password })).body.totpURI);
    await own.post('/two-factor/verify-totp', { code: totp(uri) });
    const browser = authBrowser(server);
    const back = await signInWith(browser, provider, person(user.email), '/survey/abc');
    expect(back.search).toBe('?signIn=code&next=%2Fsurvey%2Fabc');
    expect(await browser.token()).toBeUndefined();
    expect((await browser.post('/two-factor/verify-totp', { code: totp(uri) })).status).toBe(200);
    expect(claimsOf(await browser.token()).second_factor).toBe(true);
  });

  it.each<[string, (state: string) => Record<string, string>, string]>([
    [
      'was refused there',
      (state) => ({ error: 'access_denied', error_description: 'Words', state }),
      'access_denied',
    ],
    ['names no address', (state) => ({ code: codeOf(person(null)), state }), 'email_not_found'],
    ['lost its state', () => ({ code: codeOf(person('lost@example.com')), state: 'lost' }), 'state_mismatch'],
    ['has no state', () => ({ code: codeOf(person('lost@example.com')) }), 'state_not_found'],
  ])('leads back to Sign In when it %s', async (_case, answer, error) => {
    const browser = authBrowser(server);
    const state = (await leave(browser, provider)).searchParams.get('state') ?? '';
    const back = await browser.follow(`/callback/${provider}?${new URLSearchParams(answer(state))}`);
    expect([back.pathname, back.search]).toEqual(['/', `?signIn=1&error=${error}`]);
    expect(await browser.token()).toBeUndefined();
  });

  it('is not finished in another browser', async () => {
    const state = (await leave(authBrowser(server), provider)).searchParams.get('state') ?? '';
    const other = authBrowser(server);
    const code = codeOf(person('another-browser@example.com'));
    const back = await other.follow(`/callback/${provider}?${new URLSearchParams({ code, state })}`);
    expect(back.searchParams.get('error')).toBe('state_mismatch');
    expect(await other.token()).toBeUndefined();
  });
});

describe('an account of a provider', () => {
  it('has a second step without a password', async () => {
    const browser = authBrowser(server);
    const who = person('no-password@example.com');
    await signInWith(browser, 'github', who);
    const uri = String((await browser.post('/two-factor/enable', {})).body.totpURI);
    expect((await browser.post('/two-factor/verify-totp', { code: totp(uri) })).status).toBe(200);
    expect((await browser.get('/list-accounts')).body).toMatchObject([{ providerId: 'github' }]);
    const back = await signInWith(authBrowser(server), 'github', who);
    expect(back.searchParams.get('signIn')).toBe('code');
  });

  it('changes its second step and passkeys on the day of a sign-in alone', async () => {
    const browser = authBrowser(server);
    const who = person('left-open@example.com');
    await signInWith(browser, 'github', who);
    await server.database.pool.query(
      "update identity_sessions set created_at = created_at - interval '25 hours' where user_id = $1",
      [claimsOf(await browser.token()).sub],
    );
    for (const { status, body } of [
      await browser.post('/two-factor/enable', {}),
      await browser.post('/two-factor/disable', {}),
      await browser.post('/two-factor/generate-backup-codes', {}),
      await browser.addPasskey(authenticator('http://localhost:3000'), {}),
    ])
      expect([status, body.code]).toEqual([403, 'SESSION_NOT_FRESH']);
    await signInWith(browser, 'github', who);
    expect((await browser.addPasskey(authenticator('http://localhost:3000'), {})).status).toBe(200);
    expect((await browser.post('/two-factor/enable', {})).status).toBe(200);
  });
});

describe('a site without keys', () => {
  const plain = openTestServer();

  it('offers no provider, and has none', async () => {
    expect((await plain.call('GET', '/api/config')).body).not.toHaveProperty('providers');
    expect((await authBrowser(plain).post('/sign-in/social', { provider: 'github' })).status).toBe(404);
  });
});
