import { describe, expect, it } from 'vitest';
import { verifyAddress } from '#server/testing/agents.ts';
import { authBrowser, password } from '#server/testing/auth-browser.ts';
import { authenticator } from '#server/testing/authenticator.ts';
import { openTestServer, type TestServer } from '#server/testing/test-server.ts';
import { totp } from '#server/testing/totp.ts';

const server = openTestServer();
const here = 'http://localhost:3000';
const claimsOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

async function signedIn(on: TestServer = server, siteUrl = here) {
  const user = await on.signUp();
  const browser = authBrowser(on, siteUrl);
  await browser.signIn(user.email);
  return { user, browser };
}

const makeOlder = (userId: string) =>
  server.database.pool.query(
    "update identity_sessions set created_at = created_at - interval '2 days' where user_id = $1",
    [userId],
  );

async function mailTo(email: string): Promise<string> {
  await server.app.runDueTasks();
  const page = await (await server.fetch('/outbox')).text();
  return page.split('<article>').find((article) => article.includes(email)) ?? '';
}

describe('a passkey', () => {
  it('is added under a name and signs in alone, as both factors', async () => {
    const { user, browser } = await signedIn();
    const device = authenticator(here);
    expect(claimsOf(await browser.token()).second_factor).toBe(false);
    expect((await browser.addPasskey(device)).status).toBe(200);
    expect(claimsOf(await browser.token()).second_factor).toBe(true);
    expect((await browser.get('/passkey/list-user-passkeys')).body).toMatchObject([{ name: 'My phone' }]);
    const there = authBrowser(server);
    const { status, body } = await there.signInWithPasskey(device);
    expect([status, body]).toMatchObject([200, { user: { email: user.email } }]);
    expect((body.session as object | undefined) ?? {}).not.toHaveProperty('token');
    expect(claimsOf(await there.token())).toMatchObject({ email: user.email, second_factor: true });
  });

  it('leaves the session of a password without a second factor', async () => {
    const { user, browser } = await signedIn();
    await browser.addPasskey(authenticator(here));
    const there = authBrowser(server);
    await there.signIn(user.email);
    expect(claimsOf(await there.token()).second_factor).toBe(false);
  });

  it('keeps the session its second factor when the password changes', async () => {
    const { browser } = await signedIn();
    await browser.addPasskey(authenticator(here));
    const change = { currentPassword: password, newPassword: 'another-one' };
    expect((await browser.post('/change-password', change)).status).toBe(200);
    expect(claimsOf(await browser.token()).second_factor).toBe(true);
  });

  it('is asked for no code where codes are on', async () => {
    const { browser } = await signedIn();
    const device = authenticator(here);
    const { body } = await browser.post('/two-factor/enable', { password });
    await browser.post('/two-factor/verify-totp', { code: totp(String(body.totpURI)) });
    expect((await browser.addPasskey(device)).status).toBe(200);
    const there = authBrowser(server);
    expect((await there.signInWithPasskey(device)).status).toBe(200);
    expect(claimsOf(await there.token()).second_factor).toBe(true);
  });

  it('is refused from a device that does not check its owner', async () => {
    const { browser } = await signedIn();
    const { status, body } = await browser.addPasskey(authenticator(here, { checksOwner: false }));
    expect([status, body.code]).toEqual([400, 'PASSKEY_WITHOUT_OWNER']);
    expect((await browser.get('/passkey/list-user-passkeys')).body).toEqual([]);
  });

  it('is refused from another site, and by a device that is not known', async () => {
    const { browser } = await signedIn();
    expect((await browser.addPasskey(authenticator('https://evil.example'))).status).toBeGreaterThan(399);
    const stranger = authenticator(here);
    expect((await authBrowser(server).signInWithPasskey(stranger)).body.code).toBe('PASSKEY_NOT_FOUND');
  });

  it('signs nobody in once it is removed, and ends the sessions that it began elsewhere', async () => {
    const { browser } = await signedIn();
    const device = authenticator(here);
    const { body } = await browser.addPasskey(device);
    const there = authBrowser(server);
    await there.signInWithPasskey(device);
    expect((await browser.post('/passkey/delete-passkey', { id: body.id })).status).toBe(200);
    expect(await there.token()).toBeUndefined();
    expect(await browser.token()).toBeDefined();
    expect((await there.signInWithPasskey(device)).status).toBe(401);
  });

  it('is removed by its owner alone', async () => {
    const { browser } = await signedIn();
    const { body } = await browser.addPasskey(authenticator(here));
    const other = await signedIn();
    expect((await other.browser.post('/passkey/delete-passkey', { id: body.id })).status).toBe(401);
  });

  it('is added with the password alone, however old the session is', async () => {
    const { user, browser } = await signedIn();
    await makeOlder(user.id);
    for (const given of [{}, { password: 'wrong-one' }]) {
      const { status, body } = await browser.addPasskey(authenticator(here), given);
      expect([status, body.code]).toEqual([400, 'INVALID_PASSWORD']);
    }
    expect((await browser.addPasskey(authenticator(here))).status).toBe(200);
  });

  it('added is told to the owner of a proven address, and to nobody else', async () => {
    const [{ user, browser }, unproven] = [await signedIn(), await signedIn()];
    await server.database.pool.query('update identity_users set email_verified = true where id = $1', [
      user.id,
    ]);
    await browser.addPasskey(authenticator(here));
    await unproven.browser.addPasskey(authenticator(here));
    expect(await mailTo(user.email)).toContain('A passkey was added to your account');
    expect(await mailTo(unproven.user.email)).toBe('');
  });

  it.each([true, false])('goes with a mailed new password, the address proven before: %s', async (proven) => {
    const { user, browser } = await signedIn();
    const device = authenticator(here);
    await browser.addPasskey(device);
    await server.database.pool.query('update identity_users set email_verified = $2 where id = $1', [
      user.id,
      proven,
    ]);
    await browser.post('/request-password-reset', { email: user.email });
    const token = /resetToken=([^"&]+)/.exec(await mailTo(user.email))?.[1];
    await authBrowser(server).post('/reset-password', { token, newPassword: 'the-owner-chose' });
    expect((await authBrowser(server).signInWithPasskey(device)).status).toBe(401);
  });
});

describe('an agent of a public site', () => {
  const siteUrl = 'https://spark.example';
  const site = openTestServer({}, { PUBLIC_URL: siteUrl, SUPPORT_AGENTS: 'grace@support.example' });

  it('opens the inbox with a passkey, which a stolen password adds no second one to', async () => {
    const { id, email } = await site.signUp('free', 'grace@support.example');
    await site.database.pool.query('update identity_users set email_verified = true');
    const status = async (browser: ReturnType<typeof authBrowser>) => {
      const token = await browser.token();
      await site.call('POST', '/api/user/sync', { token, body: { id, email } });
      return (await site.call('GET', '/api/inbox', { token })).status;
    };
    const agent = authBrowser(site, siteUrl);
    await agent.signIn(email);
    expect(await status(agent)).toBe(404);
    const device = authenticator(siteUrl);
    const { body } = await agent.addPasskey(device);
    expect(await status(agent)).toBe(200);
    const thief = authBrowser(site, siteUrl);
    await thief.signIn(email);
    expect(await status(thief)).toBe(404);
    for (const tried of [
      await thief.addPasskey(authenticator(siteUrl)),
      await thief.post('/passkey/delete-passkey', { id: body.id }),
      await thief.post('/two-factor/enable', { password }),
    ])
      expect([tried.status, tried.body.code]).toEqual([403, 'passkey_sign_in']);
    // A reader of an agent's mail gets no further than with the password.
    await site.database.pool.query(
      `insert into identity_verifications (id, identifier, value, expires_at)
       values ('mailed', 'reset-password:mailed', $1, now() + interval '1 hour')`,
      [id],
    );
    const reset = { token: 'mailed', newPassword: 'of-the-thief' };
    expect((await thief.post('/reset-password', reset)).status).toBe(200);
    await thief.signIn(email, 'of-the-thief');
    const tried = await thief.addPasskey(authenticator(siteUrl), { password: 'of-the-thief' });
    expect([tried.status, tried.body.code]).toEqual([403, 'passkey_sign_in']);
    const again = authBrowser(site, siteUrl);
    await again.signInWithPasskey(device);
    expect(await status(again)).toBe(200);
  });
});

describe('a server that listens for other machines', () => {
  const site = openTestServer({}, { HOST: '0.0.0.0', SUPPORT_AGENTS: 'grace@support.example' });

  it('asks agents for a second factor without a public address too', async () => {
    const user = await verifyAddress(site, await site.signUp('free', 'grace@support.example'));
    const { token } = user;
    expect((await site.call('GET', '/api/inbox', { token })).status).toBe(404);
  });
});
