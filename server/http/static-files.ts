import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Variables } from './request-context.ts';

/** Paths that are pages; any other gets the app's shell with status 404. */
const pages =
  /^\/($|settings$|FAQ$|ContactUs$|startup-social$|payment-success$|payment-cancel$|dashboard$|survey\/[^/]+(\/results)?$|startup-spark-suite(\/(dashboard)?)?$)/;

/** Serves the built browser files of `folder`: hashed assets for ever, HTML always fresh. */
export function serveBrowserFiles(app: Hono<{ Variables: Variables }>, folder: string): void {
  if (!existsSync(folder)) return;
  const files = serveStatic({ root: folder, precompressed: true });
  app.use('/assets/*', cached('public, max-age=31536000, immutable'), files);
  app.use('/:file{[^/]+\\.\\w+}', cached('public, max-age=300'), async (context, next) =>
    context.req.path.endsWith('.html') ? next() : files(context, next),
  );
  app.get('/survey/:slug', page(join(folder, 'survey.html')));
  app.get('/*', page(join(folder, 'index.html')));
}

function page(file: string) {
  return async (context: Context) => {
    const { path } = context.req;
    const isFile = path.startsWith('/api/') || /\.\w+$/.test(path);
    if (isFile) return context.notFound();
    context.header('Cache-Control', 'no-cache');
    context.header('Vary', 'Accept-Encoding');
    const status = pages.test(path) ? 200 : 404;
    if (!/\bbr\b/.test(context.req.header('accept-encoding') ?? '')) {
      return context.html(await readFile(file, 'utf8'), status);
    }
    const headers = { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Encoding': 'br' };
    return context.body(await readFile(`${file}.br`), status, headers);
  };
}

/** Says how long a file that was found may be kept. */
function cached(policy: string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (context.res.ok) context.header('Cache-Control', policy);
  };
}
