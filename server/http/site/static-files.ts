import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { html, raw } from 'hono/html';
import type { Variables } from '#server/http/handle.ts';
import { CappedMap } from '#shared/rules/capped-map.ts';
import { productName } from '#shared/rules/product.ts';
import { type FirstAnswers, findFirstLoad, moduleFiles } from './first-load.ts';
import { findSitePage } from './site-pages.ts';
import type { SiteUrl } from './site-url.ts';

export type BrowserFiles = {
  folder: string;
  siteUrl: SiteUrl;
  /** Tells by its cookies whether a request comes from a browser that is signed in. */
  hasSession: (cookies: string) => boolean;
  /** Replies to the first calls of a request's browser at that path; null where no one is signed in. */
  firstAnswers: (context: PageContext, path: string) => Promise<FirstAnswers | null>;
  findSurveyTitle: SurveyTitle;
};

type App = Hono<{ Variables: Variables }>;
type PageContext = Context<{ Variables: Variables }>;

/** Serves the built browser files: hashed assets for ever, other files for a while, pages always fresh. */
export function serveBrowserFiles(app: App, given: BrowserFiles) {
  const { folder, siteUrl, hasSession, firstAnswers, findSurveyTitle } = given;
  if (!existsSync(folder)) return;
  const files = serveStatic({ root: folder, precompressed: true });
  const readPage = pageFiles();
  const send = async (context: PageContext, name: string, head: PageHead) =>
    sendPage(context, await readPage(join(folder, name), renderHead(head)));
  const isSignedIn = (context: PageContext) => hasSession(context.req.header('cookie') ?? '');
  /** The app, with what its page asks first for the people who are signed in. */
  const sendApp = async (context: PageContext, path: string) => {
    // A browser that fetches a page in advance, or only its head, is nobody's visit.
    const isVisit = context.req.method === 'GET' && !context.req.header('sec-purpose');
    const first = isVisit && isSignedIn(context) ? await firstAnswers(context, path) : null;
    const { modules } = findFirstLoad(path, first?.user.supportAgent === true);
    const head = renderHead(describeSitePage(path, siteUrl(context.req.raw)));
    const page = await readPage(join(folder, 'index.html'), head, modules);
    const status = findSitePage(path) ? 200 : 404;
    context.header('Vary', 'Cookie');
    return first ? sendPrivatePage(context, page, first, status) : sendPage(context, page, status);
  };

  app.use('/assets/*', cached('public, max-age=31536000, immutable'), files);
  app.use('/:folder{pictures|og|icons}/*', cached('public, max-age=86400'), files);
  app.use('/:file{[^/]+\\.\\w+}', cached('public, max-age=300'), async (context, next) =>
    context.req.path.endsWith('.html') ? next() : files(context, next),
  );
  app.get('/', async (context) => {
    // Only visitors get the landing page at once: it must not flash for signed-in users.
    if (isSignedIn(context)) return sendApp(context, '/');
    context.header('Vary', 'Cookie');
    return send(context, 'landing.html', describeSitePage('/', siteUrl(context.req.raw)));
  });
  app.get('/survey/:slug', async (context) => {
    const title = await findSurveyTitle(context.req.param('slug'));
    context.set('mayBeFramed', title !== null);
    return send(context, 'survey.html', describeSurveyPage(title, siteUrl(context.req.raw)));
  });
  app.get('/*', async (context) => {
    const { path } = context.req;
    const straight = path.replace(/\/$/, '');
    if (straight !== path && isPage(straight)) return context.redirect(straight, 308);
    if (/^\/api(\/|$)/.test(path) || /\.\w+$/.test(path)) return context.notFound();
    return sendApp(context, path);
  });
}

function isPage(path: string): boolean {
  return findSitePage(path) !== null || /^\/survey\/[^/]+$/.test(path);
}

/** A page that is one person's alone, and is kept nowhere: not by a proxy, and not for whoever presses Back later. */
async function sendPrivatePage(
  context: PageContext,
  { html, scriptHashes }: BuiltPage,
  { user, answers, cookies }: FirstAnswers,
  status: 200 | 404,
): Promise<Response> {
  const json = JSON.stringify({ userId: user.id, answers }).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="first-answers">${json}</script>`;
  const whole = html.replace('<div id="root">', (root) => block + root);
  context.set('scriptHashes', scriptHashes);
  context.header('Cache-Control', 'private, no-store');
  context.header('Vary', 'Accept-Encoding', { append: true });
  context.header('Content-Type', 'text/html; charset=UTF-8');
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true });
  if (!takesBrotli(context)) return context.body(whole, status);
  context.header('Content-Encoding', 'br');
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
  return context.body(new Uint8Array(await brotli(whole, { params })), status);
}

function takesBrotli(context: PageContext): boolean {
  const supports = ['br', 'identity'];
  return accepts(context, { header: 'Accept-Encoding', supports, default: 'identity' }) === 'br';
}

function sendPage(context: PageContext, page: BuiltPage, status: 200 | 404 = 200): Response {
  const isBrotli = takesBrotli(context);
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

/** A proxy that compresses again marks its ETag as weak; for a page that is the same. */
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

/** A built page, ready to be sent. */
type BuiltPage = {
  html: string;
  brotli: Buffer;
  etag: string;
  /** CSP sources (`'sha256-…'`) of the scripts in the page itself. */
  scriptHashes: string;
};

const brotli = promisify(brotliCompress);
const headMark = /<!-- head -->.*?<!-- \/head -->/s;
/** Every survey adds a head. */
const remembered = 200;

/**
 * Gives pages of the built files with a head of their own, and with what the browser fetches for these modules; each is
 * put together once, and again after a new build.
 */
function pageFiles() {
  const pages = new CappedMap<string, { builtAt: number; page: Promise<BuiltPage> }>(remembered);
  return async (file: string, head: string, modules: string[] = []): Promise<BuiltPage> => {
    const { mtimeMs: builtAt } = await stat(file);
    const key = [file, head, ...modules].join('\0');
    const known = pages.get(key);
    if (known?.builtAt === builtAt) return known.page;
    const page = buildPage(file, head, modules);
    pages.set(key, { builtAt, page });
    page.catch(() => pages.delete(key));
    return page;
  };
}

async function buildPage(file: string, head: string, modules: string[]): Promise<BuiltPage> {
  const template = await readFile(file, 'utf8');
  const preloads = modules.length > 0 ? await renderPreloads(join(file, '..'), modules) : '';
  const html = template.replace(headMark, () => head).replace('</head>', () => `${preloads}</head>`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? '');
  return {
    html,
    brotli: await brotli(html, { params }),
    etag: `"${hash(html, 'base64url').slice(0, 27)}"`,
    scriptHashes: scripts.map((script) => `'sha256-${hash(script, 'base64')}'`).join(' '),
  };
}

/** Files of modules, by the list that the build has left. */
async function renderPreloads(folder: string, modules: string[]): Promise<string> {
  const files = JSON.parse(await readFile(join(folder, moduleFiles), 'utf8')) as Record<string, string[]>;
  const named = new Set(modules.flatMap((module) => files[module] ?? []));
  return [...named].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
}

function hash(content: string, encoding: 'base64' | 'base64url'): string {
  return createHash('sha256').update(content).digest(encoding);
}

/** Head tags of a page for search and sharing. */
type PageHead = {
  title: string;
  description: string;
  /** Absolute address of the page itself; null keeps it out of every index. */
  canonicalUrl: string | null;
  /** Absolute address of a picture of 1200 by 630 pixels, and what it shows. */
  image: { url: string; alt: string };
};

/** The head's tags, everything in them escaped (Open Graph protocol; Twitter reads the same but for the card's form). */
function renderHead({ title, description, canonicalUrl, image }: PageHead): string {
  const isIndexed = canonicalUrl !== null;
  return String(html`<title>${title}</title>
<meta name="description" content="${description}">
${isIndexed ? html`<link rel="canonical" href="${canonicalUrl}">` : raw('<meta name="robots" content="noindex">')}
<meta property="og:type" content="website">
<meta property="og:site_name" content="${productName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${isIndexed ? html`<meta property="og:url" content="${canonicalUrl}">` : ''}
<meta property="og:image" content="${image.url}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${image.alt}">
<meta name="twitter:card" content="summary_large_image">`);
}

/** The title of a survey that anybody may open; null for every other, whose idea is not for strangers. */
type SurveyTitle = (id: string) => Promise<string | null>;

/** The head of one of the site's own pages, or of its 404 page. */
function describeSitePage(path: string, siteUrl: string): PageHead {
  const page = findSitePage(path);
  return {
    title: page?.title ?? `Page not found · ${productName}`,
    description: page?.description ?? 'There is no page at this address.',
    canonicalUrl: page?.isIndexed ? siteUrl + page.path : null,
    image: {
      url: `${siteUrl}/og/home.png`,
      alt: 'The first page: “Know before you build.” beside a verdict.',
    },
  };
}

/** A survey's card when its link is shared: its title and never its answers. No index may hold it. */
function describeSurveyPage(title: string | null, siteUrl: string): PageHead {
  return {
    title: title ?? `A survey on ${productName}`,
    description: title
      ? 'A short survey about what you really did. It takes a few minutes.'
      : 'A founder asks for your experience. Sign in to answer.',
    canonicalUrl: null,
    image: { url: `${siteUrl}/og/survey.png`, alt: 'A survey page with its first questions.' },
  };
}
