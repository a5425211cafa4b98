import { describe, expect, it } from 'vitest';
import { openMailingServer, supportEmail } from '#server/testing/mailing-server.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const mailing = openMailingServer({ tasksByHand: false });

const post = async (message: string, server: TestServer = mailing.server) => {
  const body = { fullName: 'Zoë Müller', email: 'zoe@example.com', phone: '', message };
  return (await server.call('POST', '/api/send-email', { body })).body;
};
const arrived = (message: string) =>
  mailing.arrived().filter(({ parsed }) => parsed.text?.includes(message)).length;
const states = () => mailing.taskStates('deliver-message');
/** The task fails a moment after its sender has the response. */
const retryOnceFailed = async () => {
  await expect.poll(states, { timeout: 15_000 }).toContain('retry');
  await mailing.retryNow();
};
const outcome = async (message: string) => {
  const select = 'select delivered_at, failure, given_up_at from contact_messages where message = $1';
  return (await mailing.database.pool.query(select, [message])).rows[0];
};
const logged = () => mailing.server.logs.join('\n');

describe('a message that goes by SMTP', () => {
  it('arrives whole, with the visitor as the one to answer', async () => {
    expect(await post('A first message 🎉')).toEqual({ delivery: 'sent' });
    const { to, parsed } = mailing.arrived().at(-1) ?? { to: [] };
    expect(to).toEqual([supportEmail]);
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
    const reply = await mailing.server.call('POST', '/api/demo-requests', { body: wish });
    expect(reply.body).toEqual({ delivery: 'sent' });
    const parsed = mailing.arrived().at(-1)?.parsed;
    const invitation = parsed?.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
    expect(invitation?.method).toBe('REQUEST');
  });

  it('is kept while the mail server is down, and sent once when it is back', async () => {
    await mailing.stopMail();
    expect(await post('Written in an outage.')).toEqual({ delivery: 'kept' });
    await mailing.startMail();
    await retryOnceFailed();
    await expect.poll(() => arrived('Written in an outage.'), { timeout: 15_000 }).toBe(1);
    await expect.poll(states, { timeout: 5_000 }).not.toContain('retry');
    expect(arrived('Written in an outage.')).toBe(1);
  });

  it('is kept when the server says later, and sent once after that', async () => {
    mailing.refuseNext('DATA', 451);
    expect(await post('Greylisted.')).toEqual({ delivery: 'kept' });
    await retryOnceFailed();
    await expect.poll(() => arrived('Greylisted.'), { timeout: 15_000 }).toBe(1);
  });

  it('is not sent a second time by a task that runs again', async () => {
    expect(await post('Only once.')).toEqual({ delivery: 'sent' });
    await expect.poll(states, { timeout: 5_000 }).not.toContain('active');
    await mailing.database.pool.query(
      "update pgboss.job set state = 'retry', start_after = now(), completed_on = null where name = 'deliver-message'",
    );
    await expect
      .poll(async () => new Set(await states()), { timeout: 15_000 })
      .toEqual(new Set(['completed']));
    expect(arrived('Only once.')).toBe(1);
  });

  it('that is refused for good is said to be, is not tried again, stays stored, and is logged', async () => {
    mailing.refuseNext('RCPT TO', 550);
    expect(await post('Nobody takes this.')).toEqual({ delivery: 'refused' });
    await expect.poll(logged, { timeout: 15_000 }).toContain('a task failed for good');
    expect(await states()).not.toContain('retry');
    expect(await outcome('Nobody takes this.')).toEqual({
      delivered_at: null,
      failure: expect.stringContaining('550'),
      given_up_at: expect.any(Date),
    });
  });

  it('that no try of two days could send stays stored, and its row says that nothing tries again', async () => {
    mailing.refuseNext('DATA', 451);
    expect(await post('An endless outage.')).toEqual({ delivery: 'kept' });
    expect(await outcome('An endless outage.')).toMatchObject({ given_up_at: null });
    // The tries between the first and the last would take the test two days.
    mailing.refuseNext('DATA', 451);
    await mailing.database.pool.query(
      "update pgboss.job set retry_limit = 1, start_after = now() where state = 'retry'",
    );
    await expect
      .poll(() => outcome('An endless outage.'), { timeout: 15_000 })
      .toEqual({
        delivered_at: null,
        failure: expect.stringContaining('not now'),
        given_up_at: expect.any(Date),
      });
    await expect.poll(states, { timeout: 5_000 }).not.toContain('retry');
    expect(arrived('An endless outage.')).toBe(0);
  });
});

describe('a message on a public site without a mail server', () => {
  it('is kept, and the start and the row inform the operator', async () => {
    const site = await startTestServer({ tasksByHand: false }, { PUBLIC_URL: 'https://spark.example' });
    expect(await post('Into the records.', site)).toEqual({ delivery: 'kept' });
    const { rows } = await site.database.pool.query(
      'select delivered_at, failure, given_up_at from contact_messages',
    );
    const failure = expect.stringContaining('no mail server is configured');
    expect(rows).toEqual([{ delivered_at: null, failure, given_up_at: null }]);
    expect(site.logs.join()).toContain('MAIL=embedded on a public address: nobody gets any mail.');
    await site.close();
  });
});

describe('the log', () => {
  it('says why mail failed, and holds nothing of what was written or by whom', () => {
    const lines = logged();
    expect(lines).toContain('mail was not accepted');
    expect(lines).toContain("can't be used: connection refused");
    for (const secret of ['zoe@example.com', 'Müller', 'outage', 'Greylisted', supportEmail]) {
      expect(lines).not.toContain(secret);
    }
  });
});
