import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// The baseline of a short link: one Hono handler that always redirects; nothing is looked up or counted.

const app = new Hono();
app.get('/go/:code', (context) => context.redirect('https://product.example/', 302));
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close(() => process.exit(0)));
