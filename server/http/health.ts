import { Hono } from 'hono';

const patienceMs = 3000;

type Health = {
  routes: Hono;
  /** Has `/readyz` say 503 from now on, so that load balancers send nothing more. */
  leave(): void;
};

/** `/healthz`: the process lives. `/readyz`: its database and queue answer, and it is not stopping. */
export function healthRoutes(isReady: () => Promise<boolean>): Health {
  const routes = new Hono();
  let leaving = false;
  routes.get('/healthz', (context) => context.json({ status: 'alive' }));
  routes.get('/readyz', async (context) => {
    const tooSlow = new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false).unref());
    const ready = !leaving && (await Promise.race([isReady().catch(() => false), tooSlow]));
    return context.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503);
  });
  return {
    routes,
    leave() {
      leaving = true;
    },
  };
}
