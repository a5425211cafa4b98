import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InboxDesk, openInboxDesk } from '#server/testing/inbox-desk.ts';
import type { InboxEntry, InboxQueue } from '#shared/contracts/support-inbox.ts';

const morning = '2026-11-02T09:00:00.000Z';

let desk: InboxDesk;
beforeAll(async () => {
  desk = await openInboxDesk();
});
beforeEach(() => desk.setTime(morning));
afterAll(() => desk.close());

/** Names of what was done, with the statuses that it changed. */
async function history(id: string): Promise<string[]> {
  const { history } = await desk.read(id);
  return history.map(({ action, from, to }) => (from ? `${action} ${from} ${to}` : action));
}

async function list(
  query: { queue?: InboxQueue; search?: string; offset?: number } = {},
  { token } = desk.grace,
) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const { body } = await desk.server.call('GET', `/api/inbox?${search}`, { token });
  return body as unknown as { entries: InboxEntry[]; hasMore: boolean; counts: Record<InboxQueue, number> };
}

describe('claiming a request', () => {
  it('is won by one of ten at the same moment, and the others hear who has it', async () => {
    const { id } = await desk.ask('free');
    const servers = [desk.server, desk.other];
    const claims = Array.from({ length: 10 }, (_, index) => {
      const { token } = index % 2 === 0 ? desk.grace : desk.linus;
      const server = servers[Math.floor(index / 2) % 2] ?? desk.server;
      return server.call('POST', `/api/inbox/${id}/claim`, { token, body: {} });
    });
    const replies = await Promise.all(claims);
    const winner = (await desk.read(id)).agent?.name;
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
    const { id } = await desk.ask('free');
    await desk.claim(id);
    const taken = await desk.act(`${id}/claim`, { takeOver: true }, desk.linus);
    expect(taken.body).toMatchObject({ agent: { name: 'Linus', isMe: true }, status: 'UNDER_REVIEW' });
    expect((await desk.act(`${id}/release`)).body.code).toBe('request_taken');
    const released = await desk.act(`${id}/release`, undefined, desk.linus);
    expect(released.body).toMatchObject({ agent: null, claimed: false, status: 'UNDER_REVIEW' });
    expect((await desk.act(`${id}/release`, undefined, desk.linus)).status).toBe(200);
    expect((await history(id)).slice(-2)).toEqual(['taken_over', 'released']);
  });

  it('calls an agent without a name Support, never by the e-mail address', async () => {
    const { founder, id } = await desk.ask('free');
    const rename = (name: string) =>
      desk.database.pool.query('update users set name = $2 where id = $1', [desk.linus.id, name]);
    await rename('');
    await desk.claim(id, desk.linus);
    await desk.write(id, 'reply', 'Here it is.', desk.linus);
    expect((await desk.read(id)).agent).toEqual({ name: 'Support', isMe: false });
    const seen = JSON.stringify(await desk.readAsCustomer(founder, id));
    expect(seen).toContain('"author":"Support"');
    expect(seen).not.toContain('support.example');
    await rename('Linus');
  });
});

describe('writing to a customer', () => {
  it('needs the claim for replies and questions, and nothing for a note', async () => {
    const { founder, id } = await desk.ask('free');
    for (const kind of ['reply', 'question'] as const) {
      const early = await desk.write(id, kind);
      expect([early.status, early.body.code]).toEqual([409, 'request_not_claimed']);
    }
    await desk.claim(id, desk.linus);
    expect((await desk.write(id, 'reply')).body.code).toBe('request_not_claimed');
    const before = await desk.readAsCustomer(founder, id);
    desk.setTime('2026-11-02T10:00:00Z');
    expect((await desk.write(id, 'note', 'Is this the same as last week?')).status).toBe(200);
    expect((await desk.read(id)).messages).toMatchObject([{ kind: 'note', author: 'Grace' }]);
    // The customer can't tell that there is one.
    expect(await desk.readAsCustomer(founder, id)).toEqual(before);
    expect(await desk.mails(id)).toEqual(['received:customer', 'received:support']);
  });

  it('sets the request active with the first answer only, and mails each', async () => {
    const { founder, id } = await desk.ask('free');
    await desk.claim(id);
    const first = await desk.write(id, 'reply', 'Restart it.');
    expect(first.body).toMatchObject({
      status: 'ACTIVE',
      customerWaitsSince: null,
      waitingForCustomer: false,
    });
    const { token } = desk.grace;
    await desk.server.call('PUT', `/api/inbox/${id}/status`, { token, body: { status: 'UNDER_REVIEW' } });
    expect((await desk.write(id, 'reply')).body.status).toBe('UNDER_REVIEW');
    const asked = await desk.write(id, 'question', 'Which browser?');
    expect(asked.body).toMatchObject({ waitingForCustomer: true, messageCount: 3 });
    desk.setTime('2026-11-02T12:00:00Z');
    await desk.answer(founder, id, 'Firefox.');
    expect(await desk.read(id)).toMatchObject({
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
    expect((await desk.mails(id)).slice(2)).toEqual([
      'answer:customer',
      'answer:customer',
      'waiting:customer',
      'customer_answered:support',
    ]);
  });

  it('makes one message of a repeated id, also when the first came through another process', async () => {
    const { id } = await desk.ask('free');
    await desk.claim(id);
    const body = { id: 'the-same-one', kind: 'reply', text: 'Restart it.' };
    const { token } = desk.grace;
    const replies = await Promise.all(
      [desk.server, desk.other, desk.server, desk.other].map((server) =>
        server.call('POST', `/api/inbox/${id}/messages`, { token, body }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await desk.act(`${id}/resolve`);
    // The reply to the first try was lost, and meanwhile somebody has resolved it.
    expect((await desk.act(`${id}/messages`, body)).status).toBe(200);
    expect((await desk.read(id)).messages).toHaveLength(1);
    expect((await history(id)).filter((action) => action === 'replied')).toHaveLength(1);
    expect((await desk.mails(id)).filter((mail) => mail.startsWith('answer'))).toHaveLength(1);
  });

  it('never stores a secret that an agent pasted', async () => {
    const { id } = await desk.ask('free');
    const key = `sk_${'live'}_51H8xTqLkjhGfdsAqwErTyUiOp`;
    const noted = await desk.write(id, 'note', `  Their key is ${key}  `);
    expect(JSON.stringify(noted.body)).not.toContain(key);
    expect((await desk.read(id)).messages[0]?.text).toMatch(/^Their key is \S/);
  });
});

describe('resolving', () => {
  it('needs the claim, is told to the customer once, and closes the thread to agents', async () => {
    const { founder, id } = await desk.ask('free');
    expect((await desk.act(`${id}/resolve`)).body.code).toBe('request_not_claimed');
    await desk.claim(id);
    expect((await desk.act(`${id}/resolve`, undefined, desk.linus)).body.error).toBe(
      'Grace is working on this request.',
    );
    await desk.write(id, 'reply');
    for (const _twice of [1, 2]) expect((await desk.act(`${id}/resolve`)).body.resolvedAt).toBe(morning);
    for (const kind of ['reply', 'question'] as const) {
      const late = await desk.write(id, kind);
      expect([late.status, late.body.code]).toEqual([409, 'request_resolved']);
    }
    const { token } = desk.grace;
    const status = await desk.server.call('PUT', `/api/inbox/${id}/status`, {
      token,
      body: { status: 'PENDING' },
    });
    expect(status.body.code).toBe('request_resolved');
    expect((await desk.claim(id, desk.linus)).body.code).toBe('request_resolved');
    expect((await desk.write(id, 'note')).status).toBe(200);
    expect((await desk.mails(id)).filter((mail) => mail === 'resolved:customer')).toHaveLength(1);
    expect((await desk.readAsCustomer(founder, id)).resolvedAt).toBe(morning);
  });

  it('waits for a reply: a promise is not got round by resolving', async () => {
    const { founder, id } = await desk.ask('developer');
    await desk.claim(id);
    const refused = await desk.act(`${id}/resolve`);
    expect([refused.status, refused.body.code]).toEqual([409, 'request_unanswered']);
    await desk.write(id, 'question');
    await desk.write(id, 'note');
    expect((await desk.act(`${id}/resolve`)).body.code).toBe('request_unanswered');
    expect(await desk.readAsCustomer(founder, id)).toMatchObject({ resolvedAt: null });
    await desk.write(id, 'reply');
    expect((await desk.act(`${id}/resolve`)).body).toMatchObject({ resolvedAt: morning });
  });

  it('is undone by an agent or by the answer of the customer', async () => {
    const { founder, id } = await desk.ask('free');
    await desk.claim(id);
    await desk.write(id, 'reply');
    await desk.act(`${id}/resolve`);
    const reopened = await desk.act(`${id}/reopen`, undefined, desk.linus);
    expect(reopened.body).toMatchObject({
      resolvedAt: null,
      customerWaitsSince: morning,
      agent: { name: 'Grace' },
    });
    expect((await desk.act(`${id}/reopen`)).status).toBe(200);
    await desk.act(`${id}/resolve`);
    await desk.answer(founder, id);
    expect(await desk.read(id)).toMatchObject({ resolvedAt: null, customerWaitsSince: morning });
    expect((await history(id)).slice(-5)).toEqual([
      'resolved',
      'reopened',
      'resolved',
      'customer_answered',
      'reopened',
    ]);
  });

  it.each([
    ['a question was the last word', ['reply', 'question'], true],
    ['a reply followed the question', ['question', 'reply'], false],
    ['a question was followed by a note', ['reply', 'question', 'note'], true],
  ] as const)('and opening again leaves the turn as it was: %s', async (_case, words, isTheirTurn) => {
    const { id } = await desk.ask('free');
    await desk.claim(id);
    for (const kind of words) await desk.write(id, kind);
    await desk.act(`${id}/resolve`);
    expect((await desk.act(`${id}/reopen`)).body).toMatchObject({
      waitingForCustomer: isTheirTurn,
      customerWaitsSince: isTheirTurn ? null : morning,
    });
  });

  it('and opening again after the customer’s answer to a question makes it our turn', async () => {
    const { founder, id } = await desk.ask('free');
    await desk.claim(id);
    for (const kind of ['reply', 'question'] as const) await desk.write(id, kind);
    await desk.answer(founder, id);
    await desk.act(`${id}/resolve`);
    expect((await desk.act(`${id}/reopen`)).body).toMatchObject({
      waitingForCustomer: false,
      customerWaitsSince: morning,
    });
  });
});

describe('the queues', () => {
  it('put what is due next first, keep waiting and resolved ones apart, and count them all', async () => {
    await desk.database.pool.query(
      'truncate support_messages, support_history, support_requests restart identity cascade',
    );
    const named = async (plan: 'free' | 'pro' | 'developer', appName: string) =>
      (await desk.ask(plan, { appName })).id;
    const slow = await named('free', 'Slow');
    const quick = await named('developer', 'Quick');
    const answered = await named('developer', 'Answered');
    desk.setTime('2026-11-02T09:00:01Z');
    const asked = await named('pro', 'Asked');
    const done = await named('free', 'Done');
    for (const id of [answered, asked, done]) await desk.claim(id);
    await desk.write(answered, 'reply');
    await desk.write(asked, 'question');
    await desk.write(done, 'reply');
    await desk.act(`${done}/resolve`);
    desk.setTime('2026-11-02T11:00:00Z');
    await named('pro', 'Middle');
    await desk.database.pool.query('update support_requests set broken_at = now() where id = $1', [slow]);
    const { entries, hasMore, counts } = await list();
    expect(entries.map(({ appName }) => appName)).toEqual(['Slow', 'Quick', 'Middle', 'Answered']);
    expect([hasMore, counts]).toEqual([false, { open: 4, mine: 2, waiting: 1, resolved: 1 }]);
    expect(entries[1]).toMatchObject({
      id: quick,
      agent: null,
      customerWaitsSince: morning,
      messageCount: 0,
    });
    const names = async (queue: InboxQueue, agent = desk.grace) =>
      (await list({ queue }, agent)).entries.map(({ appName }) => appName);
    expect(await names('mine')).toEqual(['Answered', 'Asked']);
    expect(await names('mine', desk.linus)).toEqual([]);
    expect(await names('waiting')).toEqual(['Asked']);
    expect(await names('resolved')).toEqual(['Done']);
  });

  it('finds by title, app, name and e-mail address, and takes every character as it is', async () => {
    const { founder, id } = await desk.ask('free', {
      appName: 'Otter 100%_Map',
      requestTitle: 'Tiles are grey',
      email: 'contact@otters.example',
    });
    for (const search of ['oTTer 100%_m', 'tiles ARE', 'contact@otters', founder.email])
      expect((await list({ search })).entries.map((entry) => entry.id)).toContain(id);
    for (const search of ['otter 100xx', '%%%', 'grey contact'])
      expect((await list({ search })).entries).toEqual([]);
  });

  it('come in pages of fifty', async () => {
    await desk.database.pool.query(
      `insert into support_requests (id, owner_id, idempotency_key, app_name, request_title, app_url, email,
         issue_descriptions, counted_as, promised_hours, due_at, answer_token)
       select 'many-' || n, $1, 'many-' || n, 'Many', 'Many', '', 'a@b.example', '["one"]', 'free', 48,
         timestamptz '2027-01-01' + n * interval '1 minute', 'many-' || n from generate_series(1, 120) as n`,
      [(await desk.ask('free')).founder.id],
    );
    const page = async (offset: number) => {
      const { entries, hasMore } = await list({ search: 'many', offset });
      return { length: entries.length, first: entries[0]?.id, hasMore };
    };
    expect(await page(0)).toEqual({ length: 50, first: 'many-1', hasMore: true });
    expect(await page(50)).toEqual({ length: 50, first: 'many-51', hasMore: true });
    expect(await page(100)).toEqual({ length: 20, first: 'many-101', hasMore: false });
    expect(await page(500)).toEqual({ length: 0, first: undefined, hasMore: false });
  });
});
