import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAddress } from '#server/testing/agents.ts';
import { type AuthBrowser, authBrowser, password } from '#server/testing/auth-browser.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import { totp } from '#server/testing/totp.ts';

const server = openTestServer();
async function enable(here: AuthBrowser) {
  const { status, body } = await here.post('/two-factor/enable', { password });
  expect(status).toBe(200);
  const { totpURI: uri, backupCodes } = body as { totpURI: string; backupCodes: string[] };
  expect((await here.post('/two-factor/verify-totp', { code: totp(uri) })).status).toBe(200);
  return { uri, backupCodes };
}

const otherCode = (uri: string) => String((Number(totp(uri)) + 1) % 1_000_000).padStart(6, '0');
const claimsOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const statusOf = async (token: string) => (await server.call('GET', '/api/jobs', { token })).status;

describe('a second factor', () => {
  let user: TestUser;
  let here: AuthBrowser;
  beforeAll(async () => {
    user = await server.signUp();
    here = authBrowser(server);
    await here.signIn(user.email);
  });

  it('is set up with the password and a first code, and ends the sessions that never passed it', async () => {
    expect((await here.post('/two-factor/enable', { password: 'wrong-one' })).body.code).toBe(
      'INVALID_PASSWORD',
    );
    const { body } = await here.post('/two-factor/enable', { password });
    const uri = String(body.totpURI);
    expect(new URL(uri).searchParams.get('issuer')).toBe('Startup Spark');
    expect((await here.post('/two-factor/verify-totp', { code: otherCode(uri) })).status).toBe(401);
    const elsewhere = authBrowser(server);
    expect((await elsewhere.signIn(user.email)).body).not.toHaveProperty('twoFactorRedirect');
    expect(claimsOf(await elsewhere.token()).second_factor).toBe(false);
    expect((await here.post('/two-factor/verify-totp', { code: totp(uri) })).status).toBe(200);
    expect(await elsewhere.token()).toBeUndefined();
    expect(await statusOf(user.token)).toBe(401);
    expect(claimsOf(await here.token()).second_factor).toBe(true);
  });

  it('is off again with the password, and no sign-in asks for it then', async () => {
    expect((await here.post('/two-factor/disable', { password: 'wrong-one' })).status).toBe(400);
    expect((await here.post('/two-factor/disable', { password })).status).toBe(200);
    const again = authBrowser(server);
    expect((await again.signIn(user.email)).body).not.toHaveProperty('twoFactorRedirect');
    expect(claimsOf(await again.token()).second_factor).toBe(false);
  });
});

describe('signing in with a second factor', () => {
  let email: string;
  let factor: Awaited<ReturnType<typeof enable>>;
  beforeAll(async () => {
    ({ email } = await server.signUp());
    const here = authBrowser(server);
    await here.signIn(email);
    factor = await enable(here);
  });

  it('takes the password and a code, and shows no session token to scripts', async () => {
    const here = authBrowser(server);
    expect((await here.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
    expect(await here.token()).toBeUndefined();
    const wrong = await here.post('/two-factor/verify-totp', { code: otherCode(factor.uri) });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CODE']);
    const right = await here.post('/two-factor/verify-totp', { code: totp(factor.uri) });
    expect([right.status, right.body.user, right.body.token]).toMatchObject([200, { email }, undefined]);
    expect(claimsOf(await here.token()).second_factor).toBe(true);
  });

  it('takes a backup code once', async () => {
    const [code = ''] = factor.backupCodes;
    for (const status of [200, 401]) {
      const here = authBrowser(server);
      await here.signIn(email);
      expect((await here.post('/two-factor/verify-backup-code', { code })).status).toBe(status);
    }
  });

  it('takes no code without the password', async () => {
    const here = authBrowser(server);
    expect((await here.post('/two-factor/verify-totp', { code: totp(factor.uri) })).status).toBe(401);
    await here.signIn(email, 'wrong-one');
    expect((await here.post('/two-factor/verify-totp', { code: totp(factor.uri) })).status).toBe(401);
  });

  it('stops after five wrong codes, and asks for the password again', async () => {
    const here = authBrowser(server);
    await here.signIn(email);
    const attempt = (code: string) => here.post('/two-factor/verify-totp', { code });
    for (let count = 0; count < 5; count += 1) await attempt(otherCode(factor.uri));
    expect((await attempt(totp(factor.uri))).status).toBe(400);
    await here.signIn(email);
    expect((await attempt(totp(factor.uri))).status).toBe(200);
  });

  it('makes new backup codes with the password, and the old ones end', async () => {
    const here = authBrowser(server);
    await here.signIn(email);
    await here.post('/two-factor/verify-totp', { code: totp(factor.uri) });
    const made = await here.post('/two-factor/generate-backup-codes', { password });
    const fresh = (made.body as { backupCodes: string[] }).backupCodes[0] ?? '';
    const there = authBrowser(server);
    await there.signIn(email);
    const old = factor.backupCodes[1] ?? '';
    expect((await there.post('/two-factor/verify-backup-code', { code: old })).status).toBe(401);
    expect((await there.post('/two-factor/verify-backup-code', { code: fresh })).status).toBe(200);
  });
});

describe('a password by the mailed link', () => {
  async function reset(email: string) {
    await authBrowser(server).post('/request-password-reset', { email });
    await server.app.runDueTasks();
    const page = await (await server.fetch('/outbox')).text();
    const mail = page.split('<article>').find((article) => article.includes(email)) ?? '';
    const link = /href="([^"]+)"/.exec(mail)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const token = new URL(link).searchParams.get('resetToken');
    expect(
      (await authBrowser(server).post('/reset-password', { token, newPassword: 'mine-alone' })).status,
    ).toBe(200);
  }

  it('leaves the second factor of a confirmed address', async () => {
    const user = await server.signUp();
    await verifyAddress(server, user);
    const here = authBrowser(server);
    await here.signIn(user.email);
    await enable(here);
    await reset(user.email);
    expect((await authBrowser(server).signIn(user.email, 'mine-alone')).body).toMatchObject({
      twoFactorRedirect: true,
    });
  });

  it('removes one that somebody set up who never owned the address', async () => {
    const { email } = await server.signUp();
    const stranger = authBrowser(server);
    await stranger.signIn(email);
    await enable(stranger);
    await reset(email);
    const owner = authBrowser(server);
    expect((await owner.signIn(email, 'mine-alone')).body).not.toHaveProperty('twoFactorRedirect');
    expect(claimsOf(await owner.token()).email_verified).toBe(true);
  });
});

describe('a sign-in under way', () => {
  let meanwhile = async () => {};
  const site = openTestServer({
    passwords: {
      hash: async (given) => `hash of ${given}`,
      async verify({ hash, password: given }) {
        const run = meanwhile;
        meanwhile = async () => {};
        await run();
        return hash === `hash of ${given}`;
      },
    },
  });

  async function resetMeanwhile(email: string) {
    await authBrowser(site).post('/request-password-reset', { email });
    await site.app.runDueTasks();
    const page = await (await site.fetch('/outbox')).text();
    const mail = page.split('<article>').find((article) => article.includes(email)) ?? '';
    const token = /resetToken=([^"&]+)/.exec(mail)?.[1];
    // After the old hash was read, and before its session is made.
    meanwhile = async () => {
      await authBrowser(site).post('/reset-password', { token, newPassword: 'mine-alone' });
    };
  }

  it('with the old password ends with the new one', async () => {
    const { email } = await site.signUp();
    await resetMeanwhile(email);
    const thief = authBrowser(site);
    expect((await thief.signIn(email)).status).toBe(401);
    expect(await thief.token()).toBeUndefined();
    const { rows } = await site.database.pool.query('select 1 from identity_sessions');
    expect(rows).toEqual([]);
  });

  it('waits for no code once its password was replaced', async () => {
    const user = await site.signUp();
    await verifyAddress(site, user);
    const own = authBrowser(site);
    await own.signIn(user.email);
    const { uri } = await enable(own);
    const thief = authBrowser(site);
    expect((await thief.signIn(user.email)).body).toMatchObject({ twoFactorRedirect: true });
    await resetMeanwhile(user.email);
    await meanwhile();
    expect((await thief.post('/two-factor/verify-totp', { code: totp(uri) })).status).toBe(401);
  });

  it('is asked for a code when the second step is turned on meanwhile', async () => {
    const { email } = await site.signUp();
    const own = authBrowser(site);
    await own.signIn(email);
    const uri = String((await own.post('/two-factor/enable', { password })).body.totpURI);
    meanwhile = async () => void (await own.post('/two-factor/verify-totp', { code: totp(uri) }));
    const thief = authBrowser(site);
    expect((await thief.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
    expect(await thief.token()).toBeUndefined();
    expect(await own.token()).toBeDefined();
  });
});

describe('an agent of a public site', () => {
  const siteUrl = 'https://spark.example';
  const site = openTestServer({}, { PUBLIC_URL: siteUrl, SUPPORT_AGENTS: 'grace@support.example' });

  it('opens the inbox with a second factor only, and is told so', async () => {
    const { id, email } = await site.signUp('free', 'grace@support.example');
    await site.database.pool.query('update identity_users set email_verified = true');
    const here = authBrowser(site, siteUrl);
    const see = async () => {
      const token = await here.token();
      const { body } = await site.call('POST', '/api/user/sync', { token, body: { id, email } });
      return [
        body.supportAgent,
        body.needsSecondFactor,
        (await site.call('GET', '/api/inbox', { token })).status,
      ];
    };
    await here.signIn(email);
    expect(await see()).toEqual([undefined, true, 404]);
    await enable(here);
    expect(await see()).toEqual([true, undefined, 200]);
  });
});
