import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

// The baseline: one Hono handler, one prepared insert of the body, nothing else.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('create table if not exists bare_answers (id bigserial primary key, body text not null)');
const app = new Hono();
app.post('/', async (context) => {
  const body = await context.req.text();
  await pool.query({ name: 'insert', text: 'insert into bare_answers (body) values ($1)', values: [body] });
  return context.json({ success: true }, 201);
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close(() => pool.end().then(() => process.exit(0))));
