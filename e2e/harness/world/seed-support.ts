import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Account, call } from '#e2e/harness/api.ts';
import { runSql } from '#e2e/harness/database.ts';
import type { Product } from '#e2e/harness/product.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { InboxThread } from '#shared/contracts/support-inbox.ts';
import type { Job, JobDraft, JobThread } from '#shared/contracts/support-requests.ts';

/** A picture that a founder could send. */
export const screenshotFile = fileURLToPath(new URL('../../../web/public/og/home.png', import.meta.url));

/** A log as programs write it; what makes it a secret is made up. */
export const secretKey = ['sk', 'live', '51Hq8tYzWbNcVxRmKpLd'].join('_');
export const secretLog = `12:04:11 POST /checkout 500\n12:04:11 key ${secretKey} was refused\n12:04:12 done\n`;

/** Sends the job form as the browser does. */
export async function seedRequest(
  url: string,
  { token, email }: Account,
  changes: Partial<JobDraft> = {},
): Promise<Job> {
  const body: JobDraft = {
    appName: 'Invoice Chaser',
    requestTitle: 'Nobody can log in any more',
    appUrl: 'https://invoice-chaser.example',
    email,
    issueDescriptions: ['After the last change the login page stays white, on every device.'],
    ...changes,
  };
  const headers = { 'idempotency-key': randomUUID() };
  return (await call<{ job: Job }>(url, '/api/jobs', { token, body, headers })).job;
}

/** Uploads a picture and a log. */
export async function seedAttachments(url: string, { token }: Account): Promise<Attachment[]> {
  const files = [
    { name: 'the-white-page.png', type: 'image/png', content: await readFile(screenshotFile) },
    { name: 'server.log', type: 'text/plain', content: Buffer.from(secretLog) },
  ];
  const added: Attachment[] = [];
  for (const { name, type, content } of files) {
    const reply = await fetch(`${url}/api/python/api/attachments?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: new Uint8Array(content),
    });
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    added.push(((await reply.json()) as { attachment: Attachment }).attachment);
  }
  return added;
}

/** What its owner reads of a request. */
export function readRequest(url: string, { token }: Account, id: string): Promise<JobThread> {
  return call(url, `/api/jobs/${id}`, { method: 'GET', token });
}

/** Writes into the thread of one's own request. */
export function answerRequest(url: string, { token }: Account, id: string, text: string): Promise<JobThread> {
  return call(url, `/api/jobs/${id}/messages`, { token, body: { id: randomUUID(), text } });
}

/** What an agent does with a request. */
export function workOn(url: string, { token }: Account, id: string) {
  const act = (path: string, body?: unknown) =>
    call<InboxThread>(url, `/api/inbox/${id}/${path}`, { token, body });
  const write = (kind: 'reply' | 'question' | 'note') => (text: string) =>
    act('messages', { id: randomUUID(), kind, text });
  return {
    claim: () => act('claim', {}),
    resolve: () => act('resolve'),
    reply: write('reply'),
    ask: write('question'),
    note: write('note'),
  };
}

/** Has everything about a request happened so many hours earlier: the product's own clock is the real one. */
export async function letHoursPass({ databaseUrl }: Product, id: string, hours: number): Promise<void> {
  const url = await databaseUrl();
  const earlier = `make_interval(hours => $2)`;
  await runSql(
    url,
    `update support_requests set created_at = created_at - ${earlier}, updated_at = updated_at - ${earlier},
       due_at = due_at - ${earlier}, customer_waits_since = customer_waits_since - ${earlier} where id = $1`,
    [id, hours],
  );
  await runSql(url, `update support_history set created_at = created_at - ${earlier} where request_id = $1`, [
    id,
    hours,
  ]);
}

/** Starts at once the task that looks for broken promises every minute; waits until it has found this one. */
export async function awaitBrokenPromise(product: Product, owner: Account, id: string): Promise<void> {
  await runSql(
    await product.databaseUrl(),
    `insert into pgboss.job (name, data) values ('broken-promises', '{}')`,
  );
  const giveUpAt = Date.now() + 75_000;
  while (Date.now() < giveUpAt) {
    const { promise } = await readRequest(product.url, owner, id);
    if (promise.state === 'broken') return;
    await sleep(300);
  }
  throw new Error('The broken promise was not found.');
}

/** Where the links in the mails about a request lead. */
export async function answerPath({ databaseUrl }: Product, id: string): Promise<string> {
  const [row] = await runSql<{ token: string }>(
    await databaseUrl(),
    'select answer_token as token from support_requests where id = $1',
    [id],
  );
  return `/support-answer#token=${row?.token}`;
}
