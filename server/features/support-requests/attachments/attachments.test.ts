import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type S3, startS3 } from '#fakes/s3/s3.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { memoryLimits } from '#server/http/limits.ts';
import { s3Files } from '#server/integrations/files/s3.ts';
import { signUpVerified } from '#server/testing/agents.ts';
import { jpeg, png, webp } from '#server/testing/pictures.ts';
import { jobDraft, putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import { type Attachment, attachmentLimit } from '#shared/contracts/support-requests/attachments.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { deleteUnused } from './attachments.ts';

let now = Date.now();
let server: TestServer;
let database: Database;
let s3: S3;
let ada: TestUser;
let agent: TestUser;
beforeAll(async () => {
  s3 = await startS3();
  server = await startTestServer({ now: () => now }, { SUPPORT_AGENTS: 'grace@support.example', ...s3.env });
  database = connectDatabase(server.databaseUrl, () => {});
  agent = await signUpVerified(server, 'grace@support.example', 'Grace');
});
beforeEach(async () => {
  ada = await server.signUp();
  await putOnPlan(database, ada, 'developer');
});
afterAll(async () => {
  await database.close();
  await server.close();
  await s3.stop();
});

const headersOf = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });
/** The stored file under any name. */
const storedFile = (id: string) => [...s3.files].find(([name]) => name.endsWith(`/${id}`))?.[1];
const codeOf = async (reply: Response) => ((await reply.json()) as { code: string }).code;

function upload(content: BodyInit, name = 'shot.png', user = ada, headers: Record<string, string> = {}) {
  return server.fetch(`/api/attachments?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headersOf(user), ...headers },
    body: content,
    ...({ duplex: 'half' } as object),
  });
}
async function added(content: BodyInit, name?: string, user = ada): Promise<Attachment & { masked: number }> {
  now += 1;
  const reply = await upload(content, name, user);
  const body = (await reply.json()) as { attachment: Attachment; masked: number };
  if (reply.status !== 201) throw new Error(JSON.stringify(body));
  return { ...body.attachment, masked: body.masked };
}
const read = (id: string, user = ada) => server.fetch(`/api/attachments/${id}`, { headers: headersOf(user) });
const remove = (id: string, user = ada) =>
  server.fetch(`/api/attachments/${id}`, { method: 'DELETE', headers: headersOf(user) });
const submit = (attachmentIds: string[], user = ada) => submitJob(server, user, { attachmentIds });
const edit = (id: string, changes: object) =>
  server.call('PUT', `/api/jobs/${id}`, { token: ada.token, body: { ...jobDraft(), ...changes } });
const namesOf = (job: unknown) => (job as Job).attachments.map(({ name }) => name);

describe('an upload', () => {
  it.each([
    ['PNG', png(1280, 800), 'image/png'],
    ['JPEG', jpeg(1280, 800), 'image/jpeg'],
    ['WebP', webp(1280, 800), 'image/webp'],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'application/pdf'],
  ] as const)('takes a %s and gives it back byte for byte, as a download', async (_case, bytes, type) => {
    const file = await added(bytes, 'Screen shot.x');
    expect(file).toMatchObject({ type, size: bytes.length, masked: 0 });
    const reply = await read(file.id);
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment; filename=/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=300',
    });
  });

  it('masks the secrets of a text before it is stored, and counts them', async () => {
    const key = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
    const log = `GET /login 500\nSTRIPE_KEY=${key}\npostgres://ada:hunter2@db.example/app\nGrüße 🐕\n`;
    const file = await added(log, 'server.log');
    expect(file).toMatchObject({ name: 'server.log', type: 'text/plain', masked: 2 });
    const stored = storedFile(file.id)?.bytes.toString() ?? '';
    expect(stored).toBe(
      'GET /login 500\nSTRIPE_KEY=[masked: Stripe key]\npostgres://ada:[masked: password]@db.example/app\nGrüße 🐕\n',
    );
    expect(file.size).toBe(Buffer.byteLength(stored));
    const reply = await read(file.id);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await reply.text()).toBe(stored);
  });

  it('takes a log that was copied from a terminal, without its colours', async () => {
    const start = String.fromCharCode(27);
    const file = await added(`${start}[31mError${start}[0m: no\tsuch file\r\n`, 'out.txt');
    expect(storedFile(file.id)?.bytes.toString()).toBe('Error: no\tsuch file\r\n');
  });

  it('takes a log whose masked form is larger than 5 MB, also when the browser masked it', async () => {
    const secrets = 'pw=hunter2\n'.repeat(1_000);
    const given = secrets + ' '.repeat(attachmentLimit - secrets.length);
    const masked = given.replaceAll('hunter2', '[masked: password]');
    expect(await added(given, 'a.log')).toMatchObject({ size: masked.length, masked: 1_000 });
    expect(await added(masked, 'a.log')).toMatchObject({ size: masked.length, masked: 0 });
    expect(await codeOf(await upload(`${given} `, 'a.log'))).toBe('attachment_too_large');
  });

  const control = String.fromCharCode(7);
  it.each<[string, BodyInit]>([
    ['SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG after a comment', '<!-- hi --><svg onload="alert(1)"></svg>'],
    ['XML', '\ufeff  <?xml version="1.0"?><svg/>'],
    ['HTML', '\n\n<!DOCTYPE html><script>alert(1)</script>'],
    ['RTF', '{\\rtf1\\ansi hello}'],
    ['a zip', Buffer.from('504b0304140000000800', 'hex')],
    ['a gzip bomb', gzipSync(Buffer.alloc(4_000_000))],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    [
      'SVG of another name',
      '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>',
    ],
    ['SVG behind signs of no width', '\u200b\ufeff<svg onload=alert(1)>'],
    ['SVG behind a comment without end', '<!-- <svg onload=alert(1)>'],
    ['HTML without a head', '<b>hi</b><script>alert(1)</script>'],
    ['a link that is a script', '<a href="javascript:alert(1)">x</a>'],
    ['half of UTF-16', Buffer.from([0xff, 0xfe, 0x68])],
    ['bytes of no code', Buffer.from([0x68, 0x69, 0x81, 0xfe])],
    ['a text with NUL', 'hello\0world'],
    ['a text with control characters', `ding${control}`],
    ['the start of a PNG alone', png(10, 10).subarray(0, 12)],
    ['a PNG of no size', png(0, 10)],
  ])('refuses %s, whatever it is called and declared as', async (_case, content) => {
    const before = s3.files.size;
    for (const [name, type] of [
      ['shot.png', 'image/png'],
      ['notes.txt', 'text/plain'],
    ] as const) {
      const reply = await upload(content, name, ada, { 'content-type': type });
      expect([reply.status, await codeOf(reply)]).toEqual([415, 'attachment_type']);
    }
    expect(s3.files.size).toBe(before);
  });

  it('refuses pictures whose header has absurd dimensions', async () => {
    for (const bytes of [png(60_000, 10), png(16_000, 16_000), jpeg(65_000, 65_000), webp(16_384, 16_384)])
      expect(await codeOf(await upload(bytes))).toBe('attachment_picture_size');
  });

  it('refuses an empty file, and a name that is none', async () => {
    const empty = await upload('');
    expect([empty.status, await codeOf(empty)]).toEqual([400, 'attachment_empty']);
    expect(await codeOf(await upload(' \n', 'log.txt'))).toBe('attachment_empty');
    for (const name of ['', ' ', 'x'.repeat(1001)]) expect((await upload('text', name)).status).toBe(400);
  });

  it('takes 5 MB and refuses a byte more, with its length declared or in chunks', async () => {
    const rest = Buffer.alloc(attachmentLimit - png(100, 100).length);
    rest.writeUInt32BE(rest.length - 12);
    rest.write('IDAT', 4);
    const most = Buffer.concat([png(100, 100).subarray(0, -12), rest, png(100, 100).subarray(-12)]);
    expect((await added(most)).size).toBe(attachmentLimit);
    const more = Buffer.concat([most, Buffer.from([0])]);
    const declared = await upload(more, 'a.png', ada, { 'content-length': String(more.length) });
    expect([declared.status, await codeOf(declared)]).toEqual([413, 'attachment_too_large']);
    let pulled = 0;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(65 + (pulled++ % 2))),
    });
    expect((await upload(endless, 'a.txt')).status).toBe(413);
    expect(pulled).toBeLessThan(200);
  });

  it('leaves the limit of other bodies small', async () => {
    const reply = await server.call('PUT', '/api/mail-settings', {
      token: ada.token,
      body: { a: 'x'.repeat(300_000) },
    });
    expect(reply.body.code).toBe('body_too_large');
  });

  it('answers 503 while the store is away, and stores nothing', async () => {
    s3.failNext(503, 'SlowDown');
    const reply = await upload(png(10, 10));
    expect(reply.headers.get('retry-after')).toBe('5');
    expect([reply.status, await codeOf(reply)]).toEqual([503, 'attachment_store_down']);
    const { rowCount } = await database.pool.query('select from attachments where owner_id = $1', [ada.id]);
    expect(rowCount).toBe(0);
    expect(server.logs.join('\n')).toContain('files can not be stored or read');
  });

  it('stores at most 20 unused files, also of uploads at once', async () => {
    const replies = await Promise.all(Array.from({ length: 23 }, () => upload(png(10, 10))));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(20).fill(201), 409, 409, 409]);
    const { text } = message('attachments_unused', { most: 20 });
    expect(await (await upload(png(10, 10))).json()).toMatchObject({ message: text });
    const { rows } = await database.pool.query('select id from attachments where owner_id = $1', [ada.id]);
    const fileOf = ({ id }: { id: string }) => storedFile(id) !== undefined;
    expect(rows.every(fileOf)).toBe(true);
    expect((await remove(rows[0].id)).status).toBe(200);
    await added(png(10, 10));
  });

  it('limits uploads of one user', async () => {
    const strict = await startTestServer({ limits: memoryLimits });
    const user = await strict.signUp();
    const send = () =>
      strict.fetch('/api/attachments?name=a.png', { method: 'POST', headers: headersOf(user), body: '' });
    for (let count = 0; count < 60; count++) expect((await send()).status).toBe(400);
    expect((await send()).status).toBe(429);
    await strict.close();
  });
});

describe('a file’s name', () => {
  const strange: [string, string, string][] = [
    ['../../etc/passwd', 'passwd.txt', 'text'],
    ['C:\\Users\\ada\\shot.PNG', 'shot.PNG', 'png'],
    ['shot.exe', 'shot.exe.png', 'png'],
    ['photo.jpg', 'photo.png', 'png'],
    ['evil.svg', 'evil.svg.txt', 'text'],
    ['page\u202egpj.html', 'pagegpj.html.txt', 'text'],
    ['a\r\nX-Evil: 1.log', 'aX-Evil_ 1.log', 'text'],
    ['..', 'picture.png', 'png'],
    ['.png', 'picture.png', 'png'],
    [`sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}.log`, 'masked Stripe key.log', 'text'],
    ['password=hunter2.txt', 'password=masked password.txt', 'text'],
    ['Straße 東京 👩‍💻.txt', 'Straße 東京 👩‍💻.txt', 'text'],
    ["log \" % 'q'.txt", "log _ % 'q'.txt", 'text'],
  ];
  it.each(strange)('%j becomes %j', async (uploadName, name, kind) => {
    const file = await added(kind === 'png' ? png(10, 10) : 'Hello', uploadName);
    expect(file.name).toBe(name);
    const header = (await read(file.id)).headers.get('content-disposition') ?? '';
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/);
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name);
  });

  it('is cut to 255 characters before its ending, never within a character', async () => {
    const { name } = await added(png(10, 10), `${'x'.repeat(300)}.png`);
    expect(name).toBe(`${'x'.repeat(251)}.png`);
    const emoji = await added(png(10, 10), `${'🐕'.repeat(200)}.png`);
    expect(emoji.name).toBe(`${'🐕'.repeat(125)}.png`);
  });
});

describe('a stored file', () => {
  it('is there for its owner and for agents only', async () => {
    const { id } = await added(png(10, 10));
    const eve = await server.signUp();
    expect((await read(id, agent)).status).toBe(200);
    for (const reply of [
      await read(id, eve),
      await remove(id, eve),
      await remove(id, agent),
      await read('nothing', ada),
    ])
      expect([reply.status, await codeOf(reply)]).toEqual([404, 'attachment_not_found']);
    expect((await server.fetch(`/api/attachments/${id}`)).status).toBe(401);
    expect((await read(id)).status).toBe(200);
  });

  it('is deleted while no request uses it, and not afterwards', async () => {
    const { id } = await added(png(10, 10));
    expect((await remove(id)).status).toBe(200);
    expect(s3.files.has(id)).toBe(false);
    expect((await remove(id)).status).toBe(404);
    const bound = await added(png(10, 10));
    await submit([bound.id]);
    expect((await remove(bound.id)).status).toBe(404);
    expect((await read(bound.id)).status).toBe(200);
  });

  it('can not be read while the store is away', async () => {
    const { id } = await added(png(10, 10));
    s3.failNext(500, 'InternalError');
    expect((await read(id)).status).toBe(503);
  });
});

describe('a request', () => {
  it('has the files that it names, in the order of their upload', async () => {
    const one = await added(png(10, 10), 'one.png');
    now += 1_000;
    const two = await added('Log', 'two.log');
    const reply = await submit([two.id, one.id, one.id]);
    expect(namesOf(reply.body.job)).toEqual(['one.png', 'two.log']);
  });

  it.each(['somebody else’s', 'unknown', 'another request’s'])(
    'takes no file that is %s, and is not made',
    async (whose) => {
      const eve = await server.signUp();
      const own = await added(png(10, 10));
      const foreign =
        whose === 'unknown'
          ? 'nothing'
          : (await added(png(10, 10), 'x.png', whose === 'somebody else’s' ? eve : ada)).id;
      if (whose === 'another request’s') await submit([foreign]);
      const reply = await submit([own.id, foreign]);
      expect([reply.status, reply.body.code]).toEqual([404, 'attachment_not_found']);
      expect(reply.body.about).toEqual([foreign]);
      expect((await remove(own.id)).status).toBe(200);
    },
  );

  it('wins a file that two requests name at once', async () => {
    const { id } = await added(png(10, 10));
    const replies = await Promise.all(Array.from({ length: 6 }, () => submit([id])));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404, 404, 404]);
  });

  it('takes five, and when it is edited these and no others', async () => {
    const files = [];
    for (let count = 0; count < 6; count++) files.push((await added(png(10, 10), `${count}.png`)).id);
    expect((await submit(files)).body.code).toBe('body_invalid');
    const reply = await submit(files.slice(0, 5));
    const { id } = reply.body.job as Job;
    expect(namesOf(reply.body.job)).toHaveLength(5);
    expect(namesOf((await edit(id, {})).body)).toHaveLength(5);
    const edited = await edit(id, { attachmentIds: [files[0], files[5]] });
    expect(namesOf(edited.body)).toEqual(['0.png', '5.png']);
    expect(namesOf((await edit(id, { attachmentIds: [] })).body)).toEqual([]);
  });
});

describe('cleaning up', () => {
  it('deletes files unused for a day and files without a row, and nothing else', async () => {
    const { rows } = await database.pool.query('select id from installation');
    const installation = rows[0].id;
    const files = s3Files({ ...s3.config, installation });
    const deps = { database, files, now: () => new Date(now) };
    const unused = await added(png(10, 10));
    const bound = await added(png(10, 10));
    await submit([bound.id]);
    const leftByACrash = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const others = [
      `${leftByACrash.replace('0f', '1f')}/${leftByACrash}`,
      leftByACrash,
      `${installation}/report-2025`,
    ];
    await files.put(leftByACrash, new Uint8Array([1]), 'image/png');
    for (const name of others)
      s3.files.set(name, { bytes: Buffer.from('x'), type: 'text/plain', written: new Date(now) });
    for (const file of s3.files.values()) file.written = new Date(now);
    await deleteUnused(deps);
    expect((await read(unused.id)).status).toBe(200);
    now += 86_400_000 + 1_000;
    const fresh = await added(png(10, 10));
    const stored = s3.files.get(`${installation}/${fresh.id}`);
    if (stored) stored.written = new Date(now);
    await deleteUnused(deps);
    await deleteUnused(deps);
    expect((await read(unused.id)).status).toBe(404);
    const ours = [leftByACrash, unused.id].filter((id) => s3.files.has(`${installation}/${id}`));
    expect(ours).toEqual([]);
    // Another installation may keep its files in the same bucket.
    expect(others.filter((name) => s3.files.has(name))).toEqual(others);
    for (const { id } of [bound, fresh]) expect((await read(id)).status).toBe(200);
  });
});
