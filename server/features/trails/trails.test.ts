import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idea, ideaWork } from '#server/testing/idea-work.ts';
import { answersTo, markedDraft, openLink } from '#server/testing/survey-samples.ts';
import { openTestServer, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import type { Trail } from '#shared/contracts/trails.ts';

const server = openTestServer();
let sibling: TestServer;
let client: pg.Client;
beforeAll(async () => {
  sibling = await startTestServer({}, {}, server);
  client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await sibling.close();
});

const { saveSession, savePrompt, createSurvey, listTrails, readTrail, join, openConnections } = ideaWork(
  () => server,
);

function rewriteOf(surveyId: string | null, submissionCount: number | null) {
  const receipt = { model: null, at: `of ${surveyId}`, promptVersion: 'enhancement-1', step: 'strict' };
  return { original: idea, text: 'Build it.', receipt, surveyId, submissionCount };
}

describe('a trail', () => {
  it('holds everything that was made for one idea, however it was typed', async () => {
    const founder = await server.signUp('pro');
    const session = await saveSession(founder, { content: 'c'.repeat(300), nextStage: 'MVP' });
    const survey = await createSurvey(founder, { idea: `  ${idea.toUpperCase()}!` });
    const prompt = await savePrompt(founder, { idea: `${idea}.`, surveyId: survey.surveyId });
    const trails = await listTrails(founder);
    expect(trails).toEqual([
      {
        id: session.trailId,
        idea,
        reading: null,
        appName: null,
        created_at: expect.any(String),
        updatedAt: expect.any(String),
        ideations: [
          {
            id: session.id,
            saved: false,
            nextStage: 'MVP',
            preview: `${'c'.repeat(200)}...`,
            updatedAt: expect.any(String),
          },
        ],
        surveys: [
          {
            surveyId: survey.surveyId,
            questions: 4,
            publicLink: false,
            submissions: 0,
            newAnswers: 0,
            waitingAnswers: 0,
            minimumAnswers: null,
            missingAnswers: 0,
            answeredAt: null,
            created_at: expect.any(String),
            verdict: null,
          },
        ],
        buildPrompts: [
          {
            id: prompt.id,
            builder: 'bolt',
            surveyId: null,
            submissionCount: null,
            preview: 'Build it.',
            updatedAt: expect.any(String),
          },
        ],
        supportRequests: [],
        campaigns: [],
        archivedParts: [],
      },
    ]);
    expect(trails[0]?.updatedAt).toBe(trails[0]?.buildPrompts[0]?.updatedAt);
    expect((await readTrail(session.trailId, founder)).body).toEqual(trails[0]);
  });

  it('knows the answers and the verdict of its surveys', async () => {
    const founder = await server.signUp('pro');
    const { token } = founder;
    const draft = await createSurvey(founder);
    await server.call('POST', '/api/analyze-survey', { token, body: { surveyId: draft.surveyId } });
    const surveyOf = async () => (await listTrails(founder))[0]?.surveys[0];
    const unanswered = { submissions: 0, minimumAnswers: null, answeredAt: null, verdict: null };
    expect(await surveyOf()).toMatchObject(unanswered);
    await openLink(server, founder, draft);
    await server.call('POST', '/api/submit-survey', { body: answersTo(draft) });
    expect(await surveyOf()).toMatchObject({ submissions: 1, answeredAt: expect.stringMatching(/Z$/) });
    await server.call('POST', '/api/analyze-survey', { token, body: { surveyId: draft.surveyId } });
    await server.app.runDueTasks();
    const [trail] = await listTrails(founder);
    const verdict = trail?.surveys[0]?.verdict;
    expect(verdict).toMatchObject({ goNoGoDecision: expect.stringMatching(/./), submissionCount: 1 });
    expect(trail?.updatedAt).toBe(verdict?.created_at);
  });

  it('is the named one where it is the caller’s own, else that of the idea', async () => {
    const founder = await server.signUp('pro');
    const stranger = await server.signUp('pro');
    const { trailId } = await saveSession(founder);
    const other = { idea: 'In other words' };
    expect((await saveSession(founder, other, { trailId })).trailId).toBe(trailId);
    expect((await savePrompt(founder, { ...other, trailId })).trailId).toBe(trailId);
    await createSurvey(founder, { ...other, trailId });
    expect((await listTrails(founder))[0]?.surveys).toHaveLength(1);
    for (const named of [trailId, 'no-such-trail', '']) {
      const foreign = await saveSession(stranger, {}, { trailId: named });
      expect(foreign.trailId).not.toBe(trailId);
    }
    expect(await listTrails(stranger)).toHaveLength(1);
    expect((await readTrail(trailId, founder)).body.ideations).toHaveLength(2);
  });

  it('is not begun by half an idea, only by what is made of it', async () => {
    const founder = await server.signUp('pro');
    const half = await saveSession(founder, { idea: 'A sha', content: '' });
    const bare = await savePrompt(founder, { idea: 'A sha', result: '' });
    expect([half.trailId, bare.trailId]).toEqual(['', '']);
    expect(await listTrails(founder)).toEqual([]);
    const body = { idea, content: 'Swap Run', nextStage: null, partial: '', receipts: [], revision: 1 };
    const { token } = founder;
    const whole = await server.call('PUT', `/api/ideation-sessions/${half.id}`, { token, body });
    expect(await listTrails(founder)).toMatchObject([{ id: whole.body.trailId, idea }]);
  });

  it('shows what was placed on it once something is made of it', async () => {
    const founder = await server.signUp('pro');
    const { token } = founder;
    const { trailId, id } = await saveSession(founder);
    for (const content of ['', ' \n'])
      expect((await saveSession(founder, { content }, { trailId })).trailId).toBe(trailId);
    const cut = await saveSession(founder, { content: '', partial: '{"tam' }, { trailId });
    const survey = await createSurvey(founder, { trailId });
    for (const result of ['', ' \n'])
      expect((await savePrompt(founder, { trailId, result, surveyId: survey.surveyId })).trailId).toBe(
        trailId,
      );
    const [trail] = await listTrails(founder);
    expect(trail?.ideations.map((part) => part.id)).toEqual([cut.id, id]);
    expect(trail?.buildPrompts).toEqual([]);
    expect(trail?.updatedAt).toBe(trail?.surveys[0]?.created_at);
    expect((await server.call('GET', `/api/trails/${trailId}`, { token })).body).toEqual(trail);
  });

  it('says of a build prompt what its newest rewrite was traced to, not what the form has chosen', async () => {
    const founder = await server.signUp('pro');
    const survey = await createSurvey(founder);
    const [chosen, elsewhere] = [survey.surveyId, 'survey-of-before-1234567'];
    const { id } = await savePrompt(founder, { surveyId: chosen, rewrite: rewriteOf(elsewhere, 10) });
    const traced = async () => (await listTrails(founder))[0]?.buildPrompts;
    expect(await traced()).toMatchObject([{ id, surveyId: elsewhere, submissionCount: 10 }]);
    const more = { surveyId: chosen, result: 'Build it.', idea, builder: 'bolt' };
    for (const [revision, rewrite] of [
      rewriteOf(chosen, 38),
      rewriteOf(null, null),
      rewriteOf(chosen, 1e300),
    ].entries()) {
      const body = { ...more, revision: revision + 1, rewrite };
      await server.call('PUT', `/api/build-prompts/${id}`, { token: founder.token, body });
      const { surveyId, submissionCount } = rewrite;
      expect(await traced()).toMatchObject([{ id, surveyId, submissionCount }]);
    }
  });

  it('has the content’s first words where no idea was typed', async () => {
    const founder = await server.signUp();
    await saveSession(founder, { idea: '', content: '### Startup Ideation\n\n**Swap Run**\nMore' });
    await saveSession(founder, { idea: ' ', content: '### Startup Ideation' });
    expect((await listTrails(founder)).map((trail) => trail.idea).toSorted()).toEqual([
      'Swap Run',
      'Untitled idea',
    ]);
  });

  it('is one, however many processes begin it at once', async () => {
    const founder = await server.signUp();
    await openConnections(founder, sibling);
    const sessions = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        saveSession(founder, {}, { on: place % 2 ? server : sibling }),
      ),
    );
    expect(new Set(sessions.map(({ trailId }) => trailId)).size).toBe(1);
    const trails = await listTrails(founder);
    expect(trails).toHaveLength(1);
    expect(trails[0]?.ideations).toHaveLength(20);
  });

  it('is called by its plan’s name for the app, else by the coach’s', async () => {
    const founder = await server.signUp('pro');
    const nameNow = async () => (await listTrails(founder))[0]?.appName;
    const wordy = `${idea}, with a chat that stays polite`;
    await saveSession(founder, { idea: wordy });
    expect(await nameNow()).toBeNull();
    await saveSession(founder, { idea: wordy, content: '### Startup Ideation\n\n**App name:** Two Homes' });
    expect(await nameNow()).toBe('Two Homes');
    const draft = await createSurvey(founder, { ...markedDraft(), idea: wordy, appName: 'Swap Run' });
    expect(await nameNow()).toBe('Swap Run');
    const { appName: _, ...older } = draft;
    await server.call('POST', '/api/surveys', { token: founder.token, body: older });
    const [trail] = await listTrails(founder);
    expect(trail).toMatchObject({ appName: 'Swap Run', surveys: [{ minimumAnswers: 12 }] });
  });

  it('tells how many answers wait for the owner’s OK', async () => {
    const founder = await server.signUp('pro');
    const draft = await createSurvey(founder, markedDraft());
    await openLink(server, founder, draft);
    const send = (body: object, token?: string) =>
      server.call('POST', '/api/submit-survey', { token, body: { ...answersTo(draft), ...body } });
    for (const seconds of [1, 1, 60]) await send({ seconds });
    await send({}, founder.token);
    const waiting = async () => (await listTrails(founder))[0]?.surveys[0];
    expect(await waiting()).toMatchObject({ submissions: 1, waitingAnswers: 2 });
    await server.call('PUT', `/api/surveys/${draft.surveyId}/submissions/1`, {
      token: founder.token,
      body: { counted: true },
    });
    expect(await waiting()).toMatchObject({ submissions: 2, waitingAnswers: 1 });
  });

  it('stays a survey’s own when the survey is replaced', async () => {
    const founder = await server.signUp('pro');
    const survey = await createSurvey(founder);
    const [before] = await listTrails(founder);
    await createSurvey(founder, { surveyId: survey.surveyId, idea: 'Clearer words' });
    expect(await listTrails(founder)).toEqual([before]);
  });

  it('of somebody else is not found, as one that does not exist', async () => {
    const founder = await server.signUp();
    const stranger = await server.signUp();
    const { trailId } = await saveSession(founder);
    const found = await readTrail(trailId, stranger);
    expect([found.status, found.body.code]).toEqual([404, 'trail_not_found']);
    expect((await readTrail('x'.repeat(5000), stranger)).body).toEqual(found.body);
    expect(await listTrails(stranger)).toEqual([]);
  });
});

describe('the list of trails', () => {
  it('shows 250 of them page by page, each once, the one begun last first', async () => {
    const founder = await server.signUp();
    await client.query(
      `insert into trails (id, owner_id, idea, created_at)
       select (case n % 2 when 0 then 'A_' else 'a-' end) || md5(n::text), $1, 'Idea ' || n,
         timestamptz '2026-01-01' + (n / 10) * interval '1 ms' from generate_series(1, 250) n`,
      [founder.id],
    );
    const found: Trail[] = [];
    for (let page = await listTrails(founder); page.length > 0; ) {
      found.push(...page);
      const { created_at, id } = page.at(-1) as Trail;
      page = await listTrails(founder, `?limit=40&before=${encodeURIComponent(`${created_at}~${id}`)}`);
    }
    const places = found.map(({ created_at, id }) => `${created_at}~${id}`);
    expect(new Set(places).size).toBe(250);
    expect(places).toEqual(places.toSorted().toReversed());
    expect((await listTrails(founder, '?search=dea%2025')).map((trail) => trail.idea).toSorted()).toEqual([
      'Idea 25',
      'Idea 250',
    ]);
    expect(await listTrails(founder, '?search=%25')).toEqual([]);
  });
});

async function untilSomebodyWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
}

describe('two trails', () => {
  it('become one, to which the words of both lead', async () => {
    const founder = await server.signUp('pro');
    const one = await saveSession(founder);
    const other = await saveSession(founder, { idea: 'In other words' });
    await createSurvey(founder);
    await savePrompt(founder);
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
    expect((await saveSession(founder)).trailId).toBe(other.trailId);
    expect((await saveSession(founder, {}, { trailId: one.trailId })).trailId).toBe(other.trailId);
    expect(await listTrails(founder)).toHaveLength(1);
  });

  it('are joined after the work that is just being hung on the first, and with it', async () => {
    const founder = await server.signUp();
    const [one, other] = [await saveSession(founder), await saveSession(founder, { idea: 'In other words' })];
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
      const other = await saveSession(founder, { idea: 'In other words' });
      const isSession = table === 'ideation_sessions';
      const one = await (isSession ? saveSession(founder) : savePrompt(founder));
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
    const { trailId } = await saveSession(founder);
    const foreign = (await saveSession(stranger)).trailId;
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
    const [one, two] = await Promise.all(words.map((word) => saveSession(founder, { idea: word })));
    const [left = '', right = ''] = [one?.trailId, two?.trailId];
    await openConnections(founder, sibling);
    const outcomes = await Promise.all([
      join(left, right, founder),
      join(right, left, founder),
      ...words.flatMap((word) =>
        Array.from({ length: 6 }, () => saveSession(founder, { idea: word }, { on: sibling })),
      ),
      ...[left, right].map((trailId) => saveSession(founder, { idea: 'Three' }, { trailId })),
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
