import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

let server: TestServer;
let founder: TestUser;
let client: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  founder = await server.signUp();
  client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

type Entry = { id: string; content: string; created_at: string };

async function list(query: string, { token } = founder): Promise<Entry[]> {
  const reply = await server.call('GET', `/api/ideation-sessions${query}`, { token });
  expect(reply.status).toBe(200);
  return reply.body as unknown[] as Entry[];
}

const search = async (text: string) =>
  (await list(`?search=${encodeURIComponent(text)}`)).map(({ content }) => content).toSorted();

const save = (content: string, idea = '') =>
  server.call('POST', '/api/ideation-sessions', { token: founder.token, body: { content, idea } });

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
    const id = randomUUID();
    const body = {
      idea: 'Calendars',
      content: 'c'.repeat(300),
      nextStage: 'MVP',
      partial: '',
      receipts: [],
      revision: 0,
    };
    const kept = await server.call('PUT', `/api/ideation-sessions/${id}`, { token: one.token, body });
    const { trailId, created_at, updatedAt } = kept.body;
    const entry = { id, trailId, nextStage: 'MVP', saved: false, created_at, updatedAt };
    expect(await list('', one)).toEqual([{ ...entry, content: body.content }]);
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
    const blank = { idea: '', content: '', nextStage: 'IDEATION', partial: '', receipts: [], revision: 0 };
    const keep = (body: object) =>
      server.call('PUT', `/api/ideation-sessions/${randomUUID()}`, { token: one.token, body });
    await keep({ ...blank, idea: '\n ', content: ' \t' });
    const { body: kept } = await keep({ ...blank, ...written });
    expect(await list('?preview=1', one)).toMatchObject([{ id: kept.id, content: shown }]);
    expect(await list('', one)).toMatchObject([{ id: kept.id, content: kept.content }]);
  });

  it('cuts a preview between characters, never through one', async () => {
    const one = await server.signUp();
    const content = `a${'🐝'.repeat(300)}`;
    await server.call('POST', '/api/ideation-sessions', { token: one.token, body: { content } });
    const [entry] = await list('?preview=1', one);
    expect(entry?.content.isWellFormed()).toBe(true);
    expect(entry?.content.length).toBeGreaterThan(200);
    expect(content.startsWith(entry?.content ?? 'x')).toBe(true);
  });

  it('is searched in content and idea, whatever the case and the script', async () => {
    await save('Общий календарь для родителей');
    await save('Swap Run', 'ПЕКАРНЯ на углу');
    await save('Nothing of the kind');
    expect(await search('КАЛЕНДАРЬ')).toEqual(['Общий календарь для родителей']);
    expect(await search('пекарня')).toEqual(['Swap Run']);
    expect(await search('swap run')).toEqual(['Swap Run']);
    expect(await search('no such words')).toEqual([]);
  });

  it('takes %, _ and \\ in a search for what they are', async () => {
    await save('Saves 100% of paper');
    await save('Saves 100 sheets');
    await save('snake_case for all');
    await save('snakeXcase for all');
    await save('a back\\slash');
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
    const reply = await server.call('GET', `/api/ideation-sessions?${query}`, { token: founder.token });
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
  });
});
