import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let mailServer: MailServer;
let server: TestServer;
let database: Database;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer(
    {},
    {
      MAIL: 'smtp',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Startup Spark <hello@spark.example>',
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

const post = async (message: string) => {
  const body = { fullName: 'Zoë Müller', email: 'zoe@example.com', phone: '', message };
  return (await server.call('POST', '/api/send-email', { body })).body;
};
const arrived = (message: string) =>
  mailServer.arrived.filter(({ parsed }) => parsed.text?.includes(message)).length;
/** The growing pauses between tries would take a test minutes. */
const hurry = () => database.pool.query("update pgboss.job set start_after = now() where state = 'retry'");
const states = async () =>
  (await database.pool.query("select state from pgboss.job where name = 'deliver-message'")).rows.map(
    ({ state }) => state as string,
  );

describe('a message that goes by SMTP', () => {
  it('arrives whole, with the visitor as the one to answer', async () => {
    expect(await post('A first message 🎉')).toEqual({ delivery: 'sent' });
    const { to, parsed } = mailServer.arrived.at(-1) ?? { to: [] };
    expect(to).toEqual(['help@spark.example']);
    expect(parsed).toMatchObject({
      subject: 'Message from Zoë Müller',
      from: { address: 'hello@spark.example' },
      replyTo: [{ address: 'zoe@example.com' }],
      text: expect.stringContaining('A first message 🎉'),
      html: expect.stringContaining('A first message 🎉'),
    });
  });

  it('brings a demo request with an invitation that mail programs understand', async () => {
    const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const wish = { fullName: 'Zoë', email: 'zoe@example.com', startsAt, timeZone: 'Europe/Berlin' };
    const reply = await server.call('POST', '/api/demo-requests', { body: wish });
    expect(reply.body).toEqual({ delivery: 'sent' });
    const parsed = mailServer.arrived.at(-1)?.parsed;
    const invitation = parsed?.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
    expect(invitation?.method).toBe('REQUEST');
  });

  it('is kept while the mail server is down, and sent once when it is back', async () => {
    await mailServer.stop();
    expect(await post('Written in an outage.')).toEqual({ delivery: 'kept' });
    mailServer = await startMailServer(mailServer.port);
    await hurry();
    await expect.poll(() => arrived('Written in an outage.'), { timeout: 15_000 }).toBe(1);
    await expect.poll(states, { timeout: 5_000 }).not.toContain('retry');
    expect(arrived('Written in an outage.')).toBe(1);
  });

  it('is kept when the server says later, and sent once after that', async () => {
    mailServer.refuseNext('DATA', 451);
    expect(await post('Greylisted.')).toEqual({ delivery: 'kept' });
    await hurry();
    await expect.poll(() => arrived('Greylisted.'), { timeout: 15_000 }).toBe(1);
  });

  it('is not sent a second time by a task that runs again', async () => {
    expect(await post('Only once.')).toEqual({ delivery: 'sent' });
    await expect.poll(states, { timeout: 5_000 }).not.toContain('active');
    await database.pool.query(
      "update pgboss.job set state = 'retry', start_after = now(), completed_on = null where name = 'deliver-message'",
    );
    await expect
      .poll(async () => new Set(await states()), { timeout: 15_000 })
      .toEqual(new Set(['completed']));
    expect(arrived('Only once.')).toBe(1);
  });

  it('that is refused for good is not tried again, stays stored, and is logged', async () => {
    mailServer.refuseNext('RCPT TO', 550);
    expect(await post('Nobody takes this.')).toEqual({ delivery: 'kept' });
    await expect.poll(() => server.logs.join('\n'), { timeout: 15_000 }).toContain('a task failed for good');
    expect(await states()).not.toContain('retry');
    const { rows } = await database.pool.query(
      "select delivered_at, failure from contact_messages where message = 'Nobody takes this.'",
    );
    expect(rows).toEqual([{ delivered_at: null, failure: expect.stringContaining('550') }]);
  });
});

describe('the log', () => {
  it('says why mail failed, and holds nothing of what was written or by whom', () => {
    const lines = server.logs.join('\n');
    expect(lines).toContain('mail was not accepted');
    expect(lines).toContain('ESOCKET');
    for (const secret of ['zoe@example.com', 'Müller', 'outage', 'Greylisted', 'help@spark.example']) {
      expect(lines).not.toContain(secret);
    }
  });
});
