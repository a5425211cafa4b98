import { desc, eq } from 'drizzle-orm';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import type { Database } from '#server/database/connect.ts';
import { outbox } from '#server/database/tables.ts';
import { isLoopbackHost } from '#server/http/site/site-url.ts';
import { productName } from '#shared/rules/product.ts';

const shown = 50;

/**
 * Mail of the embedded adapter, to read in development. It has links that open accounts, so only this machine's own
 * browser can read it, by a name of this machine.
 */
export function outboxRoutes(database: Database): Hono {
  const app = new Hono<{ Variables: { address: string } }>();
  app.use('/outbox', onlyHere);
  app.use('/outbox/*', onlyHere);
  app.get('/outbox', async (context) => {
    const mails = await database.sql.select().from(outbox).orderBy(desc(outbox.id)).limit(shown);
    return context.html(outboxPage(mails));
  });
  app.get('/outbox/:file{[0-9]{1,15}\\.ics}', async (context) => {
    const id = Number.parseInt(context.req.param('file'), 10);
    const [mail] = await database.sql.select().from(outbox).where(eq(outbox.id, id));
    return mail?.calendar ? calendarFile(context, mail.calendar) : context.notFound();
  });
  app.get('/outbox/:id{[0-9]{1,15}}/:place{[0-9]}', async (context) => {
    const [mail] = await database.sql
      .select()
      .from(outbox)
      .where(eq(outbox.id, Number(context.req.param('id'))));
    const file = mail?.files?.[Number(context.req.param('place'))];
    if (!file) return context.notFound();
    const headers = { 'Content-Type': file.type, 'Content-Disposition': 'attachment' };
    return context.body(Buffer.from(file.content, 'base64'), 200, headers);
  });
  return app as unknown as Hono;
}

const onlyHere: MiddlewareHandler<{ Variables: { address: string } }> = async (context, next) => {
  const isHere = /^(in-process|::1|(::ffff:)?127\.)/.test(context.get('address'));
  if (!isHere || !isLoopbackHost(context.req.header('host') ?? 'localhost')) return context.notFound();
  context.header('Cache-Control', 'no-store');
  return next();
};

type OutboxMail = typeof outbox.$inferSelect;

function outboxPage(mails: OutboxMail[]) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark"><title>Outbox · ${productName}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css"></head><body><main>
    <p class="mark" role="note"><strong>Development outbox.</strong> No mail server is configured, so mail waits here.</p>
    <h1>Outbox</h1>${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(mailArticle)}</main></body></html>`;
}

function mailArticle(mail: OutboxMail) {
  const { id, recipient, subject, body, replyTo, unsubscribeUrl, calendar, files, createdAt } = mail;
  const parts = body.split(/(https?:\/\/\S+[^\s.,;:!?])/);
  const linked = parts.map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part));
  const about = [
    `To ${recipient}`,
    createdAt.toISOString(),
    ...(replyTo ? [`Answers go to ${replyTo}`] : []),
    ...(unsubscribeUrl ? ['Can be unsubscribed from in mail programs'] : []),
  ];
  return html`<article><h2>${subject}</h2><p class="meta">${about.join(' · ')}</p><pre>${linked}</pre>
    ${calendar ? html`<p><a href="/outbox/${id}.ics" download>Calendar file</a></p>` : ''}
    ${files?.map(({ name }, place) => html`<p><a href="/outbox/${id}/${place}" download="${name}">${name}</a></p>`)}
    ${asPicture(mail)}</article>`;
}

/** A mail as mail programs show it. The frame has no permissions: scripts and links are off. */
function asPicture({ subject, html: source }: OutboxMail) {
  if (!source) return '';
  return html`<details><summary>As mail programs show it</summary>
    <iframe title="${subject}" sandbox="" loading="lazy" srcdoc="${source}"
      style="width:100%;height:26rem;border:1px solid var(--line);border-radius:8px"></iframe></details>`;
}

function calendarFile(context: Context, calendar: string) {
  return context.body(calendar, 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="invitation.ics"',
  });
}
