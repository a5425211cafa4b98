import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

type Options = {
  https: boolean;
  /** Foreign origins that pages may call; none when absent. */
  connectsTo?: string[];
};

/**
 * The full set for pages and the API. Scripts, styles and fonts are no documents: what guards those
 * would only weigh on them. What a reply is decides, not what its address looks like.
 */
export function securityHeaders(options: Options): MiddlewareHandler {
  const document = withPageScripts(documentHeaders(options));
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

/** Lets the scripts run that a page of ours carries in itself, and no others. */
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

/**
 * No script runs that is not a file of ours. Styles may be inline: dialogs and toasts set them.
 * HSTS is only sent when the site itself is on https.
 */
function documentHeaders(options: Options): MiddlewareHandler {
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
