import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import { requestIds } from '#server/request-ids.ts';
import { publicError } from './public-error.ts';
import type { Variables } from './request-context.ts';
import { securityHeaders } from './security-headers.ts';
import { senderAddress, type TrustedProxies } from './sender-address.ts';

type Settings = {
  log: Logger;
  https: boolean;
  /** Foreign origins that pages may call. */
  connectsTo?: string[];
  /** No proxy is trusted when absent. */
  isTrustedProxy?: TrustedProxies;
  observe?: ObserveRequest;
};

/** Learns how long a request took; `route` is the pattern, because addresses are endless. */
export type ObserveRequest = (
  request: { method: string; route: string; status: number },
  seconds: number,
) => void;

/** The application without its routes: ids, logs, headers, compression, and errors as replies. */
export function createApplication({
  log,
  https,
  connectsTo,
  isTrustedProxy = () => false,
  observe,
}: Settings): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>({ getPath: (request) => frontDoor(request.url) });
  app.use(requestId({ limitLength: 64 }));
  app.use((context, next) => requestIds.run(context.get('requestId'), next));
  app.use(async (context, next) => {
    const started = performance.now();
    context.set(
      'address',
      senderAddress(peerOf(context), context.req.header('x-forwarded-for'), isTrustedProxy),
    );
    await next();
    const { status } = context.res;
    const { method, path } = context.req;
    const ms = Math.round(performance.now() - started);
    observe?.({ method, route: routePath(context, -1), status }, (performance.now() - started) / 1000);
    log[status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug']({ method, path, status, ms }, 'request');
  });
  // No address of ours holds NUL, and no database takes it.
  app.use(async (context, next) =>
    context.req.path.includes('%00') ? answer(context, new AppError('not_found')) : next(),
  );
  app.use(securityHeaders({ https, connectsTo }));
  app.use(compress());
  app.notFound((context) => answer(context, new AppError('not_found')));
  app.onError((error, context) => {
    const shown = publicError(error);
    if (shown !== error) log.error({ err: error }, 'request failed');
    return answer(context, shown);
  });
  return app;
}

/** `/api/python/api/x`, `/api/python/x` and `/api/x` are one address (design 5). */
export function frontDoor(url: string): string {
  // A request's url always has a path: at least the slash after its host.
  const local = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  const end = local.search(/[?#]/);
  const path = end < 0 ? local : local.slice(0, end);
  if (!path.startsWith('/api/python/')) return path;
  const rest = path.slice('/api/python'.length);
  return rest.startsWith('/api/') ? rest : `/api${rest}`;
}

function answer(context: Context, error: AppError): Response {
  // The rest of a body that was refused is not waited for.
  if (context.env?.incoming?.complete === false) context.header('Connection', 'close');
  if (error.retryAfter !== undefined) context.header('Retry-After', String(error.retryAfter));
  context.header('Cache-Control', 'no-store');
  return context.json(error.body, error.status as 500);
}

function peerOf(context: Context): string {
  // Without a socket (a call in process) there is no address.
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? 'unknown') : 'in-process';
}
