import { Hono } from 'hono';
import { describeApi } from './document.ts';
import { describePage } from './page.ts';

/** The public API described for programs and for people. */
export function apiDocumentRoutes(): Hono {
  const app = new Hono();
  // Made once it is asked for: every start would wait for it.
  let made: Promise<{ json: string; page: string }> | undefined;
  const document = () => {
    made ??= make();
    return made;
  };
  app.get('/api/openapi.json', async (context) => {
    const { json } = await document();
    return context.body(json, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
  });
  app.get('/api/docs', async (context) => {
    context.header('Cache-Control', 'no-cache');
    return context.html((await document()).page);
  });
  return app;
}

async function make(): Promise<{ json: string; page: string }> {
  const document = await describeApi({ withAgents: false });
  return { json: JSON.stringify(document), page: String(await describePage(document)) };
}
