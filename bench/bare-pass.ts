import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// The baseline of a server between a browser and a model: asks the model at MODEL_URL and passes its bytes on, nothing else.

const app = new Hono();
app.post('/', async (context) => {
  const body = await context.req.text();
  const headers = { 'content-type': 'application/json', authorization: 'Bearer any' };
  const reply = await fetch(`${process.env.MODEL_URL}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body,
  });
  return new Response(reply.body, { headers: { 'content-type': 'text/event-stream' } });
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close(() => process.exit(0)));
