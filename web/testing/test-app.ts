import type { Overrides } from '#server/app.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { type Answers, type StubServer, stubServer } from './stub-server.ts';

/** The real application in process behind the page's `fetch`, with cookies kept as a browser keeps them. */
export type TestApp = TestServer & {
  /** Clears the sign-in of the test before; `answers` stand in for what only a broken server says. */
  connect(answers?: Answers): StubServer;
  /** Has the page call as this user from now on; gives the user as the server knows them. */
  signIn(user: TestUser): Promise<TestUser>;
};

export async function startTestApp(
  overrides: Overrides = {},
  env: Record<string, string> = {},
): Promise<TestApp> {
  return appOn(await startTestServer(overrides, env));
}

/** Puts a server that runs already, such as a world's, behind the page. */
export function appOn(server: TestServer): TestApp {
  const cookies = new Map<string, string>();
  const fetch = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    headers.set('origin', 'http://localhost:3000');
    const response = await server.fetch(path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0\b/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value.join('='));
    }
    return response;
  };
  return {
    ...server,
    connect(answers = {}) {
      cookies.clear();
      setTokenSource(async () => null);
      return stubServer(answers, fetch);
    },
    async signIn(user) {
      setTokenSource(async () => user.token);
      const synced = await fetch('/api/python/api/user/sync', {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: user.id, email: user.email, name: user.name }),
      });
      return { ...user, ...(await synced.json()) };
    },
  };
}
