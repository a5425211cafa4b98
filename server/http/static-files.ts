import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono } from 'hono';
import type { Variables } from './request-context.ts';

const immutable = 'public, max-age=31536000, immutable';

/** Paths that the browser's router knows; any other gets the same shell with status 404. */
const pages =
  /^\/($|settings$|FAQ$|payment-success$|payment-cancel$|dashboard$|survey\/[^/]+\/results$|startup-spark-suite(\/|$))/;

/** Serves the built browser files of `folder`: hashed assets for ever, HTML always fresh. */
export function serveBrowserFiles(app: Hono<{ Variables: Variables }>, folder: string): void {
  if (!existsSync(folder)) return;
  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', immutable),
    }),
  );
  app.use('/*', async (context, next) => {
    // Files of the public folder have an ending; pages never do.
    if (!/\.\w+$/.test(context.req.path) || context.req.path.endsWith('.html')) return next();
    return publicFiles(context, next);
  });
  const publicFiles = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=300'),
  });
  app.get('/survey/:slug', page(join(folder, 'survey.html')));
  app.get('/*', page(join(folder, 'index.html')));
}

function page(file: string) {
  return async (context: Context) => {
    const { path } = context.req;
    const known = pages.test(path) || /^\/survey\/[^/]+$/.test(path);
    const isFile = path.startsWith('/api/') || /\.\w+$/.test(path);
    if (isFile) return context.notFound();
    context.header('Cache-Control', 'no-cache');
    return context.html(await readFile(file, 'utf8'), known ? 200 : 404);
  };
}
