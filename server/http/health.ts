import { Hono } from 'hono';

/** `/healthz`: the process lives. `/readyz`: its database and queue answer, and it is not stopping. */
export function healthRoutes(isReady: () => Promise<boolean>): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.json({ status: 'alive' }));
  app.get('/readyz', async (context) => {
    const ready = await isReady().catch(() => false);
    return context.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503);
  });
  return app;
}
