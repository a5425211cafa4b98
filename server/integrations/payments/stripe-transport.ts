import { cappedFetch } from '#server/integrations/capped-fetch.ts';

/** Many times the longest page of a list. */
const mostBytes = 5_000_000;

/**
 * `fetch` for the SDK, which takes every JSON body without an `error` for a success whatever its status is: here bad
 * statuses and bodies that are no JSON object become errors in Stripe's own form.
 */
export async function wholeAnswers(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  // Nobody may send the key elsewhere.
  const response = await cappedFetch(fetch, () => mostBytes)(input, { ...init, redirect: 'manual' });
  const body = await response.text();
  const kind = kindOf(body);
  const isGood = response.ok && kind === 'object';
  const headers = new Headers(response.headers);
  // fetch has unpacked the body.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  const message = `status ${response.status} with ${kind === 'none' ? 'a body that is no JSON object' : 'no error in it'}`;
  const told = isGood || kind === 'error' ? body : JSON.stringify({ error: { type: 'api_error', message } });
  return new Response(told, { status: statusFor(response.status), headers });
}

function kindOf(body: string): 'object' | 'error' | 'none' {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'none';
    return 'error' in value && typeof value.error === 'object' && value.error !== null ? 'error' : 'object';
  } catch {
    return 'none';
  }
}

/** A response that is made here can not have the statuses that never hold a body. */
function statusFor(status: number): number {
  return status === 204 || status === 205 || status === 304 || status < 200 ? 502 : status;
}
