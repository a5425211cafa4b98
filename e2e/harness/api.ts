import type { BrowserContext } from '@playwright/test';
import type { Plan, User } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { checkoutModes } from '#shared/rules/billing/plans.ts';
import { newPerson, type Person } from './person.ts';

/** Somebody who signed up, with what the browser and the API need to be them. */
export type Account = Person & { id: string; token: string; cookies: string[] };

/** Calls the product's API as the browser does; throws when the answer is no success. */
export async function call<T>(
  url: string,
  path: string,
  { method = 'POST', token, body, headers = {} }: CallOptions = {},
): Promise<T> {
  const reply = await fetch(`${url}/api/python${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

type CallOptions = { method?: string; token?: string; body?: unknown; headers?: Record<string, string> };

/** Signs a new person up without a browser and buys the plan on the test checkout. */
export async function openAccount(url: string, plan: Plan = 'free', person = newPerson()): Promise<Account> {
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(person),
  });
  if (!signedUp.ok) throw new Error(`sign-up: ${signedUp.status} ${await signedUp.text()}`);
  const cookies = signedUp.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const { user } = (await signedUp.json()) as { user: { id: string } };
  const account = await renewToken(url, { ...person, id: user.id, token: '', cookies });
  const body = { id: user.id, email: person.email, name: person.name };
  await call<User>(url, '/api/user/sync', { token: account.token, body });
  if (plan !== 'free') await buyPlan(url, account, plan);
  return account;
}

/** The account with a token that says what is known of it now. */
export async function renewToken(url: string, account: Account): Promise<Account> {
  const headers = { cookie: account.cookies.join('; ') };
  const response = await fetch(`${url}/api/auth/token`, { headers });
  if (!response.ok) throw new Error(`token: ${response.status} ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  return { ...account, token };
}

/** Pays on the test checkout; tells the session's id. */
export async function buyPlan(url: string, account: Account, plan: PaidPlan): Promise<string> {
  const checkout = await startCheckout(url, account, plan);
  const paid = await fetch(`${checkout}/pay`, { method: 'POST', redirect: 'manual' });
  const sessionId = new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? '';
  await call(url, '/api/verify-payment', { token: account.token, body: { sessionId } });
  return sessionId;
}

/** Opens a checkout and leaves it open; tells its page's address. */
export async function startCheckout(url: string, account: Account, plan: PaidPlan): Promise<string> {
  const { id: userId, email: userEmail, token } = account;
  const body = { priceId: `price_embedded_${plan}`, userId, mode: checkoutModes[plan], userEmail };
  return (await call<{ url: string }>(url, '/api/create-checkout-session', { token, body })).url;
}

/** Makes a browser context that account's. */
export async function enter(context: BrowserContext, url: string, account: Account): Promise<void> {
  await context.addCookies(
    account.cookies.map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      return { name, value: value.join('='), url };
    }),
  );
}
