import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUpVerified, verifyAddress } from '#server/testing/agents.ts';
import { idea, ideaWork } from '#server/testing/idea-work.ts';
import { jobDraft } from '#server/testing/request-samples.ts';
import { markedDraft } from '#server/testing/survey-samples.ts';
import { openInboxWorld } from '#server/testing/worlds/inbox-world.ts';
import type { InboxEntry, InboxQueue } from '#shared/contracts/support-requests/support-inbox.ts';
import * as inbox from '#shared/contracts/support-requests/support-inbox.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';

const morning = '2026-11-02T09:00:00.000Z';

const world = openInboxWorld();
beforeEach(() => world.setTime(morning));

/** Names of what was done, with the statuses that it changed. */
async function history(id: string): Promise<string[]> {
  const { history } = await world.read(id);
  return history.map(({ action, from, to }) => (from ? `${action} ${from} ${to}` : action));
}

async function list(
  query: { queue?: InboxQueue; search?: string; after?: string } = {},
  { token } = world.grace,
) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const { body } = await world.server.call('GET', `/api/inbox?${search}`, { token });
  return body as unknown as {
    entries: InboxEntry[];
    next: string | null;
    counts: Record<InboxQueue, number> | null;
  };
}

const endpoints = [
  inbox.listInbox,
  inbox.readInboxThread,
  inbox.claimRequest,
  inbox.assignRequest,
  inbox.releaseRequest,
  inbox.writeInboxMessage,
  inbox.setRequestStatus,
  inbox.resolveRequest,
  inbox.reopenRequest,
  inbox.listAgents,
  inbox.listSavedAnswers,
  inbox.createSavedAnswer,
  inbox.renameSavedAnswer,
  inbox.deleteSavedAnswer,
];

async function reply(method: string, path: string, token?: string) {
  const { status, headers, body } = await world.server.call(method, path, {
    token,
    ...(method === 'GET' ? {} : { body: { takeOver: 'perhaps', text: 5 } }),
  });
  const { 'x-request-id': _own, ...rest } = Object.fromEntries(headers);
  return { status, headers: rest, body };
}

describe('access to the inbox', () => {
  let id: string;
  beforeAll(async () => {
    id = (await world.ask('free')).id;
  });

  it('admits listed, verified addresses in upper or lower case', async () => {
    for (const { token } of [world.grace, world.linus]) {
      const list = await world.server.call('GET', '/api/inbox', { token });
      expect(list.status).toBe(200);
      const synced = await world.server.call('GET', `/api/inbox/${id}`, { token });
      expect(synced.body).toMatchObject({ id, customer: { name: 'Ada Founder', plan: 'free' } });
    }
  });

  it('answers everybody else as an unknown address', async () => {
    const { founder } = await world.ask('developer');
    const verified = await signUpVerified(world.server, 'somebody@support.example', 'Somebody');
    // The address is listed but unverified at first; then the token omits the verification.
    const unverified = await world.server.signUp('free', 'new@support.example');
    const tokens = [undefined, 'made-up', founder.token, verified.token, unverified.token];
    for (const token of tokens) await isNowhere(token, id);
    const agent = await verifyAddress(world.server, unverified);
    expect((await reply('GET', '/api/inbox', agent.token)).status).toBe(200);
    await isNowhere(unverified.token, id);
  });

  it('answers agents job_not_found for an unknown request', async () => {
    const { token } = world.grace;
    const missing = await world.server.call('GET', '/api/inbox/no-such-request', { token });
    expect([missing.status, missing.body.code]).toEqual([404, 'job_not_found']);
    expect((await world.claim('no-such-request')).body.code).toBe('job_not_found');
  });
});

async function isNowhere(token: string | undefined, id: string): Promise<void> {
  for (const { method, path } of endpoints) {
    const nothing = await reply(method, '/api/nothing-here', token);
    expect(nothing.status).toBe(404);
    for (const request of [id, 'no-such-request'])
      expect(await reply(method, path.replace('{id}', request), token)).toEqual(nothing);
  }
}

describe('claiming a request', () => {
  it('is won by one of ten at the same moment, and the others get its name', async () => {
    const { id } = await world.ask('free');
    const servers = [world.server, world.other];
    const claims = Array.from({ length: 10 }, (_, index) => {
      const { token } = index % 2 === 0 ? world.grace : world.linus;
      const server = servers[Math.floor(index / 2) % 2] ?? world.server;
      return server.call('POST', `/api/inbox/${id}/claim`, { token, body: {} });
    });
    const replies = await Promise.all(claims);
    const winner = (await world.read(id)).agent?.name;
    const won = replies.filter(({ status }) => status === 200);
    const lost = replies.filter(({ status }) => status === 409);
    // Each agent claims five times, and whoever has it keeps it.
    expect([won.length, lost.length]).toEqual([5, 5]);
    for (const { body } of won) expect(body.agent).toEqual({ name: winner, isMe: true });
    for (const { body } of lost)
      expect(body).toMatchObject({ code: 'request_taken', error: `${winner} is working on this request.` });
    expect(await history(id)).toEqual(['submitted', 'claimed', 'status_changed PENDING UNDER_REVIEW']);
  });

  it('can be taken over, and given back', async () => {
    const { id } = await world.ask('free');
    await world.claim(id);
    const taken = await world.act(`${id}/claim`, { takeOver: true }, world.linus);
    expect(taken.body).toMatchObject({ agent: { name: 'Linus', isMe: true }, status: 'UNDER_REVIEW' });
    expect((await world.act(`${id}/release`)).body.code).toBe('request_taken');
    const released = await world.act(`${id}/release`, undefined, world.linus);
    expect(released.body).toMatchObject({ agent: null, claimed: false, status: 'UNDER_REVIEW' });
    expect((await world.act(`${id}/release`, undefined, world.linus)).status).toBe(200);
    expect((await history(id)).slice(-2)).toEqual(['taken_over', 'released']);
  });

  it('calls an agent without a name Support, never by the e-mail address', async () => {
    const { founder, id } = await world.ask('free');
    const rename = (name: string) =>
      world.database.pool.query('update users set name = $2 where id = $1', [world.linus.id, name]);
    await rename('');
    await world.claim(id, world.linus);
    await world.write(id, 'reply', 'Here it is.', world.linus);
    expect((await world.read(id)).agent).toEqual({ name: 'Support', isMe: false });
    const seen = JSON.stringify(await world.readAsCustomer(founder, id));
    expect(seen).toContain('"author":"Support"');
    expect(seen).not.toContain('support.example');
    await rename('Linus');
  });
});

describe('assigning a request', () => {
  const assign = (id: string, agentId: string, agent = world.grace) =>
    world.act(`${id}/assign`, { agentId }, agent);

  it('lists the agents who have an account', async () => {
    const { body } = await world.server.call('GET', '/api/inbox-agents', { token: world.linus.token });
    expect(body).toEqual(
      expect.arrayContaining([
        { id: world.grace.id, name: 'Grace', isMe: false },
        { id: world.linus.id, name: 'Linus', isMe: true },
      ]),
    );
  });

  it('gives it to another agent, tells both sides and mails the agent', async () => {
    const { founder, id } = await world.ask('free');
    const given = await assign(id, world.linus.id);
    expect(given.body).toMatchObject({ agent: { name: 'Linus', isMe: false }, status: 'UNDER_REVIEW' });
    expect((await assign(id, world.linus.id)).status).toBe(200);
    expect(await history(id)).toEqual(['submitted', 'assigned', 'status_changed PENDING UNDER_REVIEW']);
    expect((await world.read(id)).history[1]).toMatchObject({ actorName: 'Grace', to: 'Linus' });
    expect(await world.readAsCustomer(founder, id)).toMatchObject({ claimed: true });
    expect((await world.sent(world.linus.email, 'Yours now')).map(({ body }) => body)).toEqual([
      expect.stringContaining(`/startup-spark-suite/inbox/${id}`),
    ]);
  });

  it('mails only the agent who has it still', async () => {
    const { id } = await world.ask('free');
    await assign(id, world.linus.id);
    await world.act(`${id}/claim`, { takeOver: true });
    const about = await world.sent(world.linus.email, 'Yours now');
    expect(about.filter(({ body }) => body.includes(id))).toEqual([]);
  });

  it('is refused for one that another agent has, that is resolved, and for somebody who is no agent', async () => {
    const { founder, id } = await world.ask('free');
    expect((await assign(id, founder.id)).body.code).toBe('agent_missing');
    await world.claim(id, world.linus);
    const taken = await assign(id, world.grace.id);
    expect([taken.status, taken.body.error]).toEqual([409, 'Linus is working on this request.']);
    await world.write(id, 'reply', 'Fixed.', world.linus);
    await world.act(`${id}/resolve`, undefined, world.linus);
    expect((await assign(id, world.grace.id, world.linus)).body.code).toBe('request_resolved');
  });
});

describe('saved answers', () => {
  const call = async (method: string, path = '', body?: object) => {
    const answer = await world.server.call(method, `/api/inbox-answers${path}`, {
      token: world.grace.token,
      body,
    });
    return { status: answer.status, body: answer.body as unknown as inbox.SavedAnswer };
  };

  it('are created, renamed and deleted by any agent, without the secrets in them', async () => {
    const key = `sk_${'live'}_51H8xTqLkjhGfdsAqwErTyUiOp`;
    const { status, body } = await call('POST', '', { name: ' Restart ', text: `Restart it. ${key}` });
    expect([status, body.name]).toEqual([201, 'Restart']);
    expect(body.text).not.toContain(key);
    await call('POST', '', { name: 'a first', text: 'Hello' });
    await call('PUT', `/${body.id}`, { name: 'Start again' });
    const listed = (await call('GET')).body as unknown as inbox.SavedAnswer[];
    expect(listed.map(({ name }) => name)).toEqual(['a first', 'Start again']);
    expect((await call('DELETE', `/${body.id}`)).status).toBe(200);
    for (const gone of [await call('PUT', `/${body.id}`, { name: 'x' }), await call('DELETE', `/${body.id}`)])
      expect([gone.status, (gone.body as unknown as { code: string }).code]).toEqual([
        404,
        'saved_answer_missing',
      ]);
  });

  it('are 200 at most', async () => {
    await world.database.pool.query(
      "insert into saved_answers (id, name, text) select 'many-' || n, 'Many', 'Many' from generate_series(1, 199) as n",
    );
    const { status, body } = await call('POST', '', { name: 'One more', text: 'Hello' });
    expect([status, (body as unknown as { code: string }).code]).toEqual([409, 'saved_answers_full']);
    await world.database.pool.query('delete from saved_answers');
  });
});

describe('writing to a customer', () => {
  it('needs the claim for replies and questions, and nothing for a note', async () => {
    const { founder, id } = await world.ask('free');
    for (const kind of ['reply', 'question'] as const) {
      const early = await world.write(id, kind);
      expect([early.status, early.body.code]).toEqual([409, 'request_not_claimed']);
    }
    await world.claim(id, world.linus);
    expect((await world.write(id, 'reply')).body.code).toBe('request_not_claimed');
    const before = await world.readAsCustomer(founder, id);
    world.setTime('2026-11-02T10:00:00Z');
    expect((await world.write(id, 'note', 'Is this the same as last week?')).status).toBe(200);
    expect((await world.read(id)).messages).toMatchObject([{ kind: 'note', author: 'Grace' }]);
    // The customer can't tell that there is one.
    expect(await world.readAsCustomer(founder, id)).toEqual(before);
    expect(await world.mails(id)).toEqual(['received:customer', 'received:support']);
  });

  it('sets the request active with the first answer only, and mails each', async () => {
    const { founder, id } = await world.ask('free');
    await world.claim(id);
    const first = await world.write(id, 'reply', 'Restart it.');
    expect(first.body).toMatchObject({
      status: 'ACTIVE',
      customerWaitsSince: null,
      waitingForCustomer: false,
    });
    const { token } = world.grace;
    await world.server.call('PUT', `/api/inbox/${id}/status`, { token, body: { status: 'UNDER_REVIEW' } });
    expect((await world.write(id, 'reply')).body.status).toBe('UNDER_REVIEW');
    const asked = await world.write(id, 'question', 'Which browser?');
    expect(asked.body).toMatchObject({ waitingForCustomer: true, messageCount: 3 });
    world.setTime('2026-11-02T12:00:00Z');
    await world.answer(founder, id, 'Firefox.');
    expect(await world.read(id)).toMatchObject({
      waitingForCustomer: false,
      customerWaitsSince: '2026-11-02T12:00:00.000Z',
    });
    expect(await history(id)).toEqual([
      'submitted',
      'claimed',
      'status_changed PENDING UNDER_REVIEW',
      'replied',
      'status_changed UNDER_REVIEW ACTIVE',
      'status_changed ACTIVE UNDER_REVIEW',
      'replied',
      'asked',
      'customer_answered',
    ]);
    expect((await world.mails(id)).slice(2)).toEqual([
      'answer:customer',
      'answer:customer',
      'waiting:customer',
      'customer_answered:support',
    ]);
  });

  it('makes one message of a repeated id, also when the first came through another process', async () => {
    const { id } = await world.ask('free');
    await world.claim(id);
    const body = { id: 'the-same-one', kind: 'reply', text: 'Restart it.' };
    const { token } = world.grace;
    const replies = await Promise.all(
      [world.server, world.other, world.server, world.other].map((server) =>
        server.call('POST', `/api/inbox/${id}/messages`, { token, body }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await world.act(`${id}/resolve`);
    // The reply to the first try was lost, and meanwhile it was resolved.
    expect((await world.act(`${id}/messages`, body)).status).toBe(200);
    expect((await world.read(id)).messages).toHaveLength(1);
    expect((await history(id)).filter((action) => action === 'replied')).toHaveLength(1);
    expect((await world.mails(id)).filter((mail) => mail.startsWith('answer'))).toHaveLength(1);
  });

  it('never stores a secret that an agent pasted', async () => {
    const { id } = await world.ask('free');
    const key = `sk_${'live'}_51H8xTqLkjhGfdsAqwErTyUiOp`;
    const noted = await world.write(id, 'note', `  Their key is ${key}  `);
    expect(JSON.stringify(noted.body)).not.toContain(key);
    expect((await world.read(id)).messages[0]?.text).toMatch(/^Their key is \S/);
  });
});

describe('resolving', () => {
  it('needs the claim, is mailed to the customer once, and closes the thread to agents', async () => {
    const { founder, id } = await world.ask('free');
    expect((await world.act(`${id}/resolve`)).body.code).toBe('request_not_claimed');
    await world.claim(id);
    expect((await world.act(`${id}/resolve`, undefined, world.linus)).body.error).toBe(
      'Grace is working on this request.',
    );
    await world.write(id, 'reply');
    for (const _twice of [1, 2]) expect((await world.act(`${id}/resolve`)).body.resolvedAt).toBe(morning);
    for (const kind of ['reply', 'question'] as const) {
      const late = await world.write(id, kind);
      expect([late.status, late.body.code]).toEqual([409, 'request_resolved']);
    }
    const { token } = world.grace;
    const status = await world.server.call('PUT', `/api/inbox/${id}/status`, {
      token,
      body: { status: 'PENDING' },
    });
    expect(status.body.code).toBe('request_resolved');
    expect((await world.claim(id, world.linus)).body.code).toBe('request_resolved');
    expect((await world.write(id, 'note')).status).toBe(200);
    expect((await world.mails(id)).filter((mail) => mail === 'resolved:customer')).toHaveLength(1);
    expect((await world.readAsCustomer(founder, id)).resolvedAt).toBe(morning);
  });

  it('comes with a reply, in one mail', async () => {
    const { id } = await world.ask('free', { email: 'one-mail@example.com' });
    await world.claim(id);
    const body = { id: 'the-last-one', kind: 'reply', text: 'Restart it.', resolve: true };
    const done = await world.act(`${id}/messages`, body);
    expect(done.body).toMatchObject({ resolvedAt: morning, customerWaitsSince: null, status: 'ACTIVE' });
    expect((await world.act(`${id}/messages`, body)).status).toBe(200);
    expect((await history(id)).slice(-3)).toEqual([
      'replied',
      'status_changed UNDER_REVIEW ACTIVE',
      'resolved',
    ]);
    const mails = await world.sent('one-mail@example.com');
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Re: We have your request',
      'We have your request',
    ]);
    expect(mails.map(({ body }) => body).join()).toContain('It is resolved now.');
  });

  it('waits for a reply: resolving does not bypass the SLA', async () => {
    const { founder, id } = await world.ask('developer');
    await world.claim(id);
    const refused = await world.act(`${id}/resolve`);
    expect([refused.status, refused.body.code]).toEqual([409, 'request_unanswered']);
    await world.write(id, 'question');
    await world.write(id, 'note');
    expect((await world.act(`${id}/resolve`)).body.code).toBe('request_unanswered');
    expect(await world.readAsCustomer(founder, id)).toMatchObject({ resolvedAt: null });
    await world.write(id, 'reply');
    expect((await world.act(`${id}/resolve`)).body).toMatchObject({ resolvedAt: morning });
  });

  it('is undone by an agent or by the answer of the customer', async () => {
    const { founder, id } = await world.ask('free');
    await world.claim(id);
    await world.write(id, 'reply');
    await world.act(`${id}/resolve`);
    const reopened = await world.act(`${id}/reopen`, undefined, world.linus);
    expect(reopened.body).toMatchObject({
      resolvedAt: null,
      customerWaitsSince: morning,
      agent: { name: 'Grace' },
    });
    expect((await world.act(`${id}/reopen`)).status).toBe(200);
    await world.act(`${id}/resolve`);
    await world.answer(founder, id);
    expect(await world.read(id)).toMatchObject({ resolvedAt: null, customerWaitsSince: morning });
    expect((await history(id)).slice(-5)).toEqual([
      'resolved',
      'reopened',
      'resolved',
      'customer_answered',
      'reopened',
    ]);
  });

  it.each([
    ['the customer, after a question', ['reply', 'question'], true],
    ['the customer, after a question and a note', ['reply', 'question', 'note'], true],
    ['an agent, after a question and a reply', ['question', 'reply'], false],
  ] as const)('is undone to wait for %s', async (_case, kinds, waitingForCustomer) => {
    const { id } = await world.ask('free');
    await world.claim(id);
    for (const kind of kinds) await world.write(id, kind);
    await world.act(`${id}/resolve`);
    expect((await world.act(`${id}/reopen`)).body).toMatchObject({
      waitingForCustomer,
      customerWaitsSince: waitingForCustomer ? null : morning,
    });
  });

  it('is undone to wait for an agent, after the answer to a question', async () => {
    const { founder, id } = await world.ask('free');
    await world.claim(id);
    for (const kind of ['reply', 'question'] as const) await world.write(id, kind);
    await world.answer(founder, id);
    await world.act(`${id}/resolve`);
    expect((await world.act(`${id}/reopen`)).body).toMatchObject({
      waitingForCustomer: false,
      customerWaitsSince: morning,
    });
  });
});

describe('the idea of a request', () => {
  it('is shown with its plan and its verdict, and to its own customer’s requests alone', async () => {
    const { founder } = await world.ask('developer');
    const work = ideaWork(() => world.server);
    const plan = {
      oneSentencePitch: 'Both parents see one week.',
      problemParagraph: 'Handovers are forgotten.',
      targetAudience: 'Separated parents',
      summaryPost: '',
      summaryByHand: false,
      model: null,
    };
    const draft = await work.answeredSurvey(founder, ['We forgot.', 'Late.'], {
      questions: markedDraft().questions,
      people: 'parents',
      plan,
    });
    const { body: found } = await world.server.call('POST', '/api/ideas/find', {
      token: founder.token,
      body: { idea },
    });
    const { id: trailId } = found.trail as { id: string };
    const about = async (changes: object, { token } = founder) => {
      const body = { ...jobDraft(), ...changes };
      const { job } = (await world.server.call('POST', '/api/jobs', { token, body })).body;
      return (await world.read((job as Job).id)).idea;
    };
    const shown = {
      name: null,
      idea,
      plan: {
        pitch: plan.oneSentencePitch,
        problem: plan.problemParagraph,
        audience: plan.targetAudience,
        questions: markedDraft().questions.map(({ question }) => question),
      },
      verdict: {
        decision: expect.any(String),
        submissionCount: 2,
        figures: [{ says: expect.stringMatching(/^2 of 2 parents ./), low: 34, high: 100 }],
      },
    };
    expect(await about({ trailId })).toEqual(shown);
    expect(await about({ surveySlug: draft.surveyId })).toEqual(shown);
    expect(await about({})).toBeNull();
    const { founder: other } = await world.ask('developer');
    expect(await about({ trailId }, other)).toBeNull();
  });
});

describe('the queues', () => {
  it('list what is due next first, separate waiting and resolved requests, and count each', async () => {
    await world.database.pool.query(
      'truncate support_messages, support_history, support_requests restart identity cascade',
    );
    const named = async (plan: 'free' | 'pro' | 'developer', appName: string) =>
      (await world.ask(plan, { appName })).id;
    const slow = await named('free', 'Slow');
    const quick = await named('developer', 'Quick');
    const answered = await named('developer', 'Answered');
    world.setTime('2026-11-02T09:00:01Z');
    const asked = await named('pro', 'Asked');
    const done = await named('free', 'Done');
    for (const id of [answered, asked, done]) await world.claim(id);
    await world.write(answered, 'reply');
    await world.write(asked, 'question');
    await world.write(done, 'reply');
    await world.act(`${done}/resolve`);
    world.setTime('2026-11-02T11:00:00Z');
    await named('pro', 'Middle');
    await world.database.pool.query('update support_requests set broken_at = now() where id = $1', [slow]);
    const { entries, next, counts } = await list();
    expect(entries.map(({ appName }) => appName)).toEqual(['Slow', 'Quick', 'Middle', 'Answered']);
    expect([next, counts]).toEqual([null, { open: 4, mine: 2, waiting: 1, resolved: 1 }]);
    expect(entries.map(({ lastMessage, dueSoon }) => [lastMessage?.text, dueSoon])).toEqual([
      [undefined, false],
      [undefined, false],
      [undefined, false],
      ['Please look at the log.', false],
    ]);
    expect(entries[1]).toMatchObject({
      id: quick,
      agent: null,
      customerWaitsSince: morning,
      messageCount: 0,
    });
    const names = async (queue: InboxQueue, agent = world.grace) =>
      (await list({ queue }, agent)).entries.map(({ appName }) => appName);
    expect(await names('mine')).toEqual(['Answered', 'Asked']);
    expect(await names('mine', world.linus)).toEqual([]);
    expect(await names('waiting')).toEqual(['Asked']);
    expect(await names('resolved')).toEqual(['Done']);
  });

  it('finds in all queues by words of title, app, issues, messages, name and address, as they are now', async () => {
    const { founder, id } = await world.ask('free', {
      appName: 'Otter 100%_Map',
      requestTitle: 'Tiles are grey',
      email: 'contact@otters.example',
      issueDescriptions: ['Die Größe stimmt nicht: 決済画面'],
    });
    const isFound = async (search: string) =>
      (await list({ search })).entries.some((entry) => entry.id === id);
    await world.claim(id);
    await world.write(id, 'note', 'Looks like a lighthouse');
    await world.write(id, 'reply', 'Turn it off');
    for (const moved of [`${id}/resolve`, `${id}/reopen`]) {
      for (const search of [
        'oTTer 100%_m',
        'ARE tiles',
        'grey contact@otters',
        'GRÖß',
        '決済',
        'lightHOUSE off',
      ])
        expect([search, await isFound(search)]).toEqual([search, true]);
      expect(await isFound(founder.email)).toBe(true);
      await world.act(moved);
    }
    for (const search of ['otter 100xx', '%%%', 'grey contract', 'g_ey'])
      expect(await isFound(search)).toBe(false);
    await world.database.pool.query('update users set name = $1 where id = $2', ['Lady Wobble', founder.id]);
    expect(await isFound('wobble lighthouse')).toBe(true);
    expect((await list({ search: 'wobble' })).counts).toBeNull();
  });

  it('finds the words of two messages that are stored at once', async () => {
    const { id } = await world.ask('free');
    const insert = `insert into support_messages (id, request_id, kind, author_name, text)
      values ('message-' || $2, $1, 'note', '', $2)`;
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query(insert, [id, 'pelican']);
    const second = world.database.pool.query(insert, [id, 'walrus']);
    const waits = async () =>
      (await world.database.pool.query("select from pg_locks where not granted and locktype <> 'virtualxid'"))
        .rowCount;
    await expect.poll(waits).toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    await second;
    const { entries } = await list({ search: 'pelican walrus' });
    expect(entries.map((entry) => entry.id)).toEqual([id]);
  });

  it('come in pages of fifty, which a change between two of them leaves whole', async () => {
    await world.database.pool.query(
      `insert into support_requests (id, owner_id, idempotency_key, app_name, request_title, app_url, email,
         issue_descriptions, counted_as, promised_hours, due_at, answer_token, created_at)
       select 'many~' || n, $1, 'many-' || n, 'Many', 'Many', '', 'a@b.example', '["one"]', 'free', 48,
         timestamptz '2027-01-01' + n * interval '1 minute', 'many-' || n,
         timestamptz '2026-01-01' - n * interval '1 minute' from generate_series(1, 2200) as n`,
      [(await world.ask('free')).founder.id],
    );
    async function* pages(query: { queue?: InboxQueue; search?: string }) {
      let after: string | undefined;
      for (let asked = 0; asked < 60; asked += 1) {
        const page = await list(after ? { ...query, after } : query);
        yield page.entries.map(({ id }) => id);
        if (page.next === null) return;
        after = page.next;
      }
    }
    for (const query of [{ queue: 'open' as const }, { search: 'many' }]) {
      const seen: string[] = [];
      for await (const ids of pages(query)) {
        seen.push(...ids);
        // One that is gone before the next page hides none of the others.
        const gone = ids.find((id) => id.startsWith('many~'));
        if (seen.length < 500 && gone)
          await world.database.pool.query('delete from support_requests where id = $1', [gone]);
      }
      const many = seen.filter((id) => id.startsWith('many~'));
      expect(new Set(many).size).toBe(many.length);
      expect(many.length).toBeGreaterThan(2_180);
    }
    const { entries } = await list({ search: 'one' });
    expect(entries).toHaveLength(50);
    const refused = await world.server.call(
      'GET',
      '/api/inbox?after=0~2026-99-01T00:00:00.000Z~x',
      world.grace,
    );
    expect(refused.status).toBe(400);
  });
});
