import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { findSitePage } from '#shared/rules/site-pages.ts';
import { type BuiltPage, pageFiles } from './page-file.ts';
import {
  describeSitePage,
  describeSurveyPage,
  type PageHead,
  renderHead,
  type SurveyTitle,
} from './page-head.ts';
import type { Variables } from './request-context.ts';
import type { SiteUrl } from './site-url.ts';

export type BrowserFiles = {
  folder: string;
  siteUrl: SiteUrl;
  /** Tells by its cookies whether a request comes from a browser that is signed in. */
  hasSession: (cookies: string) => boolean;
  findSurveyTitle: SurveyTitle;
};

type App = Hono<{ Variables: Variables }>;
type PageContext = Context<{ Variables: Variables }>;

/** Serves the built browser files: hashed assets for ever, other files for a while, pages always fresh. */
export function serveBrowserFiles(app: App, { folder, siteUrl, hasSession, findSurveyTitle }: BrowserFiles) {
  if (!existsSync(folder)) return;
  const files = serveStatic({ root: folder, precompressed: true });
  const readPage = pageFiles();
  const send = async (context: PageContext, name: string, head: PageHead, status: 200 | 404 = 200) =>
    sendPage(context, await readPage(join(folder, name), renderHead(head)), status);

  app.use('/assets/*', cached('public, max-age=31536000, immutable'), files);
  app.use('/:folder{pictures|og|icons}/*', cached('public, max-age=86400'), files);
  app.use('/:file{[^/]+\\.\\w+}', cached('public, max-age=300'), async (context, next) =>
    context.req.path.endsWith('.html') ? next() : files(context, next),
  );
  app.get('/', async (context) => {
    // Only visitors get the landing page in the first reply: nobody who is signed in should see it flash.
    const isSignedIn = hasSession(context.req.header('cookie') ?? '');
    context.header('Vary', 'Cookie');
    return send(
      context,
      isSignedIn ? 'index.html' : 'landing.html',
      describeSitePage('/', siteUrl(context.req.raw)),
    );
  });
  app.get('/survey/:slug', async (context) => {
    const title = await findSurveyTitle(context.req.param('slug'));
    return send(context, 'survey.html', describeSurveyPage(title, siteUrl(context.req.raw)));
  });
  app.get('/*', async (context) => {
    const { path } = context.req;
    const straight = path.replace(/\/$/, '');
    if (straight !== path && isPage(straight)) return context.redirect(straight, 308);
    if (path.startsWith('/api/') || /\.\w+$/.test(path)) return context.notFound();
    const isKnown = findSitePage(path) !== null;
    return send(context, 'index.html', describeSitePage(path, siteUrl(context.req.raw)), isKnown ? 200 : 404);
  });
}

function isPage(path: string): boolean {
  return findSitePage(path) !== null || /^\/survey\/[^/]+$/.test(path);
}

function sendPage(context: PageContext, page: BuiltPage, status: 200 | 404): Response {
  const isBrotli =
    accepts(context, { header: 'Accept-Encoding', supports: ['br', 'identity'], default: 'identity' }) ===
    'br';
  const etag = isBrotli ? page.etag.replace(/"$/, '-br"') : page.etag;
  context.set('scriptHashes', page.scriptHashes);
  context.header('Cache-Control', 'no-cache');
  context.header('Vary', 'Accept-Encoding', { append: true });
  context.header('ETag', etag);
  if (status === 200 && hasAlready(context, etag)) return context.body(null, 304);
  context.header('Content-Type', 'text/html; charset=UTF-8');
  if (!isBrotli) return context.body(page.html, status);
  context.header('Content-Encoding', 'br');
  return context.body(new Uint8Array(page.brotli), status);
}

/** A proxy that compresses anew marks what it sends as weak; for a page that is the same. */
function hasAlready(context: PageContext, etag: string): boolean {
  const known = (context.req.header('if-none-match') ?? '').split(',').map((entry) => entry.trim());
  return known.some((entry) => entry === '*' || entry.replace(/^W\//, '') === etag);
}

/** Says how long a file that was found may be kept. */
function cached(policy: string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (context.res.ok) context.header('Cache-Control', policy);
  };
}
