import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { Stripe } from 'stripe';

// The baseline of payment events: checks the signature, inserts the event by its id, nothing else.

const stripe = new Stripe('sk_test_baseline');
const secret = process.env.WEBHOOK_SECRET ?? '';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
// Two of these start at the same time, and "if not exists" alone does not hold between them.
await pool.query(`select pg_advisory_lock(1); create table if not exists bare_events (id text primary key, body json not null);
  select pg_advisory_unlock(1)`);
const app = new Hono();
app.post('/', async (context) => {
  const body = await context.req.text();
  const { id } = stripe.webhooks.constructEvent(body, context.req.header('stripe-signature') ?? '', secret);
  const text = 'insert into bare_events (id, body) values ($1, $2) on conflict do nothing';
  await pool.query({ name: 'insert', text, values: [id, body] });
  return context.json({ received: true });
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close(() => pool.end().then(() => process.exit(0))));
