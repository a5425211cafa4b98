import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityToolkit, startIdentityToolkit } from './identity-toolkit.ts';

// What Google documents: https://firebase.google.com/docs/reference/rest/auth
// and https://firebase.google.com/docs/auth/admin/verify-id-tokens

let toolkit: IdentityToolkit;
let email: string;
let people = 0;
beforeAll(async () => {
  toolkit = await startIdentityToolkit();
});
afterAll(() => toolkit.stop());
beforeEach(() => {
  people += 1;
  email = `person-${people}@example.com`;
});

type Answer = { status: number; body: Record<string, unknown> & { error?: { message: string } } };

async function call(path: string, body: object, form = false): Promise<Answer> {
  const reply = await fetch(`http://${toolkit.host}/${path}?key=any`, {
    method: 'POST',
    headers: { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Answer['body'] };
}
const account = (method: string, body: object) =>
  call(`identitytoolkit.googleapis.com/v1/accounts:${method}`, body);
const refresh = (token: unknown) =>
  call('securetoken.googleapis.com/v1/token', { grant_type: 'refresh_token', refresh_token: token }, true);
const signUp = () => account('signUp', { email, password: 'secret1', returnSecureToken: true });

describe('the fake of Identity Toolkit', () => {
  it('signs up and in with the documented fields', async () => {
    const made = await signUp();
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ email, expiresIn: '3600' });
    for (const name of ['idToken', 'refreshToken', 'localId'])
      expect(made.body[name]).toEqual(expect.any(String));
    const entered = await account('signInWithPassword', {
      email,
      password: 'secret1',
      returnSecureToken: true,
    });
    expect(entered.body).toMatchObject({
      localId: made.body.localId,
      email,
      displayName: '',
      registered: true,
    });
  });

  it('signs tokens with RS256 by a published key, with the documented claims', async () => {
    const { body } = await signUp();
    const keys = createRemoteJWKSet(new URL(`http://${toolkit.host}/jwks`));
    const { payload, protectedHeader } = await jwtVerify(String(body.idToken), keys, {
      algorithms: ['RS256'],
      issuer: `https://securetoken.google.com/${toolkit.env.FIREBASE_PROJECT_ID}`,
      audience: toolkit.env.FIREBASE_PROJECT_ID,
    });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    expect(payload).toMatchObject({
      sub: body.localId,
      user_id: body.localId,
      email,
      email_verified: false,
      auth_time: expect.any(Number),
      firebase: { sign_in_provider: 'password', identities: { email: [email] } },
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  it('keeps a name, tells it, and puts it into the next token', async () => {
    const { body } = await signUp();
    const changed = await account('update', {
      idToken: body.idToken,
      displayName: 'Ada',
      returnSecureToken: true,
    });
    expect(changed.body).toMatchObject({ displayName: 'Ada', email });
    const found = await account('lookup', { idToken: changed.body.idToken });
    expect(found.body.users).toMatchObject([
      {
        localId: body.localId,
        email,
        displayName: 'Ada',
        emailVerified: false,
        createdAt: expect.any(String),
      },
    ]);
    const renewed = await refresh(body.refreshToken);
    expect(renewed.body).toMatchObject({ token_type: 'Bearer', expires_in: '3600', user_id: body.localId });
    expect(renewed.body.access_token).toBe(renewed.body.id_token);
    const claims = decodeJwt(String(renewed.body.id_token));
    expect(claims).toMatchObject({ name: 'Ada' });
  });

  it('mails a code that sets a new password once and proves the address', async () => {
    const { body } = await signUp();
    const asked = await account('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    expect(asked).toMatchObject({ status: 200, body: { email } });
    const code = toolkit.accounts.mailed.at(-1)?.code;
    const set = await account('resetPassword', { oobCode: code, newPassword: 'secret2' });
    expect(set.body).toMatchObject({ email, requestType: 'PASSWORD_RESET' });
    expect(toolkit.accounts.find(email)?.emailVerified).toBe(true);
    expect((await refresh(body.refreshToken)).body.error?.message).toBe('INVALID_REFRESH_TOKEN');
    const again = await account('resetPassword', { oobCode: code, newPassword: 'secret3' });
    expect(again.body.error?.message).toBe('INVALID_OOB_CODE');
  });

  it('mails a code that proves the address once, and the next token says so', async () => {
    const { body } = await signUp();
    await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: body.idToken });
    const code = toolkit.accounts.mailed.at(-1)?.code;
    const proved = await account('update', { oobCode: code });
    expect(proved.body).toMatchObject({ localId: body.localId, email, emailVerified: true });
    const renewed = await refresh(body.refreshToken);
    expect(decodeJwt(String(renewed.body.id_token))).toMatchObject({ email_verified: true });
    expect((await account('update', { oobCode: code })).body.error?.message).toBe('INVALID_OOB_CODE');
  });

  it('answers errors in the documented form', async () => {
    await signUp();
    const { status, body } = await signUp();
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        code: 400,
        message: 'EMAIL_EXISTS',
        errors: [{ message: 'EMAIL_EXISTS', domain: 'global', reason: 'invalid' }],
      },
    });
  });

  it.each<[string, () => Promise<Answer>]>([
    ['INVALID_EMAIL', () => account('signUp', { email: 'nobody', password: 'secret1' })],
    ['MISSING_PASSWORD', () => account('signUp', { email })],
    [
      'WEAK_PASSWORD : Password should be at least 6 characters',
      () => account('signUp', { email, password: 'five5' }),
    ],
    ['INVALID_LOGIN_CREDENTIALS', () => account('signInWithPassword', { email, password: 'secret1' })],
    ['INVALID_ID_TOKEN', () => account('lookup', { idToken: 'nonsense' })],
    ['INVALID_REFRESH_TOKEN', () => refresh('nonsense')],
    ['INVALID_OOB_CODE', () => account('resetPassword', { oobCode: 'nonsense', newPassword: 'secret1' })],
    [
      'USER_DISABLED',
      async () => {
        await signUp();
        toolkit.accounts.change(email, { disabled: true });
        return account('signInWithPassword', { email, password: 'secret1' });
      },
    ],
    [
      'EXPIRED_OOB_CODE',
      async () => {
        await signUp();
        const mail = toolkit.accounts.mail(email, 'PASSWORD_RESET');
        mail.expired = true;
        return account('resetPassword', { oobCode: mail.code, newPassword: 'secret2' });
      },
    ],
    [
      'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled',
      () => {
        toolkit.refuseNext(
          'signInWithPassword',
          'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled',
        );
        return account('signInWithPassword', { email, password: 'secret1' });
      },
    ],
  ])('refuses with %s', async (message, ask) => {
    const { status, body } = await ask();
    expect([status, body.error?.message]).toEqual([400, message]);
  });

  it('publishes another key after a rotation', async () => {
    const before = toolkit.tokens.keySet().keys[0]?.kid;
    await toolkit.tokens.rotateKey();
    const { keys } = (await (await fetch(`http://${toolkit.host}/jwks`)).json()) as {
      keys: { kid: string }[];
    };
    expect(keys.map(({ kid }) => kid)).not.toContain(before);
  });

  it('wants an API key, listens on this machine only and lets browsers call it', async () => {
    const address = `http://${toolkit.host}/identitytoolkit.googleapis.com/v1/accounts:signUp`;
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(403);
    expect(toolkit.host).toMatch(/^127\.0\.0\.1:/);
    const preflight = await fetch(address, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-client-version');
  });
});
