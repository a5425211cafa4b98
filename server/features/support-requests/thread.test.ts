import { describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { jobDraft } from '#server/testing/request-samples.ts';
import { startTestServer, type TestUser } from '#server/testing/test-server.ts';
import { openInboxWorld } from '#server/testing/worlds/inbox-world.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import type { JobThread, LinkedThread } from '#shared/contracts/support-requests/support-threads.ts';
import { slaBreachesQueue } from './sla/sla-breaches.ts';

const day = 86_400_000;
const start = Date.parse('2026-11-02T09:00:00Z');

const world = openInboxWorld();

let messages = 0;
const newMessage = (text = 'It says nothing.') => ({ id: `message-of-test-${++messages}`, text });

/** A request on the developer plan, made at `start`. */
async function ask() {
  world.setTime(start);
  return world.ask('developer');
}
const answer = ({ token }: TestUser, id: string, body: object = newMessage()) =>
  world.server.call('POST', `/api/jobs/${id}/messages`, { token, body });
const thread = async ({ token }: TestUser, id: string) =>
  (await world.server.call('GET', `/api/jobs/${id}`, { token })).body as unknown as JobThread;
async function row(id: string) {
  return (await world.database.pool.query('select * from support_requests where id = $1', [id])).rows[0];
}
const actions = ({ history }: JobThread) => history.map(({ action }) => action);

describe('the customer’s answer', () => {
  it('is added to the thread and the history, and makes it our turn', async () => {
    const { founder, id } = await ask();
    await world.claim(id);
    await world.write(id, 'reply', 'Have you tried it again?');
    expect((await row(id)).customer_waits_since).toBeNull();
    world.setTime(start + 1000);
    const reply = await answer(founder, id, { id: 'answer-no-1', text: '  Yes 🎉\n  twice  ' });
    expect(reply.body).toMatchObject({
      messageCount: 2,
      updatedAt: new Date(start + 1000).toISOString(),
      messages: [
        { kind: 'reply', author: 'Grace', text: 'Have you tried it again?' },
        { id: 'answer-no-1', kind: 'customer', author: 'Ada Founder', text: 'Yes 🎉\n  twice' },
      ],
    });
    expect(actions(reply.body as unknown as JobThread).at(-1)).toBe('customer_answered');
    expect((await row(id)).customer_waits_since).toEqual(new Date(start + 1000));
  });

  it('without a question changes neither the clock nor since when the customer waits', async () => {
    const { founder, id } = await ask();
    world.setTime(start + 3_600_000);
    const { due } = (await answer(founder, id)).body as unknown as Job;
    expect(due).toMatchObject({ state: 'running', dueAt: new Date(start + 4 * 3_600_000).toISOString() });
    expect((await row(id)).customer_waits_since).toEqual(new Date(start));
  });

  it('is one message however often it comes', async () => {
    const { founder, id } = await ask();
    const message = newMessage();
    const replies = await Promise.all(Array.from({ length: 6 }, () => answer(founder, id, message)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await thread(founder, id)).toMatchObject({ messageCount: 1 });
    expect(actions(await thread(founder, id))).toEqual(['submitted', 'customer_answered']);
  });

  it('is stored without secrets', async () => {
    const { founder, id } = await ask();
    const secret = 'sk_live_51H8xYzAbCdEfGhIjKlMnOpQrStUvWxYz0123456789';
    const { body } = await answer(founder, id, newMessage(`The key is ${secret}, is that right?`));
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(JSON.stringify(body)).toContain('[masked');
  });

  it('opens a resolved request again within 14 days, to the millisecond, and no later', async () => {
    const { founder, id } = await ask();
    const resolve = async () => {
      world.setTime(start);
      await world.claim(id);
      await world.write(id, 'reply');
      await world.act(`${id}/resolve`);
      expect(await thread(founder, id)).toMatchObject({ resolvedAt: new Date(start).toISOString() });
    };
    await resolve();
    world.setTime(start + 14 * day);
    const message = newMessage();
    expect((await answer(founder, id, message)).body).toMatchObject({ resolvedAt: null });
    expect(actions(await thread(founder, id)).slice(-2)).toEqual(['customer_answered', 'reopened']);
    await resolve();
    world.setTime(start + 14 * day + 1);
    const refused = await answer(founder, id);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'request_closed',
      'This request was resolved more than 14 days ago. Please start a new one.',
    ]);
    const customers = (await thread(founder, id)).messages.filter(({ kind }) => kind === 'customer');
    expect(customers).toHaveLength(1);
    // A repeated message opens nothing.
    expect((await answer(founder, id, message)).status).toBe(200);
    expect((await thread(founder, id)).resolvedAt).not.toBeNull();
  });

  it.each([
    ['no text', { id: 'message-1' }],
    ['blank text', { id: 'message-1', text: ' \n' }],
    ['40,001 characters', { id: 'message-1', text: 'x'.repeat(40_001) }],
    ['no id', { text: 'Hello' }],
    ['a short id', { id: 'short', text: 'Hello' }],
    ['NUL', { id: 'message-1', text: 'a\0b' }],
    ['a kind', { id: 'message-1', text: 'Hello', kind: 'reply' }],
  ])('is refused with %s', async (_case, body) => {
    const { founder, id } = await ask();
    const reply = await answer(founder, id, body);
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
  });
});

it('a message counts as long as it is with its secrets masked', async () => {
  const { founder, id } = await ask();
  const refused = await answer(founder, id, newMessage('x'.repeat(20_001)));
  expect([refused.status, refused.body.code, refused.body.about]).toEqual([
    400,
    'request_text_long',
    ['message'],
  ]);
  expect((await answer(founder, id, newMessage('x'.repeat(20_000)))).status).toBe(200);
});

describe('the thread of the owner', () => {
  it('has no note in the messages, their number or the history', async () => {
    const { founder, id } = await ask();
    await world.write(id, 'note', 'A difficult one.');
    const seen = await thread(founder, id);
    expect(seen).toMatchObject({ messages: [], messageCount: 0 });
    expect(JSON.stringify(seen)).not.toMatch(/note|difficult/);
    await world.claim(id);
    // Not by a gap in their numbers either.
    const { history } = await thread(founder, id);
    expect(history.map((entry) => entry.id)).toEqual(history.map((_, place) => place + 1));
    const list = await world.server.call('GET', '/api/jobs', { token: founder.token });
    expect(list.body).toMatchObject([{ id, messageCount: 0 }]);
  });

  it('has the agent’s name and never the e-mail address', async () => {
    const { founder, id } = await ask();
    await world.claim(id);
    await world.write(id, 'reply');
    expect(JSON.stringify(await thread(founder, id))).not.toContain('@support.example');
  });
});

describe('an answer from an agent', () => {
  const see = ({ token }: TestUser, id: string, messageId: string) =>
    world.server.call('PUT', `/api/jobs/${id}/seen`, { token, body: { messageId } });
  const unseen = async (founder: TestUser, id: string) => {
    const { body } = await world.server.call('GET', '/api/jobs', { token: founder.token });
    const listed = (body as unknown as Job[]).find((job) => job.id === id)?.newMessages;
    expect((await thread(founder, id)).newMessages).toBe(listed);
    return listed;
  };

  it('is new until the customer has seen it, and reading alone changes nothing', async () => {
    const { founder, id } = await ask();
    await world.claim(id);
    for (const [place, kind] of (['reply', 'note', 'question'] as const).entries()) {
      world.setTime(start + 1000 * (place + 1));
      await world.write(id, kind);
    }
    expect(await unseen(founder, id)).toBe(2);
    const { messages } = await thread(founder, id);
    expect((await see(founder, id, messages[0]?.id ?? '')).body.newMessages).toBe(1);
    expect((await see(founder, id, 'no-such-message')).body.newMessages).toBe(1);
    await see(founder, id, messages[1]?.id ?? '');
    // Messages once seen stay seen.
    await see(founder, id, messages[0]?.id ?? '');
    expect(await unseen(founder, id)).toBe(0);
  });

  it('is seen by whoever answers it', async () => {
    const { founder, id } = await ask();
    await world.claim(id);
    world.setTime(start + 1000);
    await world.write(id, 'reply');
    world.setTime(start + 2000);
    await answer(founder, id);
    expect(await unseen(founder, id)).toBe(0);
  });
});

describe('the files of an answer', () => {
  const upload = async ({ token }: TestUser, name = 'log.txt') => {
    const reply = await world.server.fetch(`/api/attachments?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: 'a line of a log',
    });
    return ((await reply.json()) as { attachment: { id: string } }).attachment.id;
  };

  it('stand with it in the order of their uploads, and editing the request leaves them there', async () => {
    const { founder, id } = await ask();
    const names = Array.from({ length: 5 }, (_, place) => `${5 - place}.txt`);
    const attachmentIds: string[] = [];
    for (const name of names) attachmentIds.push(await upload(founder, name));
    const sent = await answer(founder, id, { ...newMessage(), attachmentIds });
    const files = names.map((name) => ({ name }));
    expect(sent.body).toMatchObject({ attachments: [], messages: [{ attachments: files }] });
    const { token } = founder;
    const edited = await world.server.call('PUT', `/api/jobs/${id}`, {
      token,
      body: jobDraft({ attachmentIds: [], requestTitle: 'Another' }),
    });
    expect(edited.body).toMatchObject({ requestTitle: 'Another', attachments: [] });
    expect((await world.read(id)).messages).toMatchObject([{ attachments: files }]);
  });

  it('stay those of the first try, in a message of the customer or of an agent', async () => {
    const { founder, id } = await ask();
    const [one, two] = [await upload(founder, 'one.txt'), await upload(founder, 'two.txt')];
    const message = newMessage();
    await answer(founder, id, { ...message, attachmentIds: [one] });
    const repeated = await answer(founder, id, { ...message, attachmentIds: [one, two] });
    expect([repeated.status, repeated.body]).toMatchObject([
      200,
      { messages: [{ attachments: [{ name: 'one.txt' }] }] },
    ]);
    await world.claim(id);
    const reply = { ...newMessage(), kind: 'reply' };
    await world.act(`${id}/messages`, reply);
    const late = await upload(world.grace);
    const answered = await world.act(`${id}/messages`, { ...reply, attachmentIds: [late] });
    expect([answered.status, answered.body]).toMatchObject([200, { messages: [{}, { attachments: [] }] }]);
  });

  it('never come into a message of another author or kind', async () => {
    const { founder, id } = await ask();
    await world.claim(id);
    const [theirs, ours, note] = [newMessage(), newMessage(), newMessage()];
    await answer(founder, id, theirs);
    await world.act(`${id}/messages`, { ...ours, kind: 'reply' });
    await world.act(`${id}/messages`, { ...note, kind: 'note' });
    const { token } = founder;
    const { answer_token: link } = await row(id);
    const files = { attachmentIds: [await upload(world.linus)] };
    const linus = (message: object, kind = 'reply') =>
      world.act(`${id}/messages`, { ...message, kind, ...files }, world.linus);
    const refused = [
      await linus(theirs),
      await linus(ours),
      await linus(note),
      await world.act(`${id}/messages`, { ...note, kind: 'reply' }),
      await answer(founder, id, { ...ours, attachmentIds: [await upload(founder)] }),
      await world.server.call('POST', `/api/jobs/${id}/messages`, { token, body: note }),
      await world.server.call('POST', '/api/support-thread/answer', { body: { token: link, ...theirs } }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [400, 'body_invalid']),
    );
    const { messages } = await world.read(id);
    expect(messages.map(({ attachments }) => attachments)).toEqual([[], [], []]);
  });

  it('open by the link of a mail, but those of a note', async () => {
    const { founder, id } = await ask();
    const [file, hidden] = [await upload(founder), await upload(founder)];
    await answer(founder, id, { ...newMessage(), attachmentIds: [file] });
    const note = { ...newMessage(), kind: 'note' };
    await world.act(`${id}/messages`, note);
    await world.database.pool.query('update attachments set request_id = $1, message_id = $2 where id = $3', [
      id,
      note.id,
      hidden,
    ]);
    const { answer_token: token } = await row(id);
    const open = (attachmentId: string) =>
      world.server.fetch('/api/support-thread/file', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, attachmentId }),
      });
    expect([(await open(file)).status, (await open(hidden)).status]).toEqual([200, 404]);
  });

  it('are the customer’s own, not in use, and five at most; else nothing is sent', async () => {
    const { founder, id } = await ask();
    const other = await ask();
    const used = await upload(founder);
    await answer(founder, id, { ...newMessage(), attachmentIds: [used] });
    for (const gone of [used, await upload(other.founder), 'no-such-file']) {
      const refused = await answer(founder, id, { ...newMessage(), attachmentIds: [gone] });
      expect([refused.status, refused.body.code]).toEqual([404, 'attachment_not_found']);
    }
    const six = Array.from({ length: 6 }, (_, place) => `file-${place}`);
    expect((await answer(founder, id, { ...newMessage(), attachmentIds: six })).status).toBe(400);
    expect((await thread(founder, id)).messages).toHaveLength(1);
  });
});

describe('a request that its customer has solved', () => {
  const solve = async ({ token }: TestUser, id: string) =>
    (await world.server.call('POST', `/api/jobs/${id}/solved`, { token })).body as unknown as JobThread;

  it('is resolved, and its clock stands still until an answer opens it again', async () => {
    const { founder, id } = await ask();
    world.setTime(start + 3_600_000);
    const solved = await solve(founder, id);
    expect(solved.resolvedAt).toBe(new Date(start + 3_600_000).toISOString());
    expect((await solve(founder, id)).history).toEqual(solved.history);
    expect(solved.history.at(-1)).toMatchObject({ action: 'resolved', actor: 'customer' });
    world.setTime(start + day);
    await world.server.app.runDueTasks(slaBreachesQueue);
    expect(await world.extraRequests(founder)).toBe(0);
    await answer(founder, id);
    expect(await thread(founder, id)).toMatchObject({
      resolvedAt: null,
      due: { state: 'running', dueAt: new Date(start + day + 3 * 3_600_000).toISOString() },
    });
  });

  it('goes on with the time that was left when an agent opens it again', async () => {
    const { founder, id } = await ask();
    world.setTime(start + 3_600_000);
    await solve(founder, id);
    world.setTime(start + day);
    const reopened = await world.act(`${id}/reopen`);
    expect(reopened.body).toMatchObject({
      customerWaitsSince: new Date(start + day).toISOString(),
      due: { state: 'running', dueAt: new Date(start + day + 3 * 3_600_000).toISOString() },
    });
  });
});

describe('the link of a mail', () => {
  const read = (token: unknown) => world.server.call('POST', '/api/support-thread', { body: { token } });
  const answerLinked = (token: string, message: object = newMessage()) =>
    world.server.call('POST', '/api/support-thread/answer', { body: { token, ...message } });
  const tokenOf = async (id: string) => (await row(id)).answer_token as string;

  it('shows the thread without a login, and nothing of the account', async () => {
    const { founder, id } = await ask();
    await world.claim(id);
    await world.write(id, 'question', 'Which browser?');
    await world.write(id, 'note', 'A difficult one.');
    await answer(founder, id, newMessage('Firefox'));
    const token = await tokenOf(id);
    expect(token).toMatch(/^[\w-]{43}$/);
    const reply = await read(token);
    expect(reply.body).toEqual({
      appName: 'Dog Walks',
      requestTitle: 'Nobody can log in',
      issueDescriptions: ['The login page stays white.'],
      created_at: new Date(start).toISOString(),
      resolvedAt: null,
      waitingForCustomer: false,
      due: (await thread(founder, id)).due,
      messages: [
        {
          id: expect.any(String),
          kind: 'question',
          author: 'Grace',
          text: 'Which browser?',
          attachments: [],
          created_at: expect.any(String),
        },
        {
          id: expect.any(String),
          kind: 'customer',
          author: 'You',
          text: 'Firefox',
          attachments: [],
          created_at: expect.any(String),
        },
      ],
    });
  });

  it('takes an answer, which the owner sees with the contact address', async () => {
    const { founder, id } = await ask();
    await world.claim(id);
    await world.write(id, 'question', 'Which browser?');
    const token = await tokenOf(id);
    const message = newMessage('Safari');
    const replies = await Promise.all([1, 2, 3].map(() => answerLinked(token, message)));
    for (const { body } of replies) {
      expect(body).toMatchObject({
        waitingForCustomer: false,
        messages: [{}, { author: 'You', text: 'Safari' }],
      });
    }
    expect(await thread(founder, id)).toMatchObject({
      due: { state: 'running' },
      messages: [{ kind: 'question' }, { kind: 'customer', author: 'ada@example.com', text: 'Safari' }],
    });
    expect(
      actions(await thread(founder, id)).filter((action) => action === 'customer_answered'),
    ).toHaveLength(1);
  });

  it('ends 90 days after the request is resolved', async () => {
    const { id } = await ask();
    const token = await tokenOf(id);
    await world.claim(id);
    await world.write(id, 'reply');
    world.setTime(start + 200 * day);
    expect((await read(token)).status).toBe(200);
    await world.act(`${id}/resolve`);
    world.setTime(start + 290 * day);
    expect((await read(token)).status).toBe(200);
    world.setTime(start + 290 * day + 1);
    for (const reply of [await read(token), await answerLinked(token)])
      expect([reply.status, reply.body.code]).toEqual([404, 'thread_link_invalid']);
  });

  it('refuses an answer after the contact has changed, also at the same moment', async () => {
    const { founder, id } = await ask();
    const token = await tokenOf(id);
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query('select from users where id = $1 for update', [founder.id]);
    // It has looked the link up, and waits for the owner's row.
    const answering = answerLinked(token);
    const waits = async () =>
      (await world.database.pool.query("select from pg_locks where not granted and locktype <> 'virtualxid'"))
        .rowCount;
    await expect.poll(waits).toBeGreaterThan(0);
    await client.query("update support_requests set answer_token = 'another' where id = $1", [id]);
    await client.query('commit');
    client.release();
    expect((await answering).body.code).toBe('thread_link_invalid');
    expect((await thread(founder, id)).messages).toEqual([]);
  });

  it.each([
    ['an unknown token', 'A'.repeat(43)],
    ['a word', 'nonsense'],
    ['SQL', "' or 1=1 --"],
    ['200 characters', 'a'.repeat(200)],
  ])('leads nowhere with %s', async (_case, token) => {
    for (const reply of [await read(token), await answerLinked(token)]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'thread_link_invalid']);
    }
  });

  it('is never logged', async () => {
    const { id } = await ask();
    const token = await tokenOf(id);
    await read(token);
    expect(world.server.logs.join('\n')).toContain('/api/support-thread');
    expect(world.server.logs.join('\n')).not.toContain(token);
    const reply = (await read(token)).body as unknown as LinkedThread;
    expect(reply.messages).toEqual([]);
  });
});

it('limits messages of a customer, answers and files by a link and invalid links, but not reading', async () => {
  const limited = await startTestServer({ limits: memoryLimits }, {}, world.server);
  const { founder, id } = await ask();
  const { answer_token: token } = await row(id);
  const statuses = async (times: number, path: string, body: object) => {
    const found: number[] = [];
    for (let count = 0; count < times; count += 1)
      found.push((await limited.call('POST', path, { token: founder.token, body })).status);
    return found;
  };
  const message = newMessage();
  expect(await statuses(61, '/api/jobs/nothing/messages', message)).toEqual([...Array(60).fill(404), 429]);
  expect(await statuses(61, '/api/support-thread/answer', { token, ...message })).toEqual([
    ...Array(60).fill(200),
    429,
  ]);
  expect(new Set(await statuses(70, '/api/support-thread', { token }))).toEqual(new Set([200]));
  const files = await statuses(301, '/api/support-thread/file', { token, attachmentId: 'none-of-it' });
  expect(files).toEqual([...Array(300).fill(404), 429]);
  const invalid = { token: 'A'.repeat(43) };
  expect(await statuses(61, '/api/support-thread', invalid)).toEqual([...Array(60).fill(404), 429]);
  await limited.close();
});
