import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { type OutboxReader, readOutbox } from '#server/testing/outbox.ts';
import { openTestServer, startTestServer } from '#server/testing/test-server.ts';

const now = Date.parse('2026-03-10T15:00:00Z');
const support = 'help@spark.example';

const server = openTestServer({ now: () => now, tasksByHand: false }, { SUPPORT_EMAIL: support });
let outbox: OutboxReader;
beforeAll(async () => {
  outbox = readOutbox(server.databaseUrl);
});
afterAll(async () => {
  await outbox.close();
});

const filled = { fullName: 'Ada', email: 'ada@example.com', phone: '+1 212', message: 'Hello there.' };
const contact = (changes: object = {}) =>
  server.call('POST', '/api/send-email', { body: { ...filled, ...changes } });

const wish = {
  fullName: 'Ada Founder',
  email: 'ada@example.com',
  startsAt: '2026-03-12T09:30:00-04:00',
  timeZone: 'America/New_York',
};
const demo = (changes: object = {}) =>
  server.call('POST', '/api/demo-requests', { body: { ...wish, ...changes } });

describe('the contact form', () => {
  it('mails what was written to us, and the answer goes to the visitor', async () => {
    const reply = await contact({ message: 'Grüße 🎉\nsecond line', openMs: 4000, trap: '' });
    expect([reply.status, reply.body]).toEqual([200, { delivery: 'sent' }]);
    const mail = await outbox.newest();
    expect(mail).toMatchObject({ recipient: support, replyTo: filled.email, subject: 'Message from Ada' });
    for (const part of ['Name: Ada', 'Email: ada@example.com', 'Phone: +1 212', 'Grüße 🎉\nsecond line']) {
      expect(mail.body).toContain(part);
    }
  });

  it('keeps the indents of code that somebody asks about', async () => {
    const code = 'def a():\n    if b:\n        return  1';
    await contact({ message: code });
    const mail = await outbox.newest();
    expect(mail.body).toContain(code);
    expect(mail.html).toContain(code);
  });

  it('needs email and message only, under each of its addresses', async () => {
    for (const path of ['/api/send-email', '/api/python/send-email', '/api/python/api/send-email']) {
      const reply = await server.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: ' bob@example.com ', message: 'Hi' }),
      });
      expect(await reply.json()).toEqual({ delivery: 'sent' });
    }
    expect(await outbox.newest()).toMatchObject({
      subject: 'Message from bob@example.com',
      replyTo: 'bob@example.com',
    });
  });

  it.each([
    ['no email', { email: undefined }, 'contact_missing_fields'],
    ['a blank email', { email: ' \n' }, 'contact_missing_fields'],
    ['no message', { message: undefined }, 'contact_missing_fields'],
    ['a blank message', { message: ' \t\n' }, 'contact_missing_fields'],
    ['a name on two lines', { fullName: 'Ada\r\nBcc: eve@evil.example' }, 'one_line_fields'],
    ['an email on two lines', { email: 'ada@example.com\nBcc: eve@evil.example' }, 'one_line_fields'],
    ['a phone with an escape', { phone: '1\u001b[2J2' }, 'one_line_fields'],
    ['a line separator', { fullName: 'Ada\u2028Bcc' }, 'one_line_fields'],
    ['a name that turns what follows', { fullName: 'Ada \u202emoc' }, 'one_line_fields'],
    ['an email that is shown backwards', { email: 'a\u2066da@example.com' }, 'one_line_fields'],
    ['a phone with a mark of direction', { phone: '\u200f+1 212' }, 'one_line_fields'],
    ['an email without a host', { email: 'ada' }, 'email_invalid'],
    ['two emails', { email: 'ada@example.com,eve@evil.example' }, 'email_invalid'],
    ['an email with a name', { email: 'Ada <ada@example.com>' }, 'email_invalid'],
    ['an email that nobody can have', { email: `${'a'.repeat(250)}@b.example` }, 'email_invalid'],
    ['a message of 10,000 characters', { message: 'x'.repeat(10_000) }, 'body_invalid'],
    ['a name beyond all measure', { fullName: 'x'.repeat(201) }, 'body_invalid'],
    ['NUL', { message: 'a\0b' }, 'body_invalid'],
    ['a field that it does not have', { bcc: 'eve@evil.example' }, 'body_invalid'],
  ])('refuses %s and stores nothing', async (_case, changes, code) => {
    const before = await outbox.count();
    const reply = await contact(changes);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await outbox.count()).toBe(before);
  });

  it('takes what a password manager filled in on a page that was opened before its field was renamed', async () => {
    const reply = await contact({ openMs: 4000, website: 'https://pat.example' });
    expect([reply.status, reply.body]).toEqual([200, { delivery: 'sent' }]);
  });

  it.each([
    ['a filled hidden field', { trap: 'https://filled.example', openMs: 4000 }, 3000],
    ['a form sent at once', { openMs: 1000 }, 1000],
  ])('waits on %s and accuses nobody', async (_case, signs, atLeastMs) => {
    const began = performance.now();
    const reply = await contact(signs);
    expect([reply.status, reply.body]).toEqual([200, { delivery: 'sent' }]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(atLeastMs - 5);
  });

  it('takes 5,000 characters, and a form that was open for two seconds', async () => {
    expect((await contact({ message: 'x'.repeat(5000), openMs: 2000 })).body).toEqual({ delivery: 'sent' });
    expect((await outbox.newest()).body).toContain('x'.repeat(5000));
  });

  it('begins the mail’s preview with whole characters', async () => {
    await contact({ message: `${'x'.repeat(119)}🎉${'y'.repeat(50)}` });
    const { html } = await outbox.newest();
    expect(html).toMatch(/>x{119}\.\.\.</);
    expect(html?.isWellFormed()).toBe(true);
  });

  it('shows HTML as the text that it was typed as, in the mail and in the outbox', async () => {
    const attack = '<script>alert(1)</script><img src=x onerror="alert(2)"> &amp; </pre>';
    await contact({ fullName: '<b>Ada</b>', message: attack });
    const mail = await outbox.newest();
    expect(mail.body).toContain(attack);
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;');
    expect(mail.html).not.toMatch(/<script|<img|<b>/);
    const page = await (await server.fetch('/outbox')).text();
    expect(page).not.toMatch(/<script|<img|<b>Ada/);
    expect(page).toContain('sandbox=""');
  });
});

describe('a demo request', () => {
  it('reaches us with the draft of an invitation in both time zones', async () => {
    const reply = await demo({ note: 'Show me, please; all, of it' });
    expect([reply.status, reply.body]).toEqual([200, { delivery: 'sent' }]);
    const mail = await outbox.newest();
    expect(mail).toMatchObject({
      recipient: support,
      replyTo: wish.email,
      subject: 'Demo wished by Ada Founder',
    });
    expect(mail.body).toContain('Thursday, 12 March 2026 at 09:30 (America/New_York)');
    expect(mail.body).toContain('Thursday, 12 March 2026 at 13:30 (UTC)');
    expect(mail.body).toContain('The attached invitation is a draft');
    const lines = unfolded(mail.calendar);
    for (const line of [
      'METHOD:REQUEST',
      'STATUS:TENTATIVE',
      'DTSTART:20260312T133000Z',
      'DTEND:20260312T140000Z',
      `ORGANIZER;CN="Startup Spark":mailto:${support}`,
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([
      expect.stringMatching(/ROLE=CHAIR;.*RSVP=TRUE;CN="Startup Spark":mailto:help@spark\.example$/i),
      expect.stringMatching(/ROLE=REQ-PARTICIPANT;.*CN="Ada Founder":mailto:ada@example\.com$/i),
    ]);
    expect(lines.find((line) => line.startsWith('DESCRIPTION'))).toBe(
      'DESCRIPTION:The time zone of Ada Founder is America/New_York.\\n\\nShow me\\, please\\; all\\, of it',
    );
  });

  it('can be taken from the outbox as a calendar file, by this machine alone', async () => {
    await demo();
    const { id } = await outbox.newest();
    const file = await server.fetch(`/outbox/${id}.ics`);
    expect(file.headers.get('content-type')).toContain('text/calendar');
    expect(await file.text()).toContain('BEGIN:VEVENT');
    const elsewhere = await server.fetch(`/outbox/${id}.ics`, { headers: { host: 'rebound.example' } });
    expect(elsewhere.status).toBe(404);
    expect((await server.fetch('/outbox/999999999.ics')).status).toBe(404);
  });

  it('keeps a name with signs of its own inside the calendar’s lines', async () => {
    await demo({ fullName: 'Ada "X"; PARTSTAT=ACCEPTED:mailto,eve\\n' });
    const lines = unfolded((await outbox.newest()).calendar);
    const guests = lines.filter((line) => line.startsWith('ATTENDEE'));
    expect(guests).toHaveLength(2);
    expect(guests[1]).toMatch(/PARTSTAT=NEEDS-ACTION.*mailto:ada@example\.com$/i);
  });

  it.each([
    ['a blank name', { fullName: ' ' }, 'demo_missing_fields'],
    ['a blank email', { email: '' }, 'demo_missing_fields'],
    ['a name on two lines', { fullName: 'Ada\nATTENDEE:mailto:eve@evil.example' }, 'one_line_fields'],
    ['an email without a host', { email: 'ada@' }, 'email_invalid'],
    ['no time', { startsAt: '' }, 'body_invalid'],
    ['a time without an offset', { startsAt: '2026-03-12T09:30:00' }, 'body_invalid'],
    ['a time zone that nobody knows', { timeZone: 'Mars/Olympus' }, 'body_invalid'],
    ['a time in the past', { startsAt: '2026-03-09T15:00:00Z' }, 'demo_time_invalid'],
    ['a time today', { startsAt: '2026-03-10T23:00:00-04:00' }, 'demo_time_invalid'],
    ['a time in 61 days', { startsAt: '2026-05-10T12:00:00-04:00' }, 'demo_time_invalid'],
    ['the year one', { startsAt: '0001-01-01T00:00:00Z' }, 'demo_time_invalid'],
  ])('with %s is refused', async (_case, changes, code) => {
    const reply = await demo(changes);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    if (code === 'demo_time_invalid') expect(reply.body.message).toContain('60 days');
  });

  it('may be for any time of tomorrow or of the 60th day, as the visitor’s calendar counts', async () => {
    for (const startsAt of ['2026-03-11T00:00:00-04:00', '2026-05-09T23:45:00-04:00']) {
      expect((await demo({ startsAt })).body).toEqual({ delivery: 'sent' });
    }
    // In Auckland the next day has begun already.
    const inAuckland = { startsAt: '2026-03-11T08:00:00+13:00', timeZone: 'Pacific/Auckland' };
    expect((await demo(inAuckland)).body.code).toBe('demo_time_invalid');
  });
});

describe('many messages from one address', () => {
  it('are stored exactly up to the limit; the others learn when to come back', async () => {
    const limited = await startTestServer(
      { limits: memoryLimits, tasksByHand: false },
      { SUPPORT_EMAIL: support },
    );
    const kept = readOutbox(limited.databaseUrl);
    const post = (body: object) => limited.call('POST', '/api/send-email', { body });
    // A malformed message does not count.
    for (let count = 0; count < 12; count += 1) await post({ ...filled, email: 'nobody' });
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, number) => post({ ...filled, message: `Message ${number}.` })),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refused).toHaveLength(20);
    expect(refused[0]?.body).toMatchObject({ code: 'too_many_messages' });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
    await expect.poll(() => kept.count(), { timeout: 10_000 }).toBe(10);
    const subjects = await kept.all();
    expect(new Set(subjects.map(({ body }) => /Message \d+\./.exec(body)?.[0])).size).toBe(10);
    await kept.close();
    await limited.close();
  });
});

describe('a message that can not be stored', () => {
  it('is answered as an error and not counted against its sender', async () => {
    const limited = await startTestServer({ limits: memoryLimits, tasksByHand: false });
    const post = () => limited.call('POST', '/api/send-email', { body: filled });
    await limited.database.pool.query('alter table contact_messages rename to contact_messages_away');
    for (let count = 0; count < 12; count += 1) expect((await post()).body.code).toBe('internal');
    await limited.database.pool.query('alter table contact_messages_away rename to contact_messages');
    expect((await post()).body).toEqual({ delivery: 'sent' });
    await limited.close();
  });
});

/** Lines of a calendar file, with what was folded joined again (RFC 5545, 3.1). */
function unfolded(calendar: string | null): string[] {
  return (calendar ?? '').replace(/\r\n[ \t]/g, '').split('\r\n');
}
