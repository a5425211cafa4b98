import type { authenticator } from './authenticator.ts';
import type { TestServer } from './test-server.ts';

export const password = 'secret-enough';

export type AuthBrowser = ReturnType<typeof authBrowser>;

/** One browser with its cookies, on the paths of the embedded identity provider. */
export function authBrowser(on: Pick<TestServer, 'fetch'>, siteUrl = 'http://localhost:3000') {
  const cookies = new Map<string, string>();
  const headers = () => ({
    'content-type': 'application/json',
    origin: siteUrl,
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
  });
  async function ask(path: string, init: RequestInit = {}) {
    const response = await on.fetch(`/api/auth${path}`, { ...init, headers: headers() });
    for (const entry of response.headers.getSetCookie()) {
      const [pair = ''] = entry.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0\b/i.test(entry)) cookies.delete(name);
      else cookies.set(name, value.join('='));
    }
    return response;
  }
  async function read(response: Response) {
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const get = async (path: string) => read(await ask(path));
  const post = async (path: string, body: object) =>
    read(await ask(path, { method: 'POST', body: JSON.stringify(body) }));
  return {
    get,
    post,
    /** Opens a page that redirects; tells where to. */
    follow: async (path: string) => new URL((await ask(path)).headers.get('location') ?? '', siteUrl),
    signIn: (email: string, given = password) => post('/sign-in/email', { email, password: given }),
    token: async () => (await get('/token')).body.token as string | undefined,
    async addPasskey(device: ReturnType<typeof authenticator>, given: object = { password }) {
      const { status, body } = await post('/passkey/generate-register-options', given);
      if (status !== 200) return { status, body };
      const response = device.register(body as { challenge: string });
      return post('/passkey/verify-registration', { name: 'My phone', response });
    },
    async signInWithPasskey(device: ReturnType<typeof authenticator>) {
      const { body } = await get('/passkey/generate-authenticate-options');
      return post('/passkey/verify-authentication', { response: device.sign(body as { challenge: string }) });
    },
  };
}
