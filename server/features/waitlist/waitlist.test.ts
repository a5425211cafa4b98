import { beforeAll, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { openMailingServer } from '#server/testing/mailing-server.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const mailing = openMailingServer();
let server: TestServer;
beforeAll(async () => {
  server = mailing.server;
});

let people = 0;
const newEmail = () => `person-${++people}@example.com`;
const join = (email: unknown, changes: object = {}, token?: string) =>
  server.call('POST', '/api/notify', { token, body: { email, ...changes } });
const confirm = (token: string) => server.call('POST', '/api/notify/confirm', { body: { token } });
const leave = (token: string) => server.call('POST', '/api/notify/unsubscribe', { body: { token } });
const mailsTo = (email: string) => mailing.arrived().filter(({ to }) => to.includes(email));
const states = (email: string) => mailing.taskStates('mail-waitlist-link', email);

const mailsEnqueued = async () => (await mailing.taskStates('mail-waitlist-link')).length;

/** Sends every mail that is due, and expects those to this address to go. */
async function settled(email: string): Promise<void> {
  await server.app.runDueTasks();
  expect(new Set(await states(email))).toEqual(new Set(['completed']));
}

/** Requests an entry and waits for its mail. */
async function enter(email: string) {
  const reply = await join(email);
  expect([reply.status, reply.body]).toEqual([200, { asked: true }]);
  await settled(email);
}

function linkToken(email: string, purpose: 'confirm' | 'unsubscribe'): string {
  const link = new RegExp(`http://localhost:3000/startup-social\\?${purpose}=([\\w-]+)`);
  return link.exec(mailsTo(email).at(-1)?.parsed.text ?? '')?.[1] ?? 'no link';
}

async function row(email: string) {
  const { rows } = await mailing.database.pool.query('select * from waitlist where email = $1', [email]);
  return rows[0];
}

/** Moves the mails to an address into the past. */
async function passTime(email: string, minutes: number) {
  await mailing.database.pool.query(
    `update waitlist set delivered_at = delivered_at - $2::interval,
     links_at = array(select at - $2::interval from unnest(links_at) as at) where email = $1`,
    [email, `${minutes} minutes`],
  );
}

describe('joining the list', () => {
  it('sends one mail with a link to confirm and two ways to leave, and adds no one to the list before', async () => {
    const email = newEmail();
    const reply = await join(` ${email.toUpperCase()} `, { openMs: 1900, trap: '' });
    expect([reply.status, reply.body]).toEqual([200, { asked: true }]);
    await settled(email);
    const [mail] = mailsTo(email);
    const token = linkToken(email, 'confirm');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(linkToken(email, 'unsubscribe')).toBe(token);
    const headers = new Map(mail?.parsed.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).toBe(
      `<http://localhost:3000/api/notify/unsubscribe?token=${token}>`,
    );
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.parsed.messageId).not.toContain(token);
    expect(await row(email)).toMatchObject({ confirmed_at: null, user_id: null });
  });

  it('remembers who was signed in, and takes a token that has no account yet', async () => {
    const user = await server.signUp();
    await join(user.email, {}, user.token);
    expect(await row(user.email)).toMatchObject({ user_id: user.id });
  });

  it('takes a token that is not valid as none', async () => {
    const email = newEmail();
    expect((await join(email, {}, 'nonsense')).status).toBe(200);
    expect(await row(email)).toMatchObject({ user_id: null });
  });

  it.each(['ada@localhost', 'ada@example.com,eve@evil.example', 'ada@example.com\r\nBcc:eve@evil.example'])(
    'accepts %j and mails nothing, because no mail could reach it',
    async (email) => {
      const before = await mailsEnqueued();
      expect((await join(email)).body).toEqual({ asked: true });
      expect(await row(email.toLowerCase())).toBeUndefined();
      expect(await mailsEnqueued()).toBe(before);
    },
  );

  it.each([
    ['no email', undefined],
    ['a blank email', '  '],
    ['no @', 'ada.example.com'],
  ])('refuses %s', async (_case, email) => {
    const before = await mailsEnqueued();
    const reply = await join(email);
    expect([reply.status, reply.body.code]).toEqual([400, 'email_invalid']);
    expect(await mailsEnqueued()).toBe(before);
  });

  it('mails an address once in ten minutes, however often and however parallel it is entered', async () => {
    const email = newEmail();
    await Promise.all(Array.from({ length: 20 }, () => join(email)));
    await settled(email);
    await passTime(email, 8);
    await enter(email);
    expect(mailsTo(email)).toHaveLength(1);
    await passTime(email, 3);
    await enter(email);
    expect(mailsTo(email)).toHaveLength(2);
  });

  it('mails an address that does not confirm at most three times in 30 days', async () => {
    const email = newEmail();
    const days = 24 * 60;
    for (const mails of [1, 2, 3, 3, 3]) {
      await enter(email);
      expect(mailsTo(email)).toHaveLength(mails);
      await passTime(email, 7 * days);
    }
    // 35 days after the first and 28 after the second, one more may go.
    await enter(email);
    expect(mailsTo(email)).toHaveLength(4);
    await passTime(email, 1 * days);
    await enter(email);
    expect(mailsTo(email)).toHaveLength(4);
  });

  it('tries at once again after a mail that was refused, because the address may have been mended', async () => {
    const email = newEmail();
    mailing.refuseNext('RCPT TO', 550);
    expect((await join(email)).body).toEqual({ asked: true });
    await server.app.runDueTasks();
    expect(await states(email)).toEqual(['failed']);
    expect(await row(email)).toMatchObject({ failure: expect.stringContaining('not now') });
    await join(email);
    await server.app.runDueTasks();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await row(email)).toMatchObject({ failure: null, delivered_at: expect.any(Date) });
  });

  it('answers the same, and stores as much, for a new, an asking, a confirmed and a leaving address', async () => {
    const email = newEmail();
    await enter(email);
    await enter(email);
    await confirm(linkToken(email, 'confirm'));
    await enter(email);
    await leave(linkToken(email, 'unsubscribe'));
    await enter(email);
    expect(await states(email)).toHaveLength(4);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('is refused where no mail can ever come, and stores nothing', async () => {
    const site = await startTestServer({}, { PUBLIC_URL: 'https://spark.example' });
    const reply = await site.call('POST', '/api/notify', { body: { email: newEmail() } });
    expect([reply.status, reply.body.code]).toEqual([503, 'mail_not_configured']);
    expect((await site.database.pool.query('select 1 from waitlist')).rows).toEqual([]);
    await site.close();
  });

  it('has a limit for each network address', async () => {
    const limited = await startTestServer({ limits: memoryLimits });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const body = { email: newEmail() };
      const reply = await limited.call('POST', '/api/notify', { body });
      statuses.push(reply.status);
      if (reply.status === 429) expect(reply.body.code).toBe('too_many_messages');
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    await limited.close();
  });

  it('keeps the address while the mail server is down, and mails it once when it is back', async () => {
    const email = newEmail();
    await mailing.stopMail();
    expect((await join(email)).body).toEqual({ asked: true });
    await server.app.runDueTasks();
    expect(await states(email)).toEqual(['retry']);
    // Asked again meanwhile: one task answers both.
    await join(email);
    expect(await states(email)).toHaveLength(1);
    await mailing.startMail();
    await mailing.retryNow();
    await settled(email);
    expect(mailsTo(email)).toHaveLength(1);
  });
});

describe('the link to confirm', () => {
  it('puts the address on the list, and a second time changes nothing', async () => {
    const email = newEmail();
    await enter(email);
    const token = linkToken(email, 'confirm');
    expect((await confirm(token)).body).toEqual({ email });
    const first = await row(email);
    expect(first.confirmed_at).toBeInstanceOf(Date);
    expect((await confirm(token)).body).toEqual({ email });
    expect(await row(email)).toEqual(first);
  });

  it('is the last mail to somebody who asks again', async () => {
    const email = newEmail();
    await enter(email);
    await confirm(linkToken(email, 'confirm'));
    await passTime(email, 60);
    await enter(email);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it.each([
    ['an unknown token', 'A'.repeat(43)],
    ['a word', 'nonsense'],
    ['SQL', "' or 1=1 --"],
  ])('with %s is not valid', async (_case, token) => {
    for (const reply of [await confirm(token), await leave(token)]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'waitlist_link_invalid']);
    }
  });
});

describe('leaving the list', () => {
  it('works before and after confirming, twice, and an old link to confirm does not undo it', async () => {
    const email = newEmail();
    await enter(email);
    const token = linkToken(email, 'unsubscribe');
    expect((await leave(token)).body).toEqual({ email });
    expect((await confirm(token)).body.code).toBe('waitlist_link_invalid');
    await enter(email);
    expect((await confirm(token)).body).toEqual({ email });
    expect((await leave(token)).body).toEqual({ email });
    expect((await leave(token)).body).toEqual({ email });
    expect(await row(email)).toMatchObject({ confirmed_at: null, unsubscribed_at: expect.any(Date) });
  });

  it('is followed by a new mail to confirm when the address is entered again', async () => {
    const email = newEmail();
    await enter(email);
    await confirm(linkToken(email, 'confirm'));
    await leave(linkToken(email, 'unsubscribe'));
    await passTime(email, 11);
    await enter(email);
    expect(mailsTo(email)).toHaveLength(2);
    expect(await row(email)).toMatchObject({ confirmed_at: null });
    await confirm(linkToken(email, 'confirm'));
    expect(await row(email)).toMatchObject({ confirmed_at: expect.any(Date), unsubscribed_at: null });
  });

  it('takes one click in a mail program, without a login', async () => {
    const email = newEmail();
    await enter(email);
    const token = linkToken(email, 'confirm');
    await confirm(token);
    const path = `/api/notify/unsubscribe?token=${token}`;
    const looked = await server.fetch(path);
    expect([looked.status, looked.headers.get('location')]).toEqual([
      303,
      `/startup-social?unsubscribe=${token}`,
    ]);
    expect(await row(email)).toMatchObject({ unsubscribed_at: null });
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const clicked = await server.fetch(path, { method: 'POST', body: form });
    expect(clicked.status).toBe(200);
    expect(await row(email)).toMatchObject({ confirmed_at: null, unsubscribed_at: expect.any(Date) });
  });

  it('by one click with a token that is none is a 404', async () => {
    for (const token of ['', 'x', '%00', 'A'.repeat(5000)]) {
      const path = `/api/notify/unsubscribe?token=${token}`;
      expect((await server.fetch(path, { method: 'POST' })).status).toBe(404);
    }
  });
});

describe('the log', () => {
  it('holds no address and no token of the list', () => {
    const lines = server.logs.join('\n');
    expect(lines).toContain('/api/notify');
    expect(lines).not.toContain('person-');
    for (const { parsed } of mailing.arrived()) {
      const token = /confirm=([\w-]+)/.exec(parsed.text ?? '')?.[1] ?? 'no token';
      expect(lines).not.toContain(token);
    }
  });
});
