import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerCall } from './calls.ts';
import { makeControls, type StripeControls } from './controls.ts';
import { expand } from './expand.ts';
import { type Faults, makeFaults, spoil } from './faults.ts';
import { listAt, type Params, readForm } from './form.ts';
import { idempotency } from './idempotency.ts';
import { answerPage } from './pages.ts';
import { Refusal } from './refusal.ts';
import { makeState, type StripeState } from './state.ts';
import { makeWebhooks, type Webhooks } from './webhooks.ts';

type Asked = { method: string; path: string; params: Params; idempotencyKey: string | null };

export type StripeFake = StripeControls & {
  /** For STRIPE_API_URL. */
  url: string;
  /** The settings that make the product use it. */
  env: Record<string, string>;
  state: StripeState;
  webhooks: Webhooks;
  faults: Faults;
  /** Every call of the API so far, oldest first. */
  asked: Asked[];
  /** Gives ids alone whatever `expand` asks for. */
  setExpanding(expands: boolean): void;
  stop(): Promise<void>;
};

export type FakeSettings = {
  prices: { pro: string; developer: string };
  webhookSecret: string;
  webhookUrl?: string;
  secretKey?: string;
  port?: number;
  now?: () => number;
};

/**
 * A server on loopback that behaves as the part of Stripe that the product uses: its API with the state behind it, its
 * hosted pages and its signed webhooks.
 */
export async function startStripeFake(settings: FakeSettings): Promise<StripeFake> {
  const { prices, webhookSecret, webhookUrl = null, now = Date.now } = settings;
  const secretKey = settings.secretKey ?? 'sk_test_51Fake';
  const webhooks = makeWebhooks({ secret: webhookSecret, url: webhookUrl, now });
  const state = makeState({ now, announce: webhooks.announce });
  addPrices(state, prices);
  const faults = makeFaults();
  const asked: Asked[] = [];
  const remember = idempotency();
  let expands = true;

  async function answerApi(incoming: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const { method = 'GET', headers } = incoming;
    const params = readForm(method === 'POST' ? await text(incoming) : url.search.slice(1));
    const idempotencyKey = headers['idempotency-key']?.toString() ?? null;
    asked.push({ method, path: url.pathname, params, idempotencyKey });
    const fault = faults.next(url.pathname);
    if (typeof fault === 'object' && fault) await sleep(fault.slowMs);
    if (spoil(fault, response)) return;
    const answer = answered(() => {
      authorize(headers.authorization, secretKey);
      return remember({ method, path: url.pathname, params, key: idempotencyKey }, () =>
        answered(() => {
          const object = answerCall(state, method, url.pathname, params);
          const paths = listAt(params, 'expand').filter((path) => typeof path === 'string');
          return { status: 200, body: expand(state, object, expands ? paths : []) };
        }),
      );
    });
    if (fault === 'cut after') return void response.destroy();
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': state.makeId('req'),
    });
    response.end(JSON.stringify(answer.body));
  }

  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', state.pages);
    if (url.pathname.startsWith('/v1/')) return answerApi(incoming, response, url);
    const page = answered(() => ({ status: 200, body: answerPage(state, incoming.method ?? 'GET', url) }));
    sendPage(response, page);
  });
  server.listen(settings.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.pages = url;
  return {
    ...makeControls(state),
    url,
    env: envFor(url, { ...settings, secretKey }),
    state,
    webhooks,
    faults,
    asked,
    setExpanding: (next) => {
      expands = next;
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

type Answer = { status: number; body: object };

function answered(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    throw error;
  }
}

/** The key comes as a bearer token or as the name of basic authentication. */
function authorize(header: string | undefined, secretKey: string): void {
  const [scheme = '', value = ''] = (header ?? '').split(' ');
  const basic = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : null;
  const given = scheme === 'Bearer' ? value : basic;
  if (given === secretKey) return;
  const message = given ? `Invalid API Key provided: ${given}` : 'You did not provide an API key.';
  throw new Refusal(401, { type: 'invalid_request_error', message });
}

function sendPage(response: ServerResponse, { status, body }: Answer): void {
  if ('location' in body) return void response.writeHead(303, { location: String(body.location) }).end();
  const html = 'html' in body ? String(body.html) : JSON.stringify(body);
  const code = 'status' in body ? Number(body.status) : status;
  response.writeHead(code, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}

function addPrices(state: StripeState, prices: FakeSettings['prices']): void {
  const base = { object: 'price', active: true, currency: 'usd' } as const;
  state.prices.put({ ...base, id: prices.pro, unit_amount: 2900, type: 'one_time', recurring: null });
  const recurring = { interval: 'month', interval_count: 1 } as const;
  state.prices.put({ ...base, id: prices.developer, unit_amount: 9900, type: 'recurring', recurring });
}

function envFor(url: string, { prices, webhookSecret, secretKey }: FakeSettings): Record<string, string> {
  return {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: secretKey ?? '',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51Fake',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_PRO: prices.pro,
    STRIPE_PRICE_DEVELOPER: prices.developer,
    STRIPE_API_URL: url,
  };
}
