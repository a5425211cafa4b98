import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { submitJob } from '#server/testing/request-samples.ts';
import { answersTo, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { Trail } from '#shared/contracts/trails.ts';

const server = openTestServer();
const as = ({ token }: TestUser) => ({
  async call(method: string, path: string, body?: unknown) {
    const { status, body: reply } = await server.call(method, path, { token, body });
    return { status, body: reply as unknown };
  },
  async trails(query = ''): Promise<Trail[]> {
    return (await server.call('GET', `/api/trails${query}`, { token })).body as unknown as Trail[];
  },
});

/** A founder with one idea that has a session, a survey with an answer, and a support request. */
async function founder() {
  const user = await server.signUp('developer');
  const { call, trails } = as(user);
  const sessionId = randomUUID();
  await call('PUT', `/api/ideation-sessions/${sessionId}`, {
    idea: '',
    content: `Swap Run ${user.id}`,
    nextStage: null,
    partial: '',
    receipts: [],
    revision: 0,
  });
  const [trail] = await trails();
  const trailId = trail?.id ?? '';
  const draft = { ...surveyDraft(), trailId };
  await call('POST', '/api/surveys', draft);
  await server.call('POST', '/api/submit-survey', { token: user.token, body: answersTo(draft) });
  await submitJob(server, user, { trailId });
  return { ...user, call, trails, trailId, sessionId, surveyId: draft.surveyId };
}

const count = async (table: string, column: string, value: string) =>
  Number(
    (await server.database.pool.query(`select count(*) from ${table} where ${column} = $1`, [value])).rows[0]
      .count,
  );

describe('an idea', () => {
  it('is renamed, found by both its names, and called by its own words again', async () => {
    const { call, trails, trailId } = await founder();
    const named = (name: string | null) => call('PATCH', `/api/trails/${trailId}`, { name });
    expect(await named('  Kit swaps ')).toMatchObject({
      status: 200,
      body: { id: trailId, name: 'Kit swaps' },
    });
    for (const search of ['kit sw', 'swap run'])
      expect((await trails(`?search=${encodeURIComponent(search)}`)).map(({ id }) => id)).toEqual([trailId]);
    expect((await named(null)).body).not.toHaveProperty('name');
    for (const name of ['', ' ', 'x'.repeat(201)]) expect((await named(name)).status).toBe(400);
  });

  it('is put out of the way and back, with everything on it', async () => {
    const { call, trails, trailId } = await founder();
    const archive = (archived: boolean) => call('PATCH', `/api/trails/${trailId}`, { archived });
    expect((await archive(true)).body).toMatchObject({ archived: true });
    expect(await trails()).toEqual([]);
    expect((await trails('?archived=true')).map(({ id }) => id)).toEqual([trailId]);
    expect((await archive(false)).body).not.toHaveProperty('archived');
    expect((await trails())[0]?.ideations).toHaveLength(1);
    expect(await trails('?archived=true')).toEqual([]);
  });

  it('lends its name, or that of its newest plan, to its sessions', async () => {
    const { call, trailId, token, surveyId } = await founder();
    const sessions = async (query = '') =>
      (await server.call('GET', `/api/ideation-sessions${query}`, { token })).body;
    await server.database.pool.query("update surveys set app_name = 'Swaps' where id = $1", [surveyId]);
    expect(await sessions()).toMatchObject([{ ideaName: 'Swaps' }]);
    await call('PATCH', `/api/trails/${trailId}`, { name: 'Kit swaps' });
    expect(await sessions()).toMatchObject([{ ideaName: 'Kit swaps' }]);
    expect(await sessions('?search=kit')).toMatchObject([{ ideaName: 'Kit swaps' }]);
    expect(await sessions('?search=choir')).toEqual([]);
  });

  it('that is archived takes its sessions and surveys out of the lists', async () => {
    const { call, trails, trailId, sessionId, surveyId } = await founder();
    const { token } = await server.signUp();
    const answers = answersTo({ ...surveyDraft(), surveyId });
    await server.call('POST', '/api/submit-survey', { token, body: answers });
    await call('POST', '/api/analyze-survey', { surveyId });
    await server.app.runDueTasks();
    const listed = async () => {
      const sessions = (await call('GET', '/api/ideation-sessions')).body as { id: string }[];
      const results = (await call('GET', '/api/survey-analyses')).body as { surveyId: string }[];
      return [...sessions.map(({ id }) => id), ...results.map((result) => result.surveyId)];
    };
    expect(await listed()).toEqual([sessionId, surveyId]);
    await call('PATCH', `/api/trails/${trailId}`, { archived: true });
    expect(await listed()).toEqual([]);
    expect(await trails('?archived=true')).toMatchObject([
      { ideations: [{ id: sessionId }], surveys: [{ surveyId }] },
    ]);
    await call('PATCH', `/api/trails/${trailId}`, { archived: false });
    expect(await listed()).toEqual([sessionId, surveyId]);
  });

  it('has parts that are renamed and archived by themselves', async () => {
    const { call, trails, sessionId, surveyId, token } = await founder();
    await call('POST', '/api/analyze-survey', { surveyId });
    await server.app.runDueTasks();
    const change = (id: string, body: object) => call('PATCH', `/api/trail-parts/${id}`, body);
    expect(await change(sessionId, { kind: 'session', name: ' First try ' })).toMatchObject({
      status: 200,
      body: { ideations: [{ name: 'First try' }] },
    });
    expect((await change(surveyId, { kind: 'survey', name: 'Parents' })).body).toMatchObject({
      surveys: [{ name: 'Parents' }],
    });
    expect((await call('GET', '/api/ideation-sessions')).body).toMatchObject([{ name: 'First try' }]);
    await change(sessionId, { kind: 'session', archived: true });
    await change(surveyId, { kind: 'survey', archived: true });
    for (const list of ['ideation-sessions', 'survey-analyses'])
      expect((await call('GET', `/api/${list}`)).body).toEqual([]);
    expect((await server.call('GET', '/api/ideation-draft', { token })).body.session).toBeNull();
    expect(await trails()).toMatchObject([
      {
        ideations: [],
        surveys: [],
        archivedParts: [
          { kind: 'session', id: sessionId, name: 'First try', submissions: 0 },
          { kind: 'survey', id: surveyId, name: 'Parents', submissions: 0 },
        ],
      },
    ]);
    // New work brings it back.
    const again = { content: 'More', id: sessionId, revision: 1 };
    const saved = await call('POST', '/api/ideation-sessions', again);
    expect(saved.status).toBe(201);
    expect(saved.body).not.toHaveProperty('archivedAt');
    expect((await trails())[0]?.ideations).toMatchObject([{ id: sessionId }]);
    await change(sessionId, { kind: 'session', archived: true });
    await change(sessionId, { kind: 'session', archived: false, name: null });
    expect((await trails())[0]?.ideations).toMatchObject([{ id: sessionId }]);
    expect((await trails())[0]?.ideations[0]).not.toHaveProperty('name');
  });

  it('has no part of another founder or another kind', async () => {
    const [one, other] = [await founder(), await founder()];
    const change = (id: string, body: object) => one.call('PATCH', `/api/trail-parts/${id}`, body);
    for (const refused of [
      await change(other.sessionId, { kind: 'session', name: 'X' }),
      await change(one.sessionId, { kind: 'survey', name: 'X' }),
    ])
      expect(refused).toMatchObject({ status: 404, body: { code: 'trail_not_found' } });
    for (const body of [{ name: 'X' }, { kind: 'prompt', name: 'X' }, { kind: 'session', name: ' ' }])
      expect((await change(one.sessionId, body)).status).toBe(400);
  });

  it('comes back with new work on it, under its id or its own words', async () => {
    const { call, trails, trailId } = await founder();
    const [words] = await trails();
    for (const work of [{ trailId }, { idea: words?.idea }]) {
      await call('PATCH', `/api/trails/${trailId}`, { archived: true });
      expect((await call('POST', '/api/ideation-sessions', { content: 'More', ...work })).status).toBe(201);
      expect((await trails()).map(({ id }) => id)).toEqual([trailId]);
    }
  });

  it('is deleted with its sessions, surveys and answers; its support request stays', async () => {
    const { call, trails, trailId, surveyId, sessionId, id } = await founder();
    expect((await call('DELETE', `/api/trails/${trailId}`)).status).toBe(200);
    expect(await trails()).toEqual([]);
    expect((await call('GET', `/api/ideation-sessions/${sessionId}`)).status).toBe(404);
    expect((await call('GET', `/api/trails/${trailId}`)).status).toBe(404);
    for (const table of ['submissions', 'survey_tallies', 'survey_rules'])
      expect(await count(table, 'survey_id', surveyId)).toBe(0);
    expect(await count('support_requests', 'owner_id', id)).toBe(1);
    expect((await call('DELETE', `/api/trails/${trailId}`)).status).toBe(404);
  });

  it('of somebody else is neither changed nor deleted', async () => {
    const [owner, other] = [await founder(), await founder()];
    const path = `/api/trails/${owner.trailId}`;
    expect((await other.call('PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await other.call('DELETE', path)).status).toBe(404);
    expect(await owner.trails()).toHaveLength(1);
  });
});

describe('a survey', () => {
  it('is deleted with its answers, and takes no more', async () => {
    const { call, trails, surveyId, token } = await founder();
    expect((await call('DELETE', `/api/surveys/${surveyId}`)).status).toBe(200);
    expect(await count('submissions', 'survey_id', surveyId)).toBe(0);
    const late = await server.call('POST', '/api/submit-survey', {
      token,
      body: answersTo({ ...surveyDraft(), surveyId }),
    });
    expect(late.status).toBe(404);
    expect((await trails())[0]?.surveys).toEqual([]);
    await server.app.runDueTasks();
    expect(await count('survey_analyses', 'survey_id', surveyId)).toBe(0);
  });

  it('of somebody else stays', async () => {
    const [owner, other] = [await founder(), await founder()];
    expect((await other.call('DELETE', `/api/surveys/${owner.surveyId}`)).status).toBe(404);
    expect(await count('submissions', 'survey_id', owner.surveyId)).toBe(1);
  });
});

describe('an ideation session', () => {
  it('is deleted, and an open editor does not bring it back unasked', async () => {
    const { call, sessionId } = await founder();
    expect((await call('DELETE', `/api/ideation-sessions/${sessionId}`)).status).toBe(200);
    const late = { idea: '', content: 'Late', nextStage: null, partial: '', receipts: [], revision: 1 };
    expect((await call('PUT', `/api/ideation-sessions/${sessionId}`, late)).status).toBe(409);
    expect((await call('DELETE', `/api/ideation-sessions/${sessionId}`)).status).toBe(404);
  });
});
