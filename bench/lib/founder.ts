import type { Stack } from '#bench/stack.ts';

/** A signed-in founder with the pro plan. */
export type Founder = {
  id: string;
  /** The session as `name=value`, for a browser. */
  cookies: string[];
  /** Calls the API with the founder's token. @throws for every reply that is not 2xx. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Lasts for a quarter of an hour. */
  token: string;
};

let founders = 0;

/** Signs a new founder up as a browser would; the plan alone is set by SQL. */
export async function signUp(stack: Pick<Stack, 'database'>, url: string): Promise<Founder> {
  founders += 1;
  const account = {
    name: 'Founder',
    email: `founder-${process.pid}-${founders}@example.com`,
    password: 'secret-enough',
  };
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(account),
  });
  const { user } = (await read(signedUp)) as { user: { id: string } };
  const cookies = signedUp.headers.getSetCookie().map((entry) => entry.split(';')[0] ?? '');
  const token = await readToken(url, cookies);
  const call: Founder['call'] = async (method, path, body) =>
    read(
      await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  await call('POST', '/api/user/sync', { id: user.id, email: account.email, name: account.name });
  await stack.database.query(`update users set plan = 'pro' where id = $1`, [user.id]);
  return { id: user.id, cookies, call, token };
}

/** @returns a token that lasts for a quarter of an hour. */
export async function readToken(url: string, cookies: string[]): Promise<string> {
  const given = await fetch(`${url}/api/auth/token`, { headers: { cookie: cookies.join('; ') } });
  return ((await read(given)) as { token: string }).token;
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response.json();
}
