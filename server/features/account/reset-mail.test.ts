import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailingServer, startMailingServer } from '#server/testing/mailing-server.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let time = Date.now();
let mailing: MailingServer;
let server: TestServer;
beforeAll(async () => {
  mailing = await startMailingServer({ now: () => time });
  server = mailing.server;
});
afterAll(() => mailing.close());

const origin = 'http://localhost:3000';
const askFor = (email: string, at: TestServer = server) =>
  at.fetch('/api/auth/request-password-reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email }),
  });
const states = () => mailing.taskStates('send-reset-link');

/** Asks while the mail server is away, and lets `minutes` pass before it is back. */
async function askDuringOutage(email: string, minutes: number) {
  await mailing.stopMail();
  await askFor(email);
  await expect.poll(states, { timeout: 10_000 }).toContain('retry');
  time += minutes * 60_000;
  await mailing.startMail();
  await mailing.hurry();
  await expect.poll(async () => new Set(await states()), { timeout: 15_000 }).toEqual(new Set(['completed']));
}

describe('the mail with a link to set a new password', () => {
  it('holds the link in both its forms', async () => {
    const { email } = await server.signUp();
    await askFor(email);
    await expect.poll(() => mailing.arrived().length, { timeout: 10_000 }).toBe(1);
    const { to, parsed } = mailing.arrived()[0] ?? { to: [] };
    expect(to).toEqual([email]);
    expect(parsed?.subject).toBe('Set a new password for Startup Spark');
    const [link] = /http:\/\/localhost:3000\/\?resetToken=[\w-]+/.exec(parsed?.text ?? '') ?? ['no link'];
    expect(parsed?.text).toContain(`choose it:\n\n${link}\n\nIf it was not you`);
    expect(parsed?.html).toContain(`href="${link}"`);
  });

  it('waits for a mail server that is away, as long as the link lives', async () => {
    const { email } = await server.signUp();
    await askDuringOutage(email, 50);
    expect(mailing.arrived().map(({ to }) => to)).toEqual([[email]]);
  });

  it('is not sent any more when the link is dead', async () => {
    const { email } = await server.signUp();
    await askDuringOutage(email, 61);
    expect(mailing.arrived()).toEqual([]);
  });

  it('is offered to no one, known or not, on a public site without a mail server', async () => {
    const { email } = await server.signUp();
    const site = await startTestServer({}, { PUBLIC_URL: 'https://spark.example' });
    for (const address of [email, 'nobody-at-all@example.com']) {
      const reply = await askFor(address, site);
      expect(reply.status).toBe(503);
      expect(await reply.json()).toMatchObject({ code: 'mail_not_configured' });
    }
    await site.close();
  });
});
