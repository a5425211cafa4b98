import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * The full set for pages and the API. Scripts, styles and fonts are no documents: what guards those
 * would only weigh on them.
 */
export function securityHeaders(options: { https: boolean }): MiddlewareHandler {
  const [full, lean] = [documentHeaders(options), fileHeaders];
  return (context, next) => (/\.\w+$/.test(context.req.path) ? lean : full)(context, next);
}

const fileHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.res.headers.set('X-Content-Type-Options', 'nosniff');
  context.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
};

/**
 * No script runs that is not a file of ours. Styles may be inline: dialogs and toasts set them.
 * HSTS is only sent when the site itself is on https.
 */
function documentHeaders(options: { https: boolean }): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
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
