import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';

const server = openTestServer();
let ada: TestUser;
let grace: TestUser;
let searcher: TestUser;
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  ada = await server.signUp();
  grace = await server.signUp();
  searcher = await server.signUp();
});
afterAll(async () => {
  await client.end();
});

/** Callers that come at once only meet when none of them waits for its connection first. */
const openConnections = () => Promise.all(Array.from({ length: 20 }, () => readDraft(ada)));

const receipts = [
  {
    stage: 'IDEATION',
    model: null,
    at: '2026-11-21T10:00:00.000Z',
    promptVersion: 'ideation-1',
    step: 'strict',
  },
];

function state(changes: object = {}) {
  return {
    idea: 'A shared calendar for separated parents',
    content: '### Startup Ideation\n\nSwap Run',
    nextStage: 'MARKET_RESEARCH',
    partial: '',
    receipts,
    revision: 0,
    ...changes,
  };
}

const keep = (id: string, changes: object = {}, { token } = ada) =>
  server.call('PUT', `/api/ideation-sessions/${id}`, { token, body: state(changes) });
const save = (body: object, { token } = ada) =>
  server.call('POST', '/api/ideation-sessions', { token, body });
const read = (id: string, { token } = ada) => server.call('GET', `/api/ideation-sessions/${id}`, { token });
const readDraft = ({ token }: TestUser) => server.call('GET', '/api/ideation-draft', { token });

async function kept(changes: object = {}, user = ada): Promise<string> {
  const id = randomUUID();
  expect((await keep(id, changes, user)).status).toBe(200);
  return id;
}

describe('a kept session', () => {
  it('comes back as it was sent, with a trail and its first revision', async () => {
    const id = randomUUID();
    const { status, body } = await keep(id, { partial: '{"tam": "half of' });
    expect(status).toBe(200);
    const sent = state({ partial: '{"tam": "half of', revision: 1 });
    expect(body).toMatchObject({ ...sent, id, saved: false, trailId: expect.stringMatching(/./) });
    expect(body.createdAt).toBe(body.created_at);
    expect((await read(id)).body).toEqual(body);
  });

  it('grows by one revision with every write on top of the last', async () => {
    const id = await kept();
    const second = await keep(id, { content: 'Mine now', revision: 1 });
    expect(second.body).toMatchObject({ content: 'Mine now', revision: 2 });
    expect((await keep(id, { content: 'And again', revision: 2 })).body.revision).toBe(3);
  });

  it.each([0, 1, 3, -1, 1.5, 1e300])(
    'that was changed since is not overwritten: a write on revision %d is refused',
    async (revision) => {
      const id = await kept();
      await keep(id, { content: 'From the other tab', revision: 1 });
      const late = await keep(id, { content: 'From this tab', revision });
      expect([late.status, late.body.code]).toEqual([409, 'ideation_changed_elsewhere']);
      expect((await read(id)).body).toMatchObject({ content: 'From the other tab', revision: 2 });
    },
  );

  it('is answered as stored when the same write comes again, whatever its revision', async () => {
    const id = await kept();
    const first = await keep(id, { content: 'Once', revision: 1 });
    for (const revision of [1, 2, 0, 7])
      expect(await keep(id, { content: 'Once', revision })).toMatchObject({ status: 200, body: first.body });
  });

  it('that does not exist can not be at a later revision', async () => {
    expect((await keep(randomUUID(), { revision: 4 })).status).toBe(409);
  });

  it('of twenty writers at once is written by exactly one of them', async () => {
    const id = await kept();
    for (const [place, revision] of [
      [id, 1],
      [randomUUID(), 0],
    ] as const) {
      await openConnections();
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, tab) => keep(place, { content: `Of tab ${tab}`, revision })),
      );
      const winners = replies.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
      expect((await read(place)).body).toEqual(winners[0]?.body);
    }
  });

  it('sent twenty times at once is one session at one revision', async () => {
    const id = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => keep(id)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies[0]?.body.revision).toBe(1);
  });

  it('keeps emoji, right-to-left text, markup and 60,000 characters of any script', async () => {
    const content = `### Startup Ideation\n<script>alert(1)</script> تقويم 🐝👩‍👩‍👧 ${'語'.repeat(59_900)}`;
    const id = await kept({ content });
    expect((await read(id)).body.content).toBe(content);
  });

  it.each([
    ['an idea beyond 10,000 characters', { idea: 'x'.repeat(10_001) }],
    ['content beyond 60,000 characters', { content: 'x'.repeat(60_001) }],
    ['NUL', { content: 'a\0b' }],
    ['a lone surrogate', { partial: '\ud83d' }],
    ['an unknown stage', { nextStage: 'WORLD_DOMINATION' }],
    ['a field of its own', { saved: true }],
    ['a revision that is no number', { revision: '1' }],
    ['51 receipts', { receipts: Array(51).fill(receipts[0]) }],
  ])('with %s is refused and not stored', async (_case, changes) => {
    const id = randomUUID();
    const reply = await keep(id, changes);
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
    expect((await read(id)).status).toBe(404);
  });

  it('needs an id that can be one', async () => {
    for (const id of ['short', 'x'.repeat(65), 'with%20space', 'dots..dots', "'%3B--drop"]) {
      expect((await keep(id)).status).toBe(400);
      expect((await read(id)).status).toBe(404);
    }
  });

  it('beyond 256 KB is refused as too large', async () => {
    expect((await keep(randomUUID(), { content: 'x'.repeat(270_000) })).status).toBe(413);
  });
});

describe('somebody else’s session', () => {
  it('looks like a missing one and can not be written', async () => {
    const id = await kept();
    const before = (await read(id)).body;
    const found = await read(id, grace);
    expect([found.status, found.body]).toEqual([404, (await read(randomUUID(), grace)).body]);
    expect(found.body.code).toBe('ideation_not_found');
    for (const reply of [
      await keep(id, {}, grace),
      await keep(id, { revision: 1 }, grace),
      await save({ id, content: 'Mine' }, grace),
      await save({ id, content: before.content, revision: 1 }, grace),
    ])
      expect([reply.status, reply.body.code]).toEqual([409, 'ideation_changed_elsewhere']);
    expect((await read(id)).body).toEqual(before);
  });
});

describe('a saved session', () => {
  it('needs nothing but its content', async () => {
    const { status, body } = await save({ content: 'A calendar' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ content: 'A calendar', idea: '', saved: true, revision: 1, receipts: [] });
    expect((await read(String(body.id))).body).toEqual(body);
    expect((await save({ content: 'A calendar' })).body.id).not.toBe(body.id);
  });

  it.each([{}, { content: '' }, { content: ' \n\t' }, { id: 'session-1234', idea: 'An idea' }])(
    'can not be an empty conversation: %j',
    async (body) => {
      const reply = await save(body);
      expect([reply.status, reply.body]).toEqual([
        400,
        expect.objectContaining({ code: 'ideation_nothing_to_save', message: 'The conversation is empty.' }),
      ]);
    },
  );

  it('keeps idea, receipts, stage and half a section when the body leaves them out', async () => {
    const id = await kept({ partial: 'half' });
    const { body } = await save({ id, content: 'All five sections', revision: 1 });
    const sent = state({ content: 'All five sections', partial: 'half', revision: 2 });
    expect(body).toMatchObject({ ...sent, id, saved: true });
  });

  it('is created by a save with an id, and one save sent often is one session', async () => {
    const body = { id: randomUUID(), content: 'Everything', revision: 0, nextStage: null, receipts };
    const replies = await Promise.all(Array.from({ length: 5 }, () => save(body)));
    replies.push(await save(body));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map((reply) => reply.body.revision))).toEqual(new Set([1]));
    expect((await read(body.id)).body).toMatchObject({ content: 'Everything', saved: true });
  });

  it('is not overwritten by a save on an older revision, but the same content is saved', async () => {
    const id = await kept();
    await keep(id, { content: 'From the other tab', revision: 1 });
    const late = await save({ id, content: 'From this tab', revision: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'ideation_changed_elsewhere']);
    expect((await read(id)).body).toMatchObject({ content: 'From the other tab', saved: false });
    const same = await save({ id, content: 'From the other tab', revision: 1 });
    expect(same.body).toMatchObject({ saved: true, revision: 2 });
  });

  it('stays saved when it is continued, also by a tab that does not know of the save', async () => {
    const id = await kept();
    const { content } = state();
    await save({ id, content, revision: 1 });
    const next = await keep(id, { content: `${content}\nMore`, revision: 1 });
    expect([next.status, next.body]).toEqual([200, expect.objectContaining({ saved: true, revision: 2 })]);
  });

  it('without a revision loses nothing of twenty saves at once but to a later save', async () => {
    const id = await kept();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, tab) => save({ id, content: `Of tab ${tab}` })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await read(id)).body.revision).toBe(21);
  });
});

describe('the session in progress', () => {
  it('is the unsaved one that was changed last, on whatever device', async () => {
    const founder = await server.signUp();
    expect((await readDraft(founder)).body).toEqual({ session: null });
    const first = await kept({ content: '', idea: 'Half an id' }, founder);
    const second = await kept({ content: '', idea: '', partial: '{"tam"' }, founder);
    expect((await readDraft(founder)).body).toMatchObject({ session: { id: second } });
    await keep(first, { idea: 'A whole idea', content: '', revision: 1 }, founder);
    expect((await readDraft(founder)).body).toMatchObject({ session: { id: first, revision: 2 } });
    await save({ id: first, content: 'Done' }, founder);
    expect((await readDraft(founder)).body).toMatchObject({ session: { id: second } });
    expect((await readDraft(await server.signUp())).body).toEqual({ session: null });
  });

  it('with nothing in it is none', async () => {
    const founder = await server.signUp();
    await kept({ idea: '', content: '', partial: '' }, founder);
    expect((await readDraft(founder)).body).toEqual({ session: null });
  });
});

type Entry = { id: string; content: string; created_at: string };

async function list(query: string, { token } = ada): Promise<Entry[]> {
  const reply = await server.call('GET', `/api/ideation-sessions${query}`, { token });
  expect(reply.status).toBe(200);
  return reply.body as unknown[] as Entry[];
}

const search = async (text: string) =>
  (await list(`?search=${encodeURIComponent(text)}`, searcher)).map(({ content }) => content).toSorted();

/** Many sessions, ten of each moment, with ids that other orders than the code units' would sort otherwise. */
async function addMany(ownerId: string, count: number): Promise<void> {
  await client.query(
    `insert into ideation_sessions (id, owner_id, idea, content, created_at)
     select (case n % 3 when 0 then 'A_' when 1 then 'a-' else 'B' end) || md5(n::text || $1), $1, '', 'Session ' || n,
       timestamptz '2026-01-01' + (n / 10) * interval '1 ms' from generate_series(1, $2::int) n`,
    [ownerId, count],
  );
}

describe('the list of sessions', () => {
  it('shows 250 of them page by page, each once, newest first, ids deciding within a moment', async () => {
    const busy = await server.signUp();
    await addMany(busy.id, 250);
    for (const limit of [100, 7]) {
      const found: Entry[] = [];
      for (let query = `?preview=1&limit=${limit}`; ; ) {
        const page = await list(query, busy);
        found.push(...page);
        const last = page.at(-1);
        if (!last || page.length < limit) break;
        const before = encodeURIComponent(`${last.created_at}~${last.id}`);
        query = `?preview=1&limit=${limit}&before=${before}`;
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(250);
      const places = found.map(({ created_at, id }) => `${created_at}~${id}`);
      expect(places).toEqual(places.toSorted().toReversed());
    }
    expect(await list('', busy)).toHaveLength(100);
  });

  it('goes on after an entry that is gone, and leaves out others’ and empty sessions', async () => {
    const other = await server.signUp();
    await addMany(other.id, 3);
    await client.query("update ideation_sessions set content = '' where owner_id = $1 and content = $2", [
      other.id,
      'Session 2',
    ]);
    const contents = (await list('', other)).map(({ content }) => content);
    expect(contents.toSorted()).toEqual(['Session 1', 'Session 3']);
    const before = encodeURIComponent('2026-01-01T00:00:00.001Z~zzz');
    expect(await list(`?before=${before}`, other)).toHaveLength(2);
  });

  it('tells what each one is', async () => {
    const one = await server.signUp();
    const content = 'c'.repeat(300);
    const id = await kept({ content, nextStage: 'MVP' }, one);
    const { trailId, created_at, updatedAt } = (await read(id, one)).body;
    const entry = {
      id,
      trailId,
      name: null,
      ideaName: null,
      nextStage: 'MVP',
      saved: false,
      created_at,
      updatedAt,
    };
    expect(await list('', one)).toEqual([{ ...entry, content }]);
    expect(await list('?preview=1', one)).toEqual([{ ...entry, content: 'c'.repeat(201) }]);
  });

  it.each([
    ['only an idea', { idea: 'Calendars' }, 'Calendars'],
    ['only blanks beside its idea', { idea: 'Calendars', content: '\n ', partial: 'Begun' }, 'Calendars'],
    ['only a stopped section', { partial: '**App name:** Swap' }, '**App name:** Swap'],
    [
      'a content after many blank lines',
      { idea: 'Calendars', content: `${'\n'.repeat(300)}Swap` },
      'Calendars',
    ],
  ])('has a session with %s', async (_case, written, shown) => {
    const one = await server.signUp();
    const blank = { idea: '', content: '' };
    await kept({ ...blank, idea: '\n ', content: ' \t' }, one);
    const { body: session } = await keep(randomUUID(), { ...blank, ...written }, one);
    expect(await list('?preview=1', one)).toMatchObject([{ id: session.id, content: shown }]);
    expect(await list('', one)).toMatchObject([{ id: session.id, content: session.content }]);
  });

  it('cuts a preview between characters, never through one', async () => {
    const one = await server.signUp();
    const content = `a${'🐝'.repeat(300)}`;
    await save({ content }, one);
    const [entry] = await list('?preview=1', one);
    expect(entry?.content.isWellFormed()).toBe(true);
    expect(entry?.content.length).toBeGreaterThan(200);
    expect(content.startsWith(entry?.content ?? 'x')).toBe(true);
  });

  it('is searched in content and idea, whatever the case and the script', async () => {
    await save({ content: 'Общий календарь для родителей' }, searcher);
    await save({ content: 'Swap Run', idea: 'ПЕКАРНЯ на углу' }, searcher);
    await save({ content: 'Nothing of the kind' }, searcher);
    expect(await search('КАЛЕНДАРЬ')).toEqual(['Общий календарь для родителей']);
    expect(await search('пекарня')).toEqual(['Swap Run']);
    expect(await search('swap run')).toEqual(['Swap Run']);
    expect(await search('no such words')).toEqual([]);
  });

  it('takes %, _ and \\ in a search for what they are', async () => {
    await save({ content: 'Saves 100% of paper' }, searcher);
    await save({ content: 'Saves 100 sheets' }, searcher);
    await save({ content: 'snake_case for all' }, searcher);
    await save({ content: 'snakeXcase for all' }, searcher);
    await save({ content: 'a back\\slash' }, searcher);
    expect(await search('100%')).toEqual(['Saves 100% of paper']);
    expect(await search('e_c')).toEqual(['snake_case for all']);
    expect(await search('k\\s')).toEqual(['a back\\slash']);
    expect(await search("'; drop table ideation_sessions; --")).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=ten',
    'limit=1e2',
    'limit=%20',
    'before=yesterday',
    'before=2026-13-99T00:00:00.000Z~x',
    'before=0000-01-01T00:00:00.000Z~x',
    'before=2026-01-01T00:00:00.000Z~',
    'before=2026-01-01T00:00:00.000Z~%00',
    'search=%00',
    `search=${'x'.repeat(201)}`,
    'preview=yes',
  ])('refuses ?%s', async (query) => {
    const reply = await server.call('GET', `/api/ideation-sessions?${query}`, { token: ada.token });
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
  });
});
