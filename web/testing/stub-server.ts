import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Call = {
  name: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  /** The response of the app behind. */
  passOn: () => Promise<Response>;
};
/** A function may give undefined: then the request is passed on. */
type Answer =
  | object
  | null
  | Response
  | ((call: Call) => object | null | undefined | Response | Promise<Response | undefined>);

export type Answers = Record<string, Answer>;

type PassOn = (path: string, init: RequestInit) => Promise<Response>;

export type StubServer = { calls: Call[]; callsOf: (name: string) => Call[] };

/** Replaces the network: answers by `METHOD /path`, and passes any other request on: to nothing, or to an app. */
export function stubServer(answers: Answers, passOn: PassOn = notFound): StubServer {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const url = new URL(path, 'http://localhost');
    const name = `${init.method ?? 'GET'} ${url.pathname.replace('/api/python/', '/')}`;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = {
      name,
      query: url.searchParams,
      body,
      headers: new Headers(init.headers),
      passOn: () => passOn(path, init),
    };
    calls.push(call);
    if (!(name in answers)) return unlessAborted(passOn(path, init), init.signal);
    const answer = answers[name] ?? null;
    const given = typeof answer === 'function' ? await unlessAborted(answer(call), init.signal) : answer;
    if (given === undefined) return unlessAborted(passOn(path, init), init.signal);
    if (!(given instanceof Response)) return Response.json(given);
    // Cancelling the clone of a stream would wait for its other half.
    return given.headers.get('Content-Type') === 'text/event-stream' ? given : given.clone();
  });
  return { calls, callsOf: (name) => calls.filter((call) => call.name === name) };
}

async function notFound(path: string): Promise<Response> {
  return refusal(404, 'not_found', `no answer for ${path}`);
}

async function unlessAborted<T>(answer: T, signal: AbortSignal | null | undefined): Promise<Awaited<T>> {
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer, aborted]);
}

/** Has the time limits of calls follow the fake timers of a test. */
export function fakeTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

/** The app does what is asked, and its response is lost. */
export async function loseResponse({ passOn }: Pick<Call, 'passOn'>): Promise<never> {
  await passOn();
  throw new TypeError('Failed to fetch');
}

/** A response that comes when the test says so; without one the call is passed on then. */
export function lateResponse() {
  const { promise, resolve } = Promise.withResolvers<Response | undefined>();
  return { answer: () => promise, arrive: (response?: Response) => act(async () => resolve(response)) };
}

/** An answer that never comes. */
export const silence = () => new Promise<never>(() => {});

/** An error as the server words it. */
export function refusal(status: number, code: string, text: string): Response {
  return Response.json({ code, error: text, message: text }, { status });
}
