export type FetchKeys = (url: string, init: RequestInit) => Promise<Response>;

/** Keys live for days; a provider that withdrew one for cause is believed again within this time. */
const longestMs = 24 * 3_600_000;

/** Fetches a key set; on a failure or an invalid response the last good one is used. */
export function lastingKeys(fetch: FetchKeys): FetchKeys {
  let last: { keys: object; at: number } | null = null;
  return async (url, init) => {
    try {
      last = { keys: await readKeys(await fetch(url, init)), at: Date.now() };
    } catch (error) {
      if (!last || Date.now() - last.at > longestMs) throw error;
    }
    return Response.json(last.keys);
  };
}

async function readKeys(response: Response): Promise<object> {
  if (!response.ok) throw new Error(`The provider answered ${response.status} when asked for its keys.`);
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'keys' in body && Array.isArray(body.keys)) return body;
  throw new Error('What the provider answered is no set of keys.');
}
