import type { Context, Hono } from 'hono';
import type { Variables } from '#server/http/handle.ts';
import type { User } from '#shared/contracts/account.ts';

/** First needs of a page: modules of the browser's code, and addresses of the API as the browser asks them. */
type FirstLoad = { modules: string[]; reads: string[] };

const every = ['web/features/account/account.ts', 'web/api/QueryProvider.tsx', 'web/ui/overlays/Toaster.tsx'];
const suite = [...every, 'web/pages/suite/Suite.tsx', 'web/pages/suite/dashboard/DashboardPage.tsx'];
const campaigns = '/api/products/campaign?limit=100';
const activities = [
  '/api/ideation-sessions?limit=21&preview=1',
  '/api/survey-analyses?limit=21',
  '/api/jobs?limit=21',
];

/** `:id` is the path's last part. */
const pages: [path: RegExp, modules: string[], reads: string[]][] = [
  [
    /^\/(dashboard|startup-spark-suite(\/dashboard)?)?$/i,
    suite,
    [...activities, '/api/trails?limit=100', campaigns],
  ],
  [
    /^\/startup-spark-suite\/ideas\/[^/]+$/i,
    [...suite, 'web/pages/suite/IdeaTrailPage.tsx'],
    ['/api/trails/:id'],
  ],
  [
    /^\/startup-spark-suite\/requests\/[^/]+$/i,
    [...suite, 'web/pages/suite/RequestPage.tsx'],
    ['/api/jobs/:id'],
  ],
  [/^\/startup-spark-suite\/history$/i, [...suite, 'web/pages/suite/HistoryPage.tsx'], [campaigns]],
  [/^\/startup-spark-suite\/billing$/i, [...suite, 'web/pages/suite/BillingPage.tsx'], ['/api/billing']],
  [/^\/startup-spark-suite(\/|$)/i, suite, []],
  [/^\/settings$/i, [...every, 'web/pages/SettingsPage.tsx'], ['/api/user/devices']],
  [/^\/FAQ$/i, [...every, 'web/pages/FaqPage.tsx'], []],
  [/^\/ContactUs$/i, [...every, 'web/pages/ContactPage.tsx'], []],
];
/** For agents alone: to all others they don't exist. */
const agentPages: typeof pages = [
  [/^\/startup-spark-suite\/inbox$/i, [...suite, 'web/pages/suite/InboxPage.tsx'], ['/api/inbox?queue=open']],
  [
    /^\/startup-spark-suite\/inbox\/[^/]+$/i,
    [...suite, 'web/pages/suite/InboxRequestPage.tsx'],
    ['/api/inbox/:id'],
  ],
];

/** Of the built browser files: the files of each of `preloadedModules` beyond those of every page. */
export const moduleFiles = '.vite/module-files.json';
export const preloadedModules = [...new Set([...pages, ...agentPages].flatMap(([, modules]) => modules))];

export function findFirstLoad(path: string, isAgent: boolean): FirstLoad {
  const known = isAgent ? [...agentPages, ...pages] : pages;
  const [, modules = every, reads = []] = known.find(([pattern]) => pattern.test(path)) ?? [];
  const last = path.slice(path.lastIndexOf('/') + 1);
  return { modules, reads: reads.map((address) => address.replace(':id', () => last)) };
}

/** Replies to the calls that a page makes first. */
export type FirstAnswers = {
  user: User;
  /** By method and address. */
  answers: Record<string, unknown>;
  /** Cookies that they set. */
  cookies: string[];
};

/**
 * Asks for a signed-in person what their browser would ask first, at the same doors: session, account, configuration and
 * what the page shows. After `withinMs` what the page shows is left out as far as it
 * has not come, and the browser asks for it itself. Null for everybody else.
 */
export function firstAnswers(http: Hono<{ Variables: Variables }>, withinMs: number) {
  return async (context: Context, path: string): Promise<FirstAnswers | null> => {
    const tooSlow = new Promise<null>((resolve) => setTimeout(resolve, withinMs, null).unref());
    return Promise.race([tooSlow, askAll(http, context, path, tooSlow).catch(() => null)]);
  };
}

async function askAll(
  http: Hono<{ Variables: Variables }>,
  context: Context,
  path: string,
  tooSlow: Promise<null>,
): Promise<FirstAnswers | null> {
  const { req, env } = context;
  const cookies: string[] = [];
  const from = {
    cookie: req.header('cookie') ?? '',
    'x-forwarded-for': req.header('x-forwarded-for') ?? '',
    'x-request-id': context.get('requestId'),
  };
  async function ask<T>(address: string, headers = {}, body?: object): Promise<T> {
    const init = body
      ? {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json', ...from, ...headers },
        }
      : { headers: { ...from, ...headers } };
    const response = await http.request(address, init, env);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    cookies.push(...response.headers.getSetCookie());
    return (await response.json()) as T;
  }
  const session = await ask<{ user: SessionUser } | null>('/api/auth/get-session');
  if (!session) return null;
  const { id, email, name, emailVerified, twoFactorEnabled } = session.user;
  const [{ token }, config] = await Promise.all([
    ask<{ token: string }>('/api/auth/token'),
    ask(`${prefix}/api/config`),
  ]);
  const bearer = { Authorization: `Bearer ${token}` };
  const user = await ask<User>(`${prefix}/api/user/sync`, bearer, { id, email, name });
  const answers: Record<string, unknown> = {
    // No token: a page that is saved or sent on must not sign anybody in.
    'GET /api/auth/get-session': { user: { id, email, name, emailVerified, twoFactorEnabled } },
    [`GET ${prefix}/api/config`]: config,
    [`POST ${prefix}/api/user/sync`]: user,
  };
  const { reads } = findFirstLoad(path, user.supportAgent === true);
  const shown = reads.map(async (address) => {
    // One that fails is asked for again by the browser, which says so.
    const answer = await ask(prefix + address, bearer).catch(() => undefined);
    answers[`GET ${prefix}${address}`] = answer;
  });
  await Promise.race([tooSlow, Promise.all(shown)]);
  return { user, answers: { ...answers }, cookies };
}

type SessionUser = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  twoFactorEnabled?: boolean | null;
};

/** Of the addresses that browsers use. */
const prefix = '/api/python';
