import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import { requestIds } from '#server/request-ids.ts';
import type { Variables } from './handle.ts';
import { publicError } from './public-error.ts';
import { senderAddress, type TrustedProxies } from './sender-address.ts';

type ApplicationOptions = {
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
}: ApplicationOptions): Hono<{ Variables: Variables }> {
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
  app.use(securityHeaders({ https, connectsTo }));
  app.use(compress());
  // No valid path holds NUL, and no database accepts it.
  app.use(async (context, next) =>
    context.req.path.includes('%00') ? answer(context, new AppError('not_found')) : next(),
  );
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

type HeaderOptions = {
  https: boolean;
  /** Foreign origins that pages may call; none when absent. */
  connectsTo?: string[];
};

/**
 * The full set for pages and the API. Scripts, styles and fonts are no documents: what guards those
 * would only weigh on them. What a reply is decides, not what its address looks like.
 */
function securityHeaders(options: HeaderOptions): MiddlewareHandler {
  const document = asFramed(withPageScripts(documentHeaders(options)));
  return async (context, next) => {
    await next();
    const type = context.res.headers.get('Content-Type') ?? '';
    const isFile = type !== '' && !/html|json/.test(type);
    await (isFile ? fileHeaders : document)(context, async () => {});
  };
}

const fileHeaders: MiddlewareHandler = async ({ res: { headers } }) => {
  headers.set('X-Content-Type-Options', 'nosniff');
  // A file that is made for pages of others says so itself.
  if (!headers.has('Cross-Origin-Resource-Policy'))
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
};

/** Allows a page's own inline scripts, by their hashes. */
function withPageScripts(setHeaders: MiddlewareHandler): MiddlewareHandler {
  return async (context, next) => {
    await setHeaders(context, next);
    const hashes: string | undefined = context.get('scriptHashes');
    if (!hashes) return;
    const policy = context.res.headers.get('Content-Security-Policy') ?? '';
    context.header(
      'Content-Security-Policy',
      policy.replace("script-src 'self'", `script-src 'self' ${hashes}`),
    );
  };
}

/** Lets other sites frame the pages that are made for it. */
function asFramed(setHeaders: MiddlewareHandler): MiddlewareHandler {
  return async (context, next) => {
    await setHeaders(context, next);
    if (!context.get('mayBeFramed')) return;
    const policy = context.res.headers.get('Content-Security-Policy') ?? '';
    context.header('Content-Security-Policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'));
    context.res.headers.delete('X-Frame-Options');
  };
}

/**
 * Only scripts from our own files run. Styles may be inline: dialogs and toasts set them. HSTS is only sent when the
 * site itself is on https.
 */
function documentHeaders(options: HeaderOptions): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      connectSrc: ["'self'", ...(options.connectsTo ?? [])],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: options.https ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    // These speak to browsers and plug-ins that no longer exist, and every reply would carry them.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
}

const patienceMs = 3000;

type Health = {
  routes: Hono;
  /** Has `/readyz` say 503 from now on, so that load balancers send nothing more. */
  reportNotReady(): void;
};

/** `/healthz`: the process lives. `/readyz`: its database and queue answer, and it is not stopping. */
export function healthRoutes(isReady: () => Promise<boolean>): Health {
  const routes = new Hono();
  let isStopping = false;
  routes.get('/healthz', (context) => context.json({ status: 'alive' }));
  routes.get('/readyz', async (context) => {
    const tooSlow = new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false).unref());
    const ready = !isStopping && (await Promise.race([isReady().catch(() => false), tooSlow]));
    return context.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503);
  });
  return {
    routes,
    reportNotReady() {
      isStopping = true;
    },
  };
}
