import type { TestServer, TestUser } from './test-server.ts';

const origin = 'http://localhost:3000';

/** Signs up a user whose e-mail address is verified; `SUPPORT_AGENTS` of the test server decides who is an agent. */
export async function signUpVerified(server: TestServer, email: string, name: string): Promise<TestUser> {
  return verifyAddress(server, await server.signUp('free', email), name);
}

/** Verifies the address, as if its link had been followed, and signs in again: only a new token says so. */
export async function verifyAddress(server: TestServer, user: TestUser, name = user.name): Promise<TestUser> {
  const { id, email } = user;
  await server.database.pool.query(
    'update identity_users set email_verified = true, name = $2 where email = $1',
    [email, name],
  );
  const token = await signInAgain(server, email);
  const synced = await server.call('POST', '/api/user/sync', { token, body: { id, email, name } });
  if (synced.status !== 200) throw new Error(`the sync failed: ${JSON.stringify(synced.body)}`);
  return { ...user, name, token };
}

/** A token that says what is known of the account now. */
async function signInAgain({ fetch }: TestServer, email: string): Promise<string> {
  const signedIn = await fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password: 'secret-enough' }),
  });
  const cookies = signedIn.headers.getSetCookie().map((entry) => entry.split(';')[0]);
  const reply = await fetch('/api/auth/token', { headers: { cookie: cookies.join('; ') } });
  const { token } = (await reply.json()) as { token: string };
  return token;
}
