import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import pg from 'pg';

// Servers beside the product. `node bench/servers.ts NAME` starts one, which prints its port.

/** The fixed model's first word; it arrives with the first token, whoever passes it on. */
export const firstWord = 'first-word-of-the-model';
const firstTokenMs = 20;
const betweenTokensMs = 1;
const tokens = [`{"concept":"${firstWord}`, ...Array<string>(5).fill(' and so on'), '"}'];

const events = { 'content-type': 'text/event-stream' };

const servers: Record<string, () => Promise<(context: Context) => Promise<Response>>> = {
  /** The baseline of an insert: one prepared insert of the body, nothing else. */
  async bare() {
    const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
    await pool.query(
      'create table if not exists bare_answers (id bigserial primary key, body text not null)',
    );
    const text = 'insert into bare_answers (body) values ($1)';
    return async (context) => {
      await pool.query({ name: 'insert', text, values: [await context.req.text()] });
      return context.json({ success: true }, 201);
    };
  },
  /** The baseline between a browser and a model: asks the model at MODEL_URL and passes its bytes on. */
  async pass() {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer any' };
    return async (context) => {
      const url = `${process.env.MODEL_URL}/v1/chat/completions`;
      const { body } = await fetch(url, { method: 'POST', headers, body: await context.req.text() });
      return new Response(body, { headers: events });
    };
  },
  /** A model of fixed slowness that speaks OpenAI's streaming protocol. */
  async model() {
    const chunk = (choice: object) => `data: ${JSON.stringify({ model: 'fixed', choices: [choice] })}\n\n`;
    return async (context) => {
      await context.req.text();
      await sleep(firstTokenMs);
      context.header('content-type', events['content-type']);
      return stream(context, async (output) => {
        for (const content of tokens) {
          await output.write(chunk({ delta: { content }, finish_reason: null }));
          await sleep(betweenTokensMs);
        }
        await output.write(`${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
      });
    };
  },
};

if (import.meta.main) {
  const create = servers[process.argv[2] ?? ''];
  if (!create) throw new Error(`Name one of ${Object.keys(servers).join(', ')}.`);
  const app = new Hono().post('*', await create());
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    process.stdout.write(`${port}\n`);
  });
  process.on('SIGTERM', () => process.exit(0));
}
