import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Database } from '#server/database/connect.ts';
import { outbox } from '#server/database/tables.ts';
import { isLoopbackHost } from '#server/http/site-url.ts';
import { productName } from '#shared/rules/product.ts';

const shown = 50;

/**
 * The mail that the embedded adapter kept, to read in development. It holds links that open accounts,
 * so it is only there for this machine's own browser, by a name of this machine.
 */
export function outboxRoutes(database: Database): Hono {
  const app = new Hono<{ Variables: { address: string } }>();
  app.get('/outbox', async (context) => {
    const isHere = /^(in-process|::1|(::ffff:)?127\.)/.test(context.get('address'));
    if (!isHere || !isLoopbackHost(context.req.header('host') ?? 'localhost')) return context.notFound();
    const mails = await database.sql.select().from(outbox).orderBy(desc(outbox.id)).limit(shown);
    context.header('Cache-Control', 'no-store');
    return context.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
      <meta name="color-scheme" content="light dark"><title>Outbox · ${productName}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css"></head><body><main>
      <p class="mark" role="note"><strong>Development outbox.</strong> No mail server is configured, so mail waits here.</p>
      <h1>Outbox</h1>${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(mailArticle)}</main></body></html>`);
  });
  return app as unknown as Hono;
}

function mailArticle({ recipient, subject, body, createdAt }: typeof outbox.$inferSelect) {
  const parts = body.split(/(https?:\/\/\S+)/);
  const linked = parts.map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part));
  return html`<article><h2>${subject}</h2><p class="meta">To ${recipient} · ${createdAt.toISOString()}</p><pre>${linked}</pre></article>`;
}
