import { beforeAll, expect, it } from 'vitest';
import { signUpVerified } from '#server/testing/agents.ts';
import { openMailingServer, supportEmail } from '#server/testing/mailing-server.ts';
import { submitJob } from '#server/testing/request-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';

const queue = 'mail-support-request';

const mailing = openMailingServer({}, { SUPPORT_AGENTS: 'grace@support.example' });
let agent: TestUser;
beforeAll(async () => {
  agent = await signUpVerified(mailing.server, 'grace@support.example', 'Grace');
});

async function ask(email: string) {
  const founder = await mailing.server.signUp();
  const { body } = await submitJob(mailing.server, founder, { email });
  return { founder, id: (body.job as { id: string }).id };
}

const mailsTo = (email: string) => mailing.arrived().filter(({ to }) => to.includes(email));
const subjectsTo = (email: string) => mailsTo(email).map(({ parsed }) => parsed.subject ?? '');

/** Sends what is due, and what waits for another try. Gives the states of the tasks. */
async function send(): Promise<Set<string>> {
  await mailing.retryNow();
  await mailing.server.app.runDueTasks();
  return new Set(await mailing.taskStates(queue));
}

async function upload(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  { token } = agent,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await mailing.server.fetch(`/api/attachments?name=${name}`, {
    method: 'POST',
    headers,
    body: content,
  });
  return ((await reply.json()) as { attachment: { id: string } }).attachment.id;
}

async function write(id: string, kind: 'question' | 'reply', text: string, attachmentIds: string[] = []) {
  const { token } = agent;
  await mailing.server.call('POST', `/api/inbox/${id}/claim`, { token, body: {} });
  const body = { id: `${kind}-${id.slice(0, 8)}`, kind, text, attachmentIds };
  const reply = await mailing.server.call('POST', `/api/inbox/${id}/messages`, { token, body });
  expect(reply.status).toBe(200);
}

it('sends each mail once after the mail server was down', async () => {
  const email = 'waits@example.com';
  await mailing.stopMail();
  const { id, founder } = await ask(email);
  await write(id, 'question', 'Which browser?');
  expect(await send()).toEqual(new Set(['retry', 'created']));
  // Answered in the thread before the mail could ask for it.
  const answer = { id: 'answer-in-thread', text: 'Firefox' };
  await mailing.server.call('POST', `/api/jobs/${id}/messages`, { token: founder.token, body: answer });
  await mailing.startMail();
  expect(await send()).toEqual(new Set(['completed']));
  expect(subjectsTo(email)).toEqual(['We have your request']);
  expect(subjectsTo(supportEmail).toSorted()).toEqual([
    'Customer answered: Nobody can log in',
    'New request: Nobody can log in',
  ]);
});

it('sends the same mail with the same id again, so that mail programs show it once', async () => {
  const email = 'twice@example.com';
  const { id } = await ask(email);
  await write(id, 'reply', 'Clear the cache.');
  await send();
  // As if the process had died after the mail server's response.
  await mailing.database.pool.query(
    "update pgboss.job set state = 'created', completed_on = null where name = $1 and data->>'requestId' = $2",
    [queue, id],
  );
  await send();
  expect(mailsTo(email)).toHaveLength(4);
  expect(new Set(mailsTo(email).map(({ parsed }) => parsed.messageId)).size).toBe(2);
});

it('sends other mails when one is refused', async () => {
  const before = mailing.arrived().length;
  mailing.refuse('nobody@example.com');
  const { founder, id } = await ask('nobody@example.com');
  await ask('somebody@example.com');
  await send();
  expect(mailing.arrived()).toHaveLength(before + 3);
  const { body } = await mailing.server.call('GET', `/api/jobs/${id}`, founder);
  expect(body.history).toMatchObject([
    { action: 'submitted' },
    { actor: 'system', action: 'mail_undelivered', to: 'nobody@example.com' },
  ]);
});

it('sends the words without files that a mail server refuses, with their names', async () => {
  const email = 'strict@example.com';
  const { founder, id } = await ask(email);
  await send();
  await write(id, 'reply', 'Here is the plan.', [await upload('a line', 'log.txt')]);
  mailing.refuseNext('DATA', 552);
  await send();
  const mail = mailsTo(email).at(-1)?.parsed;
  expect(mail?.attachments).toEqual([]);
  expect(mail?.text).toContain('Here is the plan.');
  expect(mail?.text).toContain('Not in this mail, to download in your request: log.txt');
  const { body } = await mailing.server.call('GET', `/api/jobs/${id}`, founder);
  expect(JSON.stringify(body.history)).not.toContain('mail_undelivered');
});

it('says in the request when a mail was tried for the last time', async () => {
  const email = 'full@example.com';
  const { founder, id } = await ask(email);
  const last = "update pgboss.job set retry_limit = 0 where name = $1 and data->>'requestId' = $2";
  await mailing.database.pool.query(last, [queue, id]);
  await mailing.stopMail();
  await send();
  await mailing.startMail();
  const { body } = await mailing.server.call('GET', `/api/jobs/${id}`, founder);
  expect(body.history).toContainEqual(expect.objectContaining({ action: 'mail_undelivered', to: email }));
});

it('carries the files of an answer, and names those that are too large for a mail', async () => {
  const email = 'files@example.com';
  const { id, founder } = await ask(email);
  const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(4_000_000)}`);
  const names = ['plan.pdf', 'appendix.pdf', 'log.txt'];
  const ids = [
    await upload(pdf, 'plan.pdf'),
    await upload(pdf, 'appendix.pdf'),
    await upload('a line', 'log.txt'),
  ];
  await write(id, 'reply', '', ids);
  await send();
  const mail = mailsTo(email).find(({ parsed }) => parsed.subject?.startsWith('Re: '));
  expect(mail?.parsed.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['plan.pdf', 'application/pdf'],
    ['log.txt', 'text/plain'],
  ]);
  expect(Buffer.from(mail?.parsed.attachments[0]?.content as Uint8Array).equals(pdf)).toBe(true);
  expect(mail?.parsed.text).toContain('See the files.');
  expect(mail?.parsed.text).toContain('Not in this mail, to download in your request: appendix.pdf');

  const { body } = await mailing.server.call('GET', `/api/jobs/${id}`, { token: founder.token });
  const [written] = body.messages as { attachments: { id: string; name: string }[] }[];
  expect(written?.attachments.map(({ name }) => name)).toEqual(names);
  const stranger = await mailing.server.signUp();
  const download = ({ token }: TestUser) =>
    mailing.server.fetch(`/api/attachments/${ids[1]}`, { headers: { authorization: `Bearer ${token}` } });
  expect([(await download(founder)).status, (await download(agent)).status]).toEqual([200, 200]);
  expect((await download(stranger)).status).toBe(404);

  const token = /#token=([\w-]+)/.exec(mail?.parsed.text ?? '')?.[1];
  const byLink = (attachmentId = ids[1]) =>
    mailing.server.fetch('/api/support-thread/file', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, attachmentId }),
    });
  expect(Buffer.from(await (await byLink()).arrayBuffer()).equals(pdf)).toBe(true);
  expect((await byLink(await upload('of the request', 'a.txt', founder))).status).toBe(404);
});

it('takes files of an agent once, no foreign ones, and none with a note', async () => {
  const { id } = await ask('foreign@example.com');
  const { token } = agent;
  const stranger = await mailing.server.signUp();
  const [foreign, own] = [await upload('theirs', 'theirs.txt', stranger), await upload('ours', 'ours.txt')];
  await mailing.server.call('POST', `/api/inbox/${id}/claim`, { token, body: {} });
  const post = (body: object) => mailing.server.call('POST', `/api/inbox/${id}/messages`, { token, body });
  const message = { id: 'with-a-file', kind: 'reply', text: '' };
  expect((await post(message)).status).toBe(400);
  expect((await post({ ...message, kind: 'note', text: 'x', attachmentIds: [own] })).status).toBe(400);
  expect((await post({ ...message, attachmentIds: [foreign] })).body).toMatchObject({ about: [foreign] });
  for (const _try of [1, 2]) expect((await post({ ...message, attachmentIds: [own] })).status).toBe(200);
  expect((await post({ ...message, id: 'another-one', attachmentIds: [own] })).status).toBe(404);
});
