import { createHmac } from 'node:crypto';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { startImapFake } from '#fakes/imap/imap.ts';
import { deleteUnusedFiles, readMailbox } from '#server/features/support-requests/tasks.ts';
import { memoryLimits } from '#server/http/limits.ts';
import { imapMailbox } from '#server/integrations/mailbox/imap.ts';
import type { Position } from '#server/integrations/mailbox/port.ts';
import { png } from '#server/testing/pictures.ts';
import { jobDraft } from '#server/testing/request-samples.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { openInboxWorld } from '#server/testing/worlds/inbox-world.ts';

const secret = 'a-secret-of-the-mail-webhook-32-long';
const start = Date.parse('2026-11-02T09:00:00Z');
const replyTo = 'reply@in.spark.example';

const settings = {
  INBOUND_MAIL: 'webhook',
  REPLY_ADDRESS: replyTo,
  MAIL_WEBHOOK_SECRET: secret,
  // Shared by all processes, so that each knows the addresses of the others.
  SECRET_KEY: 'a-secret-key-of-all-processes-32-long',
};
const world = openInboxWorld(settings);

let people = 0;

/** A request with a contact of its own, and the address that its mails are answered to. */
async function ask() {
  world.setTime(start);
  const email = `person-${++people}@example.com`;
  const asked = await world.ask('developer', { email });
  const [mail] = await world.sent(email);
  return { ...asked, email, address: mail?.replyTo ?? '' };
}

type MailParts = { from: string; to: string; id?: string; headers?: string[]; text?: string };

function mailOf({
  from,
  to,
  id = `<${++people}@mail.example>`,
  headers = [],
  text = 'It works.',
}: MailParts) {
  return [
    `From: Ada <${from}>`,
    `To: Support <${to}>`,
    `Message-ID: ${id}`,
    'Subject: Re: We have your request',
    ...headers,
    ...(headers.some((line) => line.startsWith('Content-Type'))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    text,
  ].join('\r\n');
}

/** With files, as base64. */
function withFiles(parts: MailParts, files: [name: string, type: string, bytes: Uint8Array | string][]) {
  const pieces = files.map(([name, type, bytes]) =>
    [
      '--border',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(bytes).toString('base64'),
    ].join('\r\n'),
  );
  const text = [
    '--border',
    'Content-Type: text/plain',
    '',
    parts.text ?? 'See here.',
    ...pieces,
    '--border--',
  ];
  return mailOf({
    ...parts,
    headers: [
      ...(parts.headers ?? []),
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="border"',
    ],
    text: text.join('\r\n'),
  });
}

function post(raw: string | Buffer, { key = secret, at = start, server = world.server } = {}) {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', key).update(`msg-1.${timestamp}.`).update(raw).digest('base64');
  return server.fetch('/api/webhooks/mail', {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'content-length': String(Buffer.byteLength(raw)),
      'webhook-id': 'msg-1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body: new Uint8Array(Buffer.from(raw)),
  });
}

/** More nested parts than the parser takes. */
function tooDeep(from = 'eve@evil.example', to = replyTo) {
  const parts = Array.from({ length: 60 }, (_, depth) => [
    `Content-Type: multipart/mixed; boundary="b${depth}"`,
    '',
    `--b${depth}`,
  ]);
  return [`From: Eve <${from}>`, `To: <${to}>`, ...parts.flat(), '', 'deep'].join('\r\n');
}

const received = { status: 200, body: { received: true } };
async function sendMail(parts: MailParts) {
  const reply = await post(mailOf(parts));
  expect({ status: reply.status, body: await reply.json() }).toEqual(received);
}
const messagesOf = async (id: string) => (await world.read(id)).messages;
const notAdded = async (email: string) =>
  [...(await world.sent(email, 'Your mail')), ...(await world.sent(email, 'Some of your mail'))].map(
    ({ body }) => body,
  );

describe('an answer by mail', () => {
  it('is added without what it quotes and its secrets, and makes it our turn', async () => {
    const { id, email, address } = await ask();
    expect(address).toMatch(/^reply\+[0-9a-z]{44}@in\.spark\.example$/);
    await world.claim(id);
    await world.write(id, 'question', 'Which browser?');
    world.setTime(start + 1000);
    const text = [
      'Firefox. My password: tuna-and-rice-9',
      '',
      'On Mon, 2 Nov 2026 at 10:00, Startup Spark <hello@spark.example> wrote:',
      '> Which browser?',
    ].join('\r\n');
    await sendMail({ from: email.toUpperCase(), to: address.toUpperCase(), text });
    expect((await messagesOf(id)).at(-1)).toMatchObject({
      kind: 'customer',
      author: email,
      text: 'Firefox. My password: [masked: password]',
    });
    expect(await world.read(id)).toMatchObject({ waitingForCustomer: false, due: { state: 'running' } });
    expect((await world.mails(id)).at(-1)).toBe('customer_answered:support');
  });

  it('is taken from HTML alone, without the quoted part', async () => {
    const { id, email, address } = await ask();
    await sendMail({
      from: email,
      to: address,
      headers: ['Content-Type: text/html'],
      text: '<p>It is <b>white</b>.</p><blockquote>The login page stays white.</blockquote>',
    });
    expect((await messagesOf(id)).map(({ text }) => text)).toEqual(['It is white.']);
  });

  /** One thread in which we asked "Which browser?". */
  let asked: ReturnType<typeof askBrowser> | null = null;
  async function askBrowser() {
    const request = await ask();
    await world.claim(request.id);
    await world.write(request.id, 'question', 'Which browser?');
    return request;
  }

  /** Its last text after a mail that answers. */
  async function textOf(text: string, headers: string[] = []) {
    asked ??= askBrowser();
    const { id, email, address } = await asked;
    world.setTime(start + ++people * 100);
    await sendMail({ from: email, to: address, headers, text: text.replaceAll('SIGNED', address) });
    return (await messagesOf(id)).at(-1)?.text;
  }

  it.each([
    'My config:\n---\nname: x\n---\nIs it right?',
    'It worked until today.\n\nOn Monday at noon your colleague wrote:\n\nplease reload\n\nI did, and it still fails.',
    'It fails.\n\nRegards\nAda\n\nPS: on the second page too, error 41',
    'It fails.\nSent from my phone it also fails\nand from my tablet too',
    'Here is what it says:\n\nRegards\nis missing in the footer of the invoice.',
    'Step 1\n----\nI open the page\nStep 2\n----\nIt is white',
    'The mail that never arrives:\n\nFrom: Shop <shop@x.example>\nSent: Friday 08:00\nSubject: Order 7\n\nWhy?',
    'الزر لا يعمل\n--\nوالصفحة الثانية أيضا',
    'First part\n________________________________\nSecond part',
    'I get\n> Error: boom\n> at pay.js:3\nWhat is it?',
    '$ npm start\n> app@1.0.0 start\n> node server.js\n\nError: listen EADDRINUSE',
    '> 3 items in the cart\nis the condition that fails',
    '>>> import app\nTraceback: no module\n>>> exit()',
    'I wrote to SIGNED and got this back:\n\nError 550, no such user\n\nWhy?',
    'The log from Startup Spark:\n> Error: boom\nWhat is it?',
    'Firefox.\n\nAm 2. Nov. 2026 um 10:00 schrieb Ada Baker <ada@example.com>:\n\n> It is white.',
  ])('keeps every word that is not provably ours: %j', async (text) => {
    expect(await textOf(text)).toBe(text.replaceAll('SIGNED', (await asked)?.address ?? ''));
  });

  const link = `https://spark.example/support-answer#token=${'S'.repeat(43)}`;
  it.each([
    ['Startup Spark <SIGNED>, 27 Kas 2026 Cum, 08:00 tarihinde şunu yazdı:\n\n> Which browser?'],
    ['2026年11月27日(金) 8:00 Startup Spark <SIGNED>:\n\n> Which browser?'],
    ['пт, 27 нояб. 2026 г. в 08:00, Startup Spark <SIGNED>:\n\n> Other words'],
    ['Am Fr., 27. Nov. 2026 um 08:00 Uhr schrieb Startup Spark <\nSIGNED>:\n\n> Which browser?'],
    ['Le ven. 27 nov. 2026 à 08:00, Startup\nSpark <SIGNED> a\nécrit :\n\n> Which browser?'],
    ['Vào 08:00, Startup Spark <SIGNED> đã viết\n> Which browser?'],
    ['On 11/27/26 08:00, Startup Spark wrote:\n> Which browser?'],
    ['On 11/27/26 08:00, Startup Spark wrote:\n> About "Pay button fails":\n> \n> Which browser?'],
    ['> Which browser?'],
    [`> About "Pay button fails":\n>\n> Which browser?\n> ${link}`],
    ['Am 27.11.26 schrieb Startup Spark <hello@spark.example>:\n\nOther words'],
    [
      `Von: Startup Spark\nGesendet: Freitag, 27. November 2026 08:00\nAn: Ada Baker\nBetreff: A question\n\nAbout "Pay button fails":\nWhich browser?\n${link}`,
    ],
    [
      `-----Mensaje original-----\nDe: "Startup Spark" <SIGNED>\nEnviado el: viernes\nPara: Ada\nAsunto: A question\n\nOther words\n${link}`,
    ],
    ['日付: 2026/11/27 8:00\n差出人： Startup Spark\n宛先： Ada\n件名： A question\n\nWhich browser?'],
    ['*From:* Startup Spark\n*Sent:* Friday\n*To:* Ada\n\nWhich browser?\n\nYou can answer this mail.'],
  ])('cuts our own history: %j', async (history) => {
    expect(await textOf(`Firefox.\n\n${history}`)).toBe('Firefox.');
    expect(await textOf(`Firefox.\n${history}`)).toBe('Firefox.');
  });

  it.each([
    [
      'From: Startup Spark\nSent: Friday\nTo: Ada\nSubject: We have your request\n\nWe have your request\n\nRequest: Nobody can log in\nFirst answer due by: 1 Oct 2026, 13:00 UTC\n\nFirefox 140',
      'Firefox 140',
    ],
    [
      'On Friday, Startup Spark <SIGNED> wrote:\n> Which browser?\nFirefox\n> You can answer this mail.\nThanks',
      'Firefox\nThanks',
    ],
    ['On Friday, Startup Spark <SIGNED> wrote:\n> Which browser?\n> Firefox 140\n', '> Firefox 140'],
    [
      'From: Startup Spark\nSent: Friday\nTo: Ada\nSubject: A question\n\nWhich browser?\nFirefox 140',
      'Firefox 140',
    ],
  ])('keeps an answer inside a quote: %j', async (text, kept) => {
    expect(await textOf(text)).toBe(kept);
  });

  it.each([
    [
      '<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">On Fri, Startup Spark &lt;SIGNED&gt; wrote:</div><blockquote><div>Which browser?</div></blockquote><div>Firefox 140</div></div>',
      'See below.\n\nFirefox 140',
    ],
    [
      `<div><p>Firefox.</p><div><p><b>From:</b> Startup Spark<br><b>Sent:</b> Friday<br><b>To:</b> Ada<br><b>Subject:</b> A question</p></div><p>Which browser?<br>${link}</p></div>`,
      'Firefox.',
    ],
    ['<p>It says</p><blockquote>Error: boom</blockquote><p>there.</p>', 'It says\n\n> Error: boom\n\nthere.'],
  ])('reads quotes of HTML by the same rule: %s', async (html, kept) => {
    expect(await textOf(html, ['Content-Type: text/html; charset=utf-8'])).toBe(kept);
  });

  it('shows no secret link, wherever it stands', async () => {
    const { id, email, address } = await ask();
    const [{ body = '' } = {}] = await world.sent(email);
    const token = /token=([\w-]{43})/.exec(body)?.[1] ?? '';
    const escaped = `https://safe.example/?url=https%3A%2F%2Fspark.example%2Fsupport-answer%23token%3D${token}&x=1`;
    const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
    const rewritten = `https://filter.example/v2/url?u=https-3A__spark.example_support-2Danswer-23token-3D${token.replaceAll(/[-_]/g, (one) => `-${hex(one)}`)}&d=x`;
    const starred = `https://filter.example/v3/__https://spark.example/support-answer*token=${token}__;Iw!!x`;
    const twice = token.replaceAll(/[-_]/g, (one) => `%25${hex(one).toLowerCase()}`);
    const text = [
      `I opened ${link} and`,
      `> ${token.slice(0, 20)}`,
      `> ${token.slice(20)}`,
      `then ${escaped} too`,
      `and ${rewritten} and ${starred} then`,
      `with ${twice} alone`,
    ];
    await sendMail({ from: email, to: address, text: text.join('\n') });
    const [message] = await messagesOf(id);
    expect(message?.text).toContain('I opened [link] and');
    expect(message?.text).toContain('then [link] too');
    expect(message?.text).toContain('and [link] and [link] then');
    expect(message?.text).toContain('with  alone');
    expect(message?.text.replaceAll(/[\s>]/g, '')).not.toContain(token);
  });

  it('is read from HTML where the plain text is a stopgap', async () => {
    const both = (plain: string, html: string) =>
      textOf(`--b\nContent-Type: text/plain\n\n${plain}\n--b\nContent-Type: text/html\n\n${html}\n--b--`, [
        'Content-Type: multipart/alternative; boundary="b"',
      ]);
    const stopgap = 'This message needs an HTML viewer.';
    expect(await both(stopgap, '<p>It is the second button.</p>')).toBe('It is the second button.');
    expect(await both('* One\n* Two', '<ul><li>One</li><li>Two</li></ul>')).toBe('* One\n* Two');
  });

  it.each([
    ['93506179942066fc72203580', '', '“Pay” für 5€'],
    ['4772c3b6c39f65203520e282ac', 'x-unknown', 'Größe 5 €'],
    ['4772c3b6c39f65203520e282ac', 'us-ascii', 'Größe 5 €'],
    ['4772c3b6c39f65203520e282ac', 'windows-1252', 'Größe 5 €'],
    ['4772f6df65', '', 'Größe'],
    ['4772f6df65', 'utf-8', 'Größe'],
    ['4772f6df65', 'us-ascii', 'Größe'],
    ['1b24424b5c45391b2842', '', '本店'],
    ['837b835e839382aa93ae82ab82dc82b982f1', '', 'ボタンが動きません'],
    ['cff0e8e2e5f2', 'windows-1251', 'Привет'],
    ['caedeeefeae020ede520f0e0e1eef2e0e5f22c20efeeeceee3e8f2e5', '', 'Кнопка не работает, помогите'],
  ])('is read in the character set of its bytes: %s as %s', async (hex, label, text) => {
    asked ??= askBrowser();
    const { id, email, address } = await asked;
    world.setTime(start + ++people * 100);
    const type = `Content-Type: text/plain${label ? `; charset=${label}` : ''}`;
    const head = Buffer.from(mailOf({ from: email, to: address, headers: [type], text: '' }));
    await post(Buffer.concat([head, Buffer.from(hex, 'hex')]));
    expect((await messagesOf(id)).at(-1)?.text).toEqual(text);
  });

  it.each([
    ['smime.p7s', 'application/pkcs7-signature'],
    ['signature.asc', 'application/pgp-signature'],
    ['signature.asc', 'application/octet-stream'],
    ['winmail.dat', 'application/ms-tnef'],
    ['invite.ics', 'text/calendar'],
    ['ada.vcf', 'text/vcard'],
  ])('is added without the %s that wraps it, and without a notice', async (name, type) => {
    const { id, email, address } = await ask();
    await post(withFiles({ from: email, to: address }, [[name, type, 'BEGIN:VCARD']]));
    expect(await messagesOf(id)).toMatchObject([{ text: 'See here.', attachments: [] }]);
    expect(await notAdded(email)).toEqual([]);
  });

  it.each([
    ['application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"', 'without a signature'],
    ['application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"', 'without encryption'],
    ['multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"', 'without encryption'],
  ])('whose text is sealed says how to send it: %s', async (type, advice) => {
    const { id, email, address } = await ask();
    const text = '--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b--';
    await sendMail({ from: email, to: address, headers: [`Content-Type: ${type}`], text });
    expect(await messagesOf(id)).toEqual([]);
    expect(await notAdded(email)).toEqual([expect.stringContaining(advice)]);
  });

  it('can be read whole by its owner and agents, without our links and known secrets', async () => {
    const { founder, id, email, address } = await ask();
    const text = `Firefox. My password: tuna-and-rice-9\n\nOn Friday, Startup Spark <${address}> wrote:\n> Hello\n> ${link}`;
    await sendMail({ from: email, to: address, text });
    const [message] = await messagesOf(id);
    expect(message).toMatchObject({ text: 'Firefox. My password: [masked: password]', hasMail: true });
    const read = ({ token }: { token: string }) =>
      world.server.call('GET', `/api/jobs/${id}/messages/${message?.id}/mail`, { token });
    for (const reader of [founder, world.grace]) {
      const { status, body } = await read(reader);
      expect(status).toBe(200);
      expect(body.text).toContain(`From: Ada <${email}>\nTo: Support <${address}>\nSubject: Re: We have`);
      expect(body.text).toContain(`My password: [masked: password]\n\nOn Friday, Startup Spark`);
      expect(body.text).toContain('> Hello');
      expect(body.text).not.toContain('support-answer');
    }
    expect((await read(await world.server.signUp())).status).toBe(404);
    await world.write(id, 'note', 'A note.');
    const note = (await messagesOf(id)).find(({ kind }) => kind === 'note');
    expect(note?.hasMail).toBeUndefined();
    const ofNote = await world.server.call('GET', `/api/jobs/${id}/messages/${note?.id}/mail`, founder);
    expect(ofNote).toMatchObject({ status: 404, body: { code: 'mail_not_stored' } });
  });

  it('is stored for a year', async () => {
    const { founder, id, email, address } = await ask();
    await sendMail({ from: email, to: address });
    const [{ id: messageId = '' } = {}] = await messagesOf(id);
    const read = async () =>
      (await world.server.call('GET', `/api/jobs/${id}/messages/${messageId}/mail`, founder)).status;
    const statuses: number[] = [];
    for (const days of [2, 364, 366]) {
      world.setTime(start + days * 86_400_000);
      await world.server.app.runDueTasks(deleteUnusedFiles);
      world.setTime(start);
      statuses.push(await read());
    }
    expect(statuses).toEqual([200, 200, 404]);
    expect((await messagesOf(id))[0]?.hasMail).toBeUndefined();
  });

  it('is another one if its bytes are, whatever its Message-ID says', async () => {
    const { id, email, address } = await ask();
    for (const text of ['First words.', 'Second words.'])
      await sendMail({ from: email, to: address, id: '<same@phone>', text });
    expect((await messagesOf(id)).map(({ text }) => text).toSorted()).toEqual([
      'First words.',
      'Second words.',
    ]);
  });

  it('is counted once, however often and by whichever process it comes', async () => {
    const { id, email, address } = await ask();
    const raw = withFiles({ from: email, to: address, id: '<the-same@mail.example>' }, [
      ['log.txt', 'text/plain', 'a line'],
    ]);
    for (const server of [world.server, world.other, world.server])
      expect((await post(raw, { server })).status).toBe(200);
    expect(await messagesOf(id)).toMatchObject([{ text: 'See here.', attachments: [{ name: 'log.txt' }] }]);
  });

  it('brings its files within the limits, and says which were not added', async () => {
    const { id, email, address } = await ask();
    const raw = withFiles({ from: email, to: address }, [
      ['shot.png', 'image/png', png(2, 2)],
      ['server.log', 'text/plain', 'password=tuna-and-rice-9'],
      ['contract.pdf', 'application/pdf', '%PDF-1.4 \u0000 binary'],
      ['IMG_1.HEIC', 'image/heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ]);
    await post(raw);
    const [message] = await messagesOf(id);
    expect(message?.attachments.map(({ name }) => name).toSorted()).toEqual([
      'contract.pdf',
      'server.log',
      'shot.png',
    ]);
    const [letter] = await notAdded(email);
    expect(letter).toContain('"IMG_1.HEIC": iPhone picture: send it as JPEG');
    expect(letter).not.toContain('server.log');
  });

  it('is refused to unknown, forged and older addresses, which looks the same from outside', async () => {
    const { founder, id, email, address } = await ask();
    const forged = address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    const unknown = address.replace(/\+./, (begin) => (begin === '+1' ? '+2' : '+1'));
    for (const to of [unknown, replyTo, 'someone@else.example']) await sendMail({ from: email, to });
    expect((await world.read(id)).history.map(({ action }) => action)).not.toContain('mail_not_added');
    await sendMail({ from: email, to: forged });
    const moved = await world.server.call('PUT', `/api/jobs/${id}`, {
      token: founder.token,
      body: jobDraft({ email: 'new-contact@example.com' }),
    });
    expect(moved.status).toBe(200);
    await sendMail({ from: email, to: address });
    expect(await notAdded(email)).toEqual([]);
    expect(await notAdded('new-contact@example.com')).toEqual([]);
    // Nothing that its customer sees or that counts as an answer, but agents learn of it.
    const asCustomer = await world.server.call('GET', `/api/jobs/${id}`, founder);
    expect(asCustomer).toMatchObject({ status: 200, body: { messages: [] } });
    const line = { action: 'mail_not_added', from: email, to: expect.stringContaining('no longer') };
    const { history, messages } = await world.read(id);
    expect(history.filter(({ action }) => action.startsWith('mail_'))).toMatchObject([line, line]);
    const note = { kind: 'note', author: email, text: 'It works.' };
    expect(messages).toMatchObject([note, note]);
  });

  it('to an older address uses up nothing of what the contact may send', async () => {
    const limited = await startTestServer({ limits: memoryLimits, now: () => start }, settings, world.server);
    const { founder, id, email, address } = await ask();
    const body = jobDraft({ email: `new-${email}` });
    await world.server.call('PUT', `/api/jobs/${id}`, { token: founder.token, body });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1)
      statuses.push((await post(mailOf({ from: email, to: address }), { server: limited })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect((await messagesOf(id)).length).toBeLessThanOrEqual(30);
    const [current] = await world.sent(`new-${email}`);
    const raw = mailOf({ from: `new-${email}`, to: current?.replyTo ?? '', text: 'From the contact.' });
    expect((await post(raw, { server: limited })).status).toBe(200);
    const added = (await messagesOf(id)).filter(({ kind }) => kind === 'customer');
    expect(added).toMatchObject([{ text: 'From the contact.' }]);
    await limited.close();
  });

  it('that nobody can read leaves a line, and its sender learns it', async () => {
    const { id, email, address } = await ask();
    const raw = tooDeep(email, address);
    for (const _twice of [1, 2]) expect((await post(raw)).status).toBe(200);
    expect(await notAdded(email)).toEqual([expect.stringContaining('could not be read')]);
    const line = { action: 'mail_not_added', from: email, to: expect.stringContaining('could not be read') };
    const { history } = await world.read(id);
    expect(history.filter(({ action }) => action === 'mail_not_added')).toMatchObject([line]);
  });

  it('from another sender is not added, and the contact learns it', async () => {
    const { id, email, address } = await ask();
    await sendMail({ from: 'stranger@example.com', to: address });
    expect(await messagesOf(id)).toEqual([]);
    const [letter = '', ...others] = await notAdded(email);
    expect(letter).toContain('from another address');
    expect(letter).toContain('It works.');
    expect([...others, ...(await notAdded('stranger@example.com'))]).toEqual([]);
    expect((await world.read(id)).history.at(-1)).toMatchObject({
      action: 'mail_not_added',
      from: 'stranger@example.com',
    });
    const [, token = '', mailId = ''] = /#token=([\w-]+)&mail=([\w-]+)/.exec(letter) ?? [];
    const unadded = (mail: string) =>
      world.server.call('POST', '/api/support-thread/mail', { body: { token, mailId: mail } });
    expect((await unadded(mailId)).body).toEqual({ text: 'It works.' });
    expect((await unadded('another-mail')).body).toEqual({ text: '' });
    const answer = { token, id: 'from-the-link', text: 'It works.' };
    await world.server.call('POST', '/api/support-thread/answer', { body: answer });
    expect((await unadded(mailId)).body).toEqual({ text: '' });
  });

  it('from other senders is told once an hour, and agents read the others', async () => {
    const limited = await startTestServer({ limits: memoryLimits, now: () => start }, settings, world.server);
    const { id, email, address } = await ask();
    const author = 'stranger@example.com';
    for (const text of ['First words.', 'First words.', 'Other words.']) {
      const raw = mailOf({ from: author, to: address, text });
      expect((await post(raw, { server: limited })).status).toBe(200);
    }
    const [letter = '', ...others] = await notAdded(email);
    expect(others).toEqual([]);
    const notes = (await messagesOf(id)).toSorted((a, b) => a.text.localeCompare(b.text));
    expect(notes).toMatchObject(
      ['First words.', 'Other words.'].map((text) => ({ kind: 'note', author, text, hasMail: true })),
    );
    // Its contact has not added them yet.
    const [, token = '', mailId = ''] = /#token=([\w-]+)&mail=([\w-]+)/.exec(letter) ?? [];
    const { body } = await world.server.call('POST', '/api/support-thread/mail', { body: { token, mailId } });
    expect(body).toEqual({ text: 'First words.' });
    await limited.close();
  });

  it("from the owner's own address is shown as the owner's", async () => {
    const { founder, id, address } = await ask();
    await sendMail({ from: founder.email, to: address });
    expect(await messagesOf(id)).toMatchObject([{ author: founder.email }]);
  });

  it('to a request that is closed, and without a text, says so', async () => {
    const { id, email, address } = await ask();
    await sendMail({ from: email, to: address, text: '> The login page stays white.' });
    await world.claim(id);
    await world.write(id, 'reply');
    await world.act(`${id}/resolve`);
    const at = start + 15 * 86_400_000;
    world.setTime(at);
    expect((await post(mailOf({ from: email, to: address }), { at })).status).toBe(200);
    expect((await notAdded(email)).toSorted()).toEqual([
      expect.stringContaining('It held no text'),
      expect.stringContaining('resolved more than 14 days ago'),
    ]);
    expect(await messagesOf(id)).toHaveLength(1);
  });

  it('that reports that the contact can not be reached says so in the request', async () => {
    const { id, email, address } = await ask();
    const report = [
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.com',
      '',
      `Final-Recipient: rfc822; ${email}`,
      'Action: failed',
      'Status: 5.1.1',
      '--b--',
    ];
    const headers = ['Content-Type: multipart/report; report-type=delivery-status; boundary="b"'];
    await sendMail({ from: 'mailer-daemon@mx.example.com', to: address, headers, text: report.join('\n') });
    const { history, messages } = await world.read(id);
    expect(history.at(-1)).toMatchObject({ actor: 'system', action: 'mail_undelivered', to: email });
    expect(messages).toEqual([]);
  });

  it.each([
    ['Automatic reply: We have your request', ['X-Auto-Response-Suppress: All']],
    ['Réponse automatique : We have your', []],
    ['Abwesenheitsnotiz: Re: We have', []],
    ['自動応答： We have your request', []],
    ['Back on Monday', ['In-Reply-To: <ours@spark.example>']],
  ])('that a program wrote under "%s" opens nothing again and mails nobody', async (subject, headers) => {
    const { id, email, address } = await ask();
    await world.claim(id);
    await world.write(id, 'reply', 'Fixed.');
    await world.act(`${id}/resolve`);
    const before = await world.mails(id);
    const raw = mailOf({ from: email, to: address, headers, text: 'I am away until Monday.' });
    await post(raw.replace(/^Subject: .*$/m, `Subject: ${subject}`));
    expect((await world.read(id)).resolvedAt).not.toBeNull();
    expect(await world.mails(id)).toEqual(before);
    const { messages, history } = await world.read(id);
    expect(messages.filter(({ kind }) => kind === 'customer')).toEqual([]);
    expect(history.at(-1)).toMatchObject({ action: 'mail_of_program', from: email });
    const notes = messages.filter(({ kind }) => kind === 'note');
    const kept = { author: email, text: 'I am away until Monday.', hasMail: true };
    expect(notes).toMatchObject([kept]);
  });

  it.each(['Re: We have your request', 'Antw: Re: We have', 'New problem: invoices', 'We have your request'])(
    'that a person wrote under "%s" opens the request again',
    async (subject) => {
      const { id, email, address } = await ask();
      await world.claim(id);
      await world.write(id, 'reply', 'Fixed.');
      await world.act(`${id}/resolve`);
      const raw = mailOf({ from: email, to: address, text: 'It still fails.' });
      world.setTime(start + 3_600_000);
      await post(raw.replace(/^Subject: .*$/m, `Subject: ${subject}`), { at: start + 3_600_000 });
      expect(await world.read(id)).toMatchObject({
        resolvedAt: null,
        due: { state: 'running', dueAt: '2026-11-02T14:00:00.000Z', answeredAt: null },
      });
    },
  );

  it('whose header says that no program answers is from a person', async () => {
    const { id, email, address } = await ask();
    await sendMail({ from: email, to: address, headers: ['X-Autoreply: no', 'Auto-Submitted: no'] });
    expect(await messagesOf(id)).toHaveLength(1);
  });

  it.each([
    ['an auto-reply', ['Auto-Submitted: auto-replied'], ['It works.']],
    ['a bulk mail', ['Precedence: bulk'], ['It works.']],
    ['a mail of a list', ['List-Id: <news.example.com>'], ['It works.']],
    ['sent by a newsletter program', ['List-Unsubscribe: <mailto:off@example.com>'], ['It works.']],
    ['a bounce', ['Return-Path: <>'], []],
    ['a delivery report', ['Content-Type: multipart/report; boundary="x"'], []],
  ])(
    'that is %s mails nobody, and agents read its words unless it is a bounce',
    async (_case, headers, kept) => {
      const { id, email, address } = await ask();
      await sendMail({ from: email, to: address, headers });
      const notes = kept.map((text) => ({ kind: 'note', author: email, text, hasMail: true }));
      expect(await messagesOf(id)).toMatchObject(notes);
      expect(await notAdded(email)).toEqual([]);
      expect((await world.read(id)).history.at(-1)).toMatchObject({ action: 'mail_of_program', from: email });
    },
  );

  it('of a program without a sender is a note of nobody known', async () => {
    const { id, address } = await ask();
    await post(mailOf({ from: '', to: address }).replace(/^From: .*\r\n/, ''));
    expect(await messagesOf(id)).toMatchObject([
      { kind: 'note', author: 'unknown sender', text: 'It works.' },
    ]);
  });
});

describe('the webhook of mails', () => {
  it('loses none of 200 at once, and adds none twice', async () => {
    const requests: Awaited<ReturnType<typeof ask>>[] = [];
    while (requests.length < 20) requests.push(await ask());
    const mails = requests.flatMap(({ email, address }) =>
      Array.from({ length: 10 }, (_, number) =>
        mailOf({ from: email, to: address, text: `Mail ${number}.` }),
      ),
    );
    const sent = mails.flatMap((raw) => [
      { raw, server: world.server },
      { raw, server: world.other },
    ]);
    const statuses = await Promise.all(
      sent.map(async ({ raw, server }) => (await post(raw, { server })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const wanted = Array.from({ length: 10 }, (_, number) => `Mail ${number}.`).toSorted();
    for (const { id } of requests)
      expect((await messagesOf(id)).map(({ text }) => text).toSorted()).toEqual(wanted);
  }, 120_000);

  it('takes only what is signed with its secret, within five minutes', async () => {
    const { id, email, address } = await ask();
    const raw = mailOf({ from: email, to: address });
    const late = 5 * 60_000 + 1000;
    for (const options of [{ key: 'another secret' }, { at: start - late }, { at: start + late }]) {
      const refused = await post(raw, options);
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        400,
        'mail_webhook_refused',
      ]);
    }
    const bare = await world.server.fetch('/api/webhooks/mail', { method: 'POST', body: raw });
    expect(bare.status).toBe(400);
    expect(await messagesOf(id)).toEqual([]);
  });
});

describe('a mailbox', async () => {
  const imap = await startImapFake();
  afterAll(() => imap.stop());
  const box = openInboxWorld({ INBOUND_MAIL: 'imap', REPLY_ADDRESS: replyTo, IMAP_URL: imap.url });

  it('is read by IMAP: each unread mail once, and it stays there', async () => {
    box.setTime(start);
    const { id } = await box.ask('developer', { email: 'imap@example.com' });
    const [mail] = await box.sent('imap@example.com');
    imap.deliver(mailOf({ from: 'imap@example.com', to: mail?.replyTo ?? '', text: 'By IMAP.' }));
    imap.deliver('not a mail at all');
    imap.deliver(tooDeep());
    for (const _twice of [1, 2]) await box.server.app.runDueTasks(readMailbox);
    expect((await box.read(id)).messages.map(({ text }) => text)).toEqual(['By IMAP.']);
    expect(imap.flags().flat()).toEqual([]);
  });

  it('is read on from the last mail, also where another program has marked mails as read', async () => {
    const { id } = await box.ask('developer', { email: 'second@example.com' });
    const [mail] = await box.sent('second@example.com');
    const to = mail?.replyTo ?? '';
    await box.server.app.runDueTasks(readMailbox);
    imap.deliver(mailOf({ from: 'second@example.com', to, text: 'Marked as read.' }), ['\\Seen']);
    await box.server.app.runDueTasks(readMailbox);
    expect((await box.read(id)).messages.map(({ text }) => text)).toEqual(['Marked as read.']);
  });

  it('knows an automatic answer by the time of its arrival, however late it is read', async () => {
    box.setTime(start);
    const { id } = await box.ask('developer', { email: 'away@example.com' });
    const [mail] = await box.sent('away@example.com');
    const raw = mailOf({
      from: 'away@example.com',
      to: mail?.replyTo ?? '',
      headers: ['In-Reply-To: <ours@spark.example>'],
      text: 'Away.',
    });
    imap.deliver(raw.replace(/^Subject: .*$/m, 'Subject: Away'), [], new Date(start + 5_000));
    box.setTime(start + 90_000);
    await box.server.app.runDueTasks(readMailbox);
    box.setTime(start);
    expect((await box.read(id)).history.at(-1)).toMatchObject({ action: 'mail_of_program' });
  });

  it('tells the contact of a mail that is too large', async () => {
    const { id } = await box.ask('developer', { email: 'large@example.com' });
    const [mail] = await box.sent('large@example.com');
    const text = `${'x'.repeat(1000)}\n`.repeat(42_000);
    imap.deliver(mailOf({ from: 'large@example.com', to: mail?.replyTo ?? '', text }));
    await box.server.app.runDueTasks(readMailbox);
    expect((await box.sent('large@example.com', 'Your mail was not added')).map(({ body }) => body)).toEqual([
      expect.stringMatching(/larger than 40 MB[\s\S]*support-answer#token=/),
    ]);
    expect((await box.read(id)).history.at(-1)).toMatchObject({ action: 'mail_not_added' });
  });

  it('gives way to other mails after one that failed, which is tried again', async () => {
    const busy = await startImapFake();
    let time = start;
    const mailbox = imapMailbox({
      url: busy.url,
      replyAddress: replyTo,
      certificates: null,
      now: () => time,
      log: pino({ level: 'silent' }),
    });
    for (const text of ['bad', 'good', 'of others'])
      busy.deliver(
        mailOf({ from: 'a@b.example', to: text === 'of others' ? 'd@b.example' : 'c@b.example', text }),
      );
    const handled: string[] = [];
    let position: Position | null = null;
    let isDown = true;
    const visit = () => {
      time += 60_000;
      return mailbox.readNew({
        isWanted: async (headers) => Buffer.from(headers).includes('c@b.example'),
        async handle(raw) {
          const text = Buffer.from(raw).toString().trim().split('\r\n').at(-1) ?? '';
          if (text === 'bad' && isDown) throw new Error('not now');
          handled.push(text);
        },
        findPosition: async () => position,
        async savePosition(_mailbox, saved) {
          position = structuredClone(saved);
        },
        giveUp: async () => {},
        newestMailAt: async () => null,
      });
    };
    for (const _twice of [1, 2]) await visit();
    expect(handled).toEqual(['good']);
    isDown = false;
    for (const _twice of [1, 2]) await visit();
    expect(handled).toEqual(['good', 'bad']);
    expect(position).toMatchObject({ lastUid: 3, failed: [] });
    expect(busy.flags().flat()).toEqual([]);
    await busy.stop();
  });

  it('says in the request that a mail failed for two days, and tries it no more', async () => {
    box.setTime(start);
    const { id } = await box.ask('developer', { email: 'poison@example.com' });
    const [mail] = await box.sent('poison@example.com');
    const { pool } = box.database;
    await pool.query(`create function refuse_poison() returns trigger language plpgsql as
      $$ begin if new.text = 'Poison.' then raise exception 'poison'; end if; return new; end $$`);
    await pool.query(`create trigger refuse_poison before insert on support_messages
      for each row execute function refuse_poison()`);
    imap.deliver(mailOf({ from: 'poison@example.com', to: mail?.replyTo ?? '', text: 'Poison.' }));
    const failed = () =>
      box.server.logs.filter((line) => line.includes('a mail could not be handled and is'));
    /** Visits the mailbox, after as many tries as are named, and gives what is stored of them then. */
    async function visit(tries: number) {
      const tried = JSON.stringify({ tries, nextAt: start });
      await pool.query(
        "update mailbox_positions set failed = jsonb_build_array(failed->0 || $1) where failed <> '[]'",
        [tried],
      );
      await box.server.app.runDueTasks(readMailbox);
      return (await pool.query('select failed from mailbox_positions')).rows[0].failed;
    }
    const minutesLater = (minutes: number) => start + minutes * 60_000;
    expect(await visit(0)).toMatchObject([{ tries: 1, nextAt: minutesLater(1) }]);
    await box.server.app.runDueTasks(readMailbox);
    expect(failed()).toHaveLength(1);
    expect(await visit(6)).toMatchObject([{ tries: 7, nextAt: minutesLater(64) }]);
    expect(await visit(18)).toMatchObject([{ tries: 19, nextAt: minutesLater(240) }]);
    expect(await visit(19)).toEqual([]);
    await pool.query('drop trigger refuse_poison on support_messages');
    expect(failed().at(-1)).toContain('is given up');
    const { messages, history } = await box.read(id);
    expect(messages).toEqual([]);
    expect(history.at(-1)).toMatchObject({ action: 'mail_not_added' });
    const letters = await box.sent('poison@example.com', 'Your mail was not added');
    expect(letters.map(({ body }) => body)).toEqual([expect.stringContaining('Poison.')]);
  });

  it('has no webhook beside it', async () => {
    expect((await box.server.fetch('/api/webhooks/mail', { method: 'POST', body: '' })).status).toBe(404);
  });
});
