import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { AppError } from '#server/app-error.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Endpoint, Output, PathParams } from '#shared/contracts/endpoint.ts';
import { readBody } from './body.ts';

/** Checked input of a route; `context` gives HTTP itself. */
export type Input<E extends Endpoint> = {
  body: E extends { body: infer Body } ? Output<Body> : undefined;
  query: E extends { query: infer Query } ? Output<Query> : undefined;
  params: PathParams<E['path']>;
  /** The signed-in caller; null when the endpoint lets others in and the request has no token. */
  caller: E['access'] extends 'signed-in' | 'session' | 'agent' ? Caller : Caller | null;
  /** Aborts when the browser goes away. */
  signal: AbortSignal;
  context: Context<{ Variables: Variables }>;
};

export type Route = {
  endpoint: Endpoint;
  run: (input: never) => Promise<unknown> | unknown;
  beforeBody?: ((input: never) => Promise<void>) | undefined;
};

/**
 * Joins an endpoint and what answers it. The reply is cut to the contract's schema;
 * a `Response` (a stream, a redirect) is passed on as it is. `beforeBody` holds rate limits and plan gates:
 * a body that is refused anyway is never read.
 */
export function handle<const E extends Endpoint>(
  endpoint: E,
  run: (input: Input<E>) => Promise<Output<E['response']> | Response> | Output<E['response']> | Response,
  beforeBody?: (input: Omit<Input<E>, 'body'>) => Promise<void>,
): Route {
  return { endpoint, run: run as Route['run'], beforeBody: beforeBody as Route['beforeBody'] };
}

/** Tells who comes, and who of them works on support requests. */
export type Doorkeeper = {
  verifyToken: (token: string) => Promise<Caller | null>;
  /** Whom the session cookie names; null without a valid one. */
  readSession: (context: Context) => Promise<Caller | null>;
  isAgent: (caller: Caller) => boolean;
};

/** Puts the routes on the application: access, query, limits and gates, body, then the route. */
export function mount(app: Hono<{ Variables: Variables }>, routes: Route[], doorkeeper: Doorkeeper): void {
  for (const { endpoint, run, beforeBody } of routes) {
    const status = endpoint.status ?? 200;
    app.on(endpoint.method, honoPath(endpoint), async (context) => {
      const caller = await authenticate(endpoint, context, doorkeeper);
      const query = endpoint.query && check(endpoint.query, context.req.query());
      const params = context.req.param();
      const head = { query, params, caller, signal: context.req.raw.signal, context };
      await beforeBody?.(head as never);
      const body = endpoint.body && check(endpoint.body, await readBody(context.req.raw, endpoint.bodyLimit));
      const reply = await run({ ...head, body } as never);
      if (reply instanceof Response) return reply;
      return answer(context, z.core.parse(endpoint.response, reply), status);
    });
  }
  refuseOtherMethods(app, routes);
}

/** Agents' addresses answer them as unknown ones do. */
function refuseOtherMethods(app: Hono<{ Variables: Variables }>, routes: Route[]): void {
  const open = routes.map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'agent');
  for (const [path, endpoints = []] of Object.entries(Object.groupBy(open, honoPath))) {
    const methods = endpoints.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
    app.all(path, (context) => {
      context.header('Allow', methods.join(', '));
      throw new AppError('method_not_allowed');
    });
  }
}

const honoPath = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, ':$1');

/** With its length and all headers at once the reply takes the adapter's fast path, and small ones aren't compressed. */
function answer(
  context: Context<{ Variables: Variables }>,
  reply: unknown,
  status: 200 | 201 | 202,
): Response {
  const json = JSON.stringify(reply);
  const cookie = context.get('cookie');
  return context.body(json, status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(json)),
    'Cache-Control': 'no-store',
    ...(cookie && { 'Set-Cookie': cookie }),
  });
}

async function authenticate(
  endpoint: Endpoint,
  context: Context,
  { verifyToken, readSession, isAgent }: Doorkeeper,
): Promise<Caller | null> {
  const { access } = endpoint;
  if (access === 'public') return null;
  const header = context.req.header('authorization');
  if (!header && access === 'session') {
    const holder = await readSession(context);
    if (holder) return holder;
  }
  if (!header && access === 'optional') return null;
  const [scheme, token] = header?.split(' ') ?? [];
  const verified = scheme?.toLowerCase() === 'bearer' && token ? verifyToken(token) : null;
  if (access === 'agent') {
    // Not even that the address exists may be learned by trying it, whatever is wrong with the token.
    const agent = await Promise.resolve(verified).catch(() => null);
    if (!agent || !isAgent(agent)) throw new AppError('not_found');
    return agent;
  }
  if ('ignoresBadToken' in endpoint) return Promise.resolve(verified).catch(() => null);
  const caller = await verified;
  if (!header) throw new AppError('sign_in_required', { act: 'act' in endpoint ? endpoint.act : '' });
  if (!caller) throw new AppError('sign_in_expired');
  return caller;
}

function check(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.core.safeParse(schema, value);
  if (result.success) return result.data;
  throw new AppError('body_invalid', { detail: describe(result.error.issues[0]) });
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'it does not have the expected form';
  const place = issue.path.map(String).join('.');
  const reason = issue.message.replace(/^./, (letter) => letter.toLowerCase());
  return place ? `${place} ${reason}`.slice(0, 300) : reason.slice(0, 300);
}

const keyForm = /^[\w.:-]{8,100}$/;

/** The key under which a request that comes again is the same one. @throws AppError body_invalid for another form. */
export function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || keyForm.test(header)) return header;
  throw new AppError('body_invalid', {
    detail: 'Idempotency-Key must be 8 to 100 letters, digits or . _ : -',
  });
}

/** Values that the middlewares set for a request. */
export type Variables = {
  requestId: string;
  /** The sender's address, for rate limits and logs. */
  address: string;
  /** CSP sources of the scripts in the page that is sent. */
  scriptHashes?: string;
  /** A cookie that the reply sets. */
  cookie?: string;
  /** Other sites may show the page that is sent in a frame. */
  mayBeFramed?: boolean;
};
