import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerCall, expand, type Params, readForm } from './api.ts';
import { makeControls, type StripeControls } from './money.ts';
import { answerPage } from './pages.ts';
import { invalid, makeState, Refusal, type StripeState } from './state.ts';
import { makeWebhooks, type Webhooks } from './webhooks.ts';

type ApiRequest = { method: string; path: string; params: Params; idempotencyKey: string | null };
type ApiResponse = { status: number; body: object };

export type StripeFake = StripeControls & {
  /** For STRIPE_API_URL. */
  url: string;
  /** The settings that make the product use it. */
  env: Record<string, string>;
  state: StripeState;
  webhooks: Webhooks;
  faults: Faults;
  /** Every request to the API so far, oldest first. */
  requests: ApiRequest[];
  /** Gives ids alone whatever `expand` asks for. */
  setExpanding(expands: boolean): void;
  /** Knows no branding from now on, as earlier versions of the API. */
  refuseBranding(): void;
  stop(): Promise<void>;
};

export type StripeFakeOptions = {
  prices: { pro: string; developer: string };
  webhookSecret: string;
  now?: () => number;
};

const secretKey = 'sk_test_51Fake';

/**
 * A server on loopback that behaves as the part of Stripe that the product uses: its API with the state behind it, its
 * hosted pages and its signed webhooks.
 */
export async function startStripeFake(options: StripeFakeOptions): Promise<StripeFake> {
  const { prices, webhookSecret, now = Date.now } = options;
  const webhooks = makeWebhooks(webhookSecret, now);
  const state = makeState({ now, announce: webhooks.announce });
  state.prices.add({ currency: 'usd', unit_amount: 2900, recurring: null }, prices.pro);
  const recurring = { interval: 'month', interval_count: 1 } as const;
  state.prices.add({ currency: 'usd', unit_amount: 9900, recurring }, prices.developer);
  const faults = makeFaults();
  const requests: ApiRequest[] = [];
  const repeat = rememberResponses();
  let expands = true;
  let knowsBranding = true;

  function respond(request: ApiRequest, authorization: string | undefined): ApiResponse {
    if (authorization !== `Bearer ${secretKey}`) {
      const message = `Invalid API Key provided: ${authorization?.split(' ')[1]}`;
      throw new Refusal(401, { type: 'invalid_request_error', message });
    }
    if (!knowsBranding && 'branding_settings' in request.params)
      throw invalid('Received unknown parameter', 'branding_settings', 'parameter_unknown');
    return repeat(request, () => {
      const object = answerCall(state, request.method, request.path, request.params);
      const paths = Array.isArray(request.params.expand) ? request.params.expand : [];
      return { status: 200, body: expand(state, object, expands ? paths : []) };
    });
  }

  async function answerApi(incoming: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const { method = 'GET', headers } = incoming;
    const params = readForm(method === 'POST' ? await text(incoming) : url.search.slice(1));
    const idempotencyKey = headers['idempotency-key']?.toString() ?? null;
    const request = { method, path: url.pathname, params, idempotencyKey };
    requests.push(request);
    const fault = faults.next(url.pathname);
    if (typeof fault === 'object' && fault) await sleep(fault.slowMs);
    if (spoil(fault, response)) return;
    const { status, body } = refusable(() => respond(request, headers.authorization));
    if (fault === 'cut after') return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': state.makeId('req') });
    response.end(JSON.stringify(body));
  }

  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', state.pages);
    if (url.pathname.startsWith('/v1/')) return answerApi(incoming, response, url);
    const { status, body } = refusable(() => ({
      status: 200,
      body: answerPage(state, incoming.method ?? '', url),
    }));
    if ('location' in body) return void response.writeHead(303, { location: String(body.location) }).end();
    const html = 'html' in body ? String(body.html) : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.pages = url;
  return {
    ...makeControls(state),
    url,
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_51Fake',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_PRO: prices.pro,
      STRIPE_PRICE_DEVELOPER: prices.developer,
      STRIPE_API_URL: url,
    },
    state,
    webhooks,
    faults,
    requests,
    setExpanding: (next) => {
      expands = next;
    },
    refuseBranding: () => {
      knowsBranding = false;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await webhooks.delivered();
    },
  };
}

function refusable(work: () => ApiResponse): ApiResponse {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    throw error;
  }
}

/** Repeats the response to a POST with the same key; the same key with other parameters is an error. */
function rememberResponses() {
  const known = new Map<string, { fingerprint: string; response: ApiResponse }>();
  return (
    { method, path, params, idempotencyKey: key }: ApiRequest,
    work: () => ApiResponse,
  ): ApiResponse => {
    if (method !== 'POST' || !key) return work();
    const fingerprint = JSON.stringify([path, params]);
    const earlier = known.get(key);
    if (!earlier) {
      // A refusal leaves the key unused.
      const response = work();
      known.set(key, { fingerprint, response });
      return response;
    }
    if (earlier.fingerprint === fingerprint) return earlier.response;
    const message = 'Keys for idempotent requests can only be used with the same parameters.';
    throw new Refusal(400, { type: 'idempotency_error', message });
  };
}

/**
 * How the next requests go wrong. `cut` breaks the connection before anything happens, `cut after` when it has
 * happened; `nothing` is a good status with an empty object; `silence` never responds.
 */
type Fault = 'error' | 'html' | 'cut' | 'cut after' | 'nothing' | 'silence' | { slowMs: number };
type Faults = ReturnType<typeof makeFaults>;

function makeFaults() {
  let planned: { fault: Fault; left: number; path: string }[] = [];
  return {
    /** Spoils the next `times` requests whose path begins so. */
    plan: (fault: Fault, { times = 1, path = '/v1/' } = {}) =>
      void planned.push({ fault, left: times, path }),
    clear: () => {
      planned = [];
    },
    next(path: string): Fault | null {
      const found = planned.find((one) => one.left > 0 && path.startsWith(one.path));
      if (found) found.left -= 1;
      return found?.fault ?? null;
    },
  };
}

/** False when the request goes on as if nothing were wrong. */
function spoil(fault: Fault | null, response: ServerResponse): boolean {
  switch (fault) {
    case 'silence':
      return true;
    case 'cut':
      response.destroy();
      return true;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Bad gateway</body></html>');
      return true;
    case 'nothing':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return true;
    case 'error':
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end('{"error":{"type":"api_error","message":"Something went wrong on our end."}}');
      return true;
    default:
      return false;
  }
}
