import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idea, ideaWork } from '#server/testing/idea-work.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

let server: TestServer;
let sibling: TestServer;
let client: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  sibling = await startTestServer({}, {}, server);
  client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await sibling.close();
  await server.close();
});

const { keepSession, keepPrompt, createSurvey, listTrails, readTrail, join, openConnections } = ideaWork(
  () => server,
);

async function untilSomebodyWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
}

describe('two trails', () => {
  it('become one, to which the words of both lead', async () => {
    const founder = await server.signUp('pro');
    const one = await keepSession(founder);
    const other = await keepSession(founder, { idea: 'In other words' });
    await createSurvey(founder);
    await keepPrompt(founder);
    const joined = await join(one.trailId, other.trailId, founder);
    expect(joined.status).toBe(200);
    expect(joined.body).toMatchObject({
      id: other.trailId,
      idea: 'In other words',
      ideations: [{ id: other.id }, { id: one.id }],
      surveys: [{}],
      buildPrompts: [{}],
    });
    expect((await readTrail(one.trailId, founder)).body.code).toBe('trail_not_found');
    expect((await keepSession(founder)).trailId).toBe(other.trailId);
    expect((await keepSession(founder, {}, { trailId: one.trailId })).trailId).toBe(other.trailId);
    expect(await listTrails(founder)).toHaveLength(1);
  });

  it('are joined after the work that is just being hung on the first, and with it', async () => {
    const founder = await server.signUp();
    const [one, other] = [await keepSession(founder), await keepSession(founder, { idea: 'In other words' })];
    await client.query('begin');
    await client.query(
      `insert into ideation_sessions (id, owner_id, trail_id, idea, content)
       select 'late-' || id, owner_id, trail_id, idea, content from ideation_sessions where id = $1`,
      [one.id],
    );
    const joined = join(one.trailId, other.trailId, founder);
    await untilSomebodyWaits();
    await client.query('commit');
    expect((await joined).body).toMatchObject({ id: other.trailId, ideations: { length: 3 } });
  });

  it.each(['ideation_sessions', 'build_prompts'])(
    'are joined while something of one is being kept: it is kept, on the other (%s)',
    async (table) => {
      const founder = await server.signUp('pro');
      const { token } = founder;
      const other = await keepSession(founder, { idea: 'In other words' });
      const isSession = table === 'ideation_sessions';
      const one = await (isSession ? keepSession(founder) : keepPrompt(founder));
      await client.query('begin');
      await client.query(`update ${table} set trail_id = $1 where id = $2`, [other.trailId, one.id]);
      await client.query('update trail_ideas set trail_id = $1 where trail_id = $2', [
        other.trailId,
        one.trailId,
      ]);
      await client.query('delete from trails where id = $1', [one.trailId]);
      const path = isSession ? 'ideation-sessions' : 'build-prompts';
      const state = isSession
        ? { content: 'Mine', nextStage: null, partial: '', receipts: [] }
        : { surveyId: null, builder: 'bolt', result: 'Mine' };
      const kept = server.call('PUT', `/api/${path}/${one.id}`, {
        token,
        body: { ...state, idea, revision: 1 },
      });
      await untilSomebodyWaits();
      await client.query('commit');
      expect(await kept).toMatchObject({ status: 200, body: { trailId: other.trailId, revision: 2 } });
    },
  );

  it('must be two, and both the caller’s', async () => {
    const founder = await server.signUp();
    const stranger = await server.signUp();
    const { trailId } = await keepSession(founder);
    const foreign = (await keepSession(stranger)).trailId;
    const itself = await join(trailId, trailId, founder);
    expect([itself.status, itself.body.code]).toEqual([400, 'body_invalid']);
    for (const [from, into] of [
      [trailId, foreign],
      [foreign, trailId],
      [trailId, 'none'],
      ['none', trailId],
    ] as const) {
      const reply = await join(from, into, founder);
      expect([reply.status, reply.body.code]).toEqual([404, 'trail_not_found']);
    }
    expect(await listTrails(founder)).toHaveLength(1);
    expect(await listTrails(stranger)).toHaveLength(1);
  });

  it('joined both ways at once, while work is hung on them, lose none of it', async () => {
    const founder = await server.signUp('pro');
    const words = ['One', 'Two'];
    const [one, two] = await Promise.all(words.map((word) => keepSession(founder, { idea: word })));
    const [left = '', right = ''] = [one?.trailId, two?.trailId];
    await openConnections(founder, sibling);
    const outcomes = await Promise.all([
      join(left, right, founder),
      join(right, left, founder),
      ...words.flatMap((word) =>
        Array.from({ length: 6 }, () => keepSession(founder, { idea: word }, { on: sibling })),
      ),
      ...[left, right].map((trailId) => keepSession(founder, { idea: 'Three' }, { trailId })),
      createSurvey(founder, { idea: 'One' }),
      createSurvey(founder, { idea: 'Two' }),
    ]);
    const joins = outcomes.slice(0, 2) as { status: number }[];
    expect(joins.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const trails = await listTrails(founder);
    expect(trails.flatMap((trail) => trail.ideations)).toHaveLength(16);
    expect(trails.flatMap((trail) => trail.surveys)).toHaveLength(2);
    expect(trails.filter((trail) => trail.id === left || trail.id === right)).toHaveLength(1);
  });
});

describe('somebody else’s work', () => {
  it('is neither read nor counted', async () => {
    const { trailId, session, prompt } = await madeBy(await server.signUp('pro'));
    const { token } = await server.signUp('pro');
    const read = async (path: string) => server.call('GET', `/api/${path}`, { token });
    for (const path of [`trails/${trailId}`, `ideation-sessions/${session.id}`, `build-prompts/${prompt.id}`])
      expect((await read(path)).status).toBe(404);
    for (const path of ['trails', 'ideation-sessions', 'survey-analyses'])
      expect((await read(path)).body).toEqual([]);
    expect((await read('ideation-draft')).body).toEqual({ session: null });
    expect((await read('build-prompt-draft')).body).toEqual({ prompt: null });
    expect((await read('activity-totals')).body).toEqual({ ideations: 0, analyses: 0, jobs: 0, answers: 0 });
  });

  it('is neither joined, nor written, nor built upon', async () => {
    const founder = await server.signUp('pro');
    const stranger = await server.signUp('pro');
    const { trailId, session, prompt, survey } = await madeBy(founder);
    const second = await keepSession(founder, { idea: 'In other words' });
    const before = await listTrails(founder);

    for (const [from, into] of [
      [trailId, second.trailId],
      [second.trailId, trailId],
    ] as const)
      expect((await join(from, into, stranger)).status).toBe(404);
    const send = async (method: string, path: string, body: object) =>
      (await server.call(method, `/api/${path}`, { token: stranger.token, body })).status;
    const state = { idea, content: 'Mine', nextStage: null, partial: '', receipts: [], revision: 1 };
    expect(await send('PUT', `ideation-sessions/${session.id}`, state)).toBe(409);
    const text = { idea, surveyId: null, builder: 'bolt', result: 'Mine', revision: 1 };
    expect(await send('PUT', `build-prompts/${prompt.id}`, text)).toBe(409);
    expect(await send('POST', 'surveys', { ...survey, idea: 'Mine' })).toBe(409);

    await keepSession(stranger, {}, { trailId });
    await keepPrompt(stranger, { trailId });
    await createSurvey(stranger, { trailId });
    expect(await listTrails(founder)).toEqual(before);
    expect(await listTrails(stranger)).toMatchObject([
      { ideations: { length: 1 }, surveys: { length: 1 }, buildPrompts: { length: 1 } },
    ]);
  });

  /** One of each on one trail. */
  async function madeBy(founder: TestUser) {
    const session = await keepSession(founder);
    const prompt = await keepPrompt(founder);
    const survey = await createSurvey(founder);
    return { trailId: session.trailId, session, prompt, survey };
  }
});
