import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let time = Date.now();
let mailServer: MailServer;
let server: TestServer;
let database: Database;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer(
    { now: () => time },
    {
      MAIL: 'smtp',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'hello@spark.example',
      SUPPORT_EMAIL: 'help@spark.example',
    },
  );
  database = connectDatabase(server.databaseUrl, () => {});
});
afterAll(async () => {
  await database.close();
  await server.close();
  await mailServer.stop();
});

const askFor = (email: string) =>
  server.fetch('/api/auth/request-password-reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({ email }),
  });
const states = async () =>
  (await database.pool.query("select state from pgboss.job where name = 'send-reset-link'")).rows.map(
    ({ state }) => state as string,
  );
const hurry = () => database.pool.query("update pgboss.job set start_after = now() where state = 'retry'");

/** Asks while the mail server is away, and lets `minutes` pass before it is back. */
async function askDuringOutage(email: string, minutes: number) {
  await mailServer.stop();
  await askFor(email);
  await expect.poll(states, { timeout: 10_000 }).toContain('retry');
  time += minutes * 60_000;
  mailServer = await startMailServer(mailServer.port);
  await hurry();
  await expect.poll(async () => new Set(await states()), { timeout: 15_000 }).toEqual(new Set(['completed']));
}

describe('the mail with a link to set a new password', () => {
  it('holds the link in both its forms', async () => {
    const { email } = await server.signUp();
    await askFor(email);
    await expect.poll(() => mailServer.arrived.length, { timeout: 10_000 }).toBe(1);
    const { to, parsed } = mailServer.arrived[0] ?? { to: [] };
    expect(to).toEqual([email]);
    expect(parsed?.subject).toBe('Set a new password for Startup Spark');
    const [link] = /http:\/\/localhost:3000\/\?resetToken=[\w-]+/.exec(parsed?.text ?? '') ?? ['no link'];
    expect(parsed?.text).toContain(`choose it:\n\n${link}\n\nIf it was not you`);
    expect(parsed?.html).toContain(`href="${link}"`);
  });

  it('waits for a mail server that is away, as long as the link lives', async () => {
    const { email } = await server.signUp();
    await askDuringOutage(email, 50);
    expect(mailServer.arrived.map(({ to }) => to)).toEqual([[email]]);
  });

  it('is not sent any more when the link is dead', async () => {
    const { email } = await server.signUp();
    await askDuringOutage(email, 61);
    expect(mailServer.arrived).toEqual([]);
  });
});
