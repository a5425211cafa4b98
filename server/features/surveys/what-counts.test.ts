import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { memoryLimits } from '#server/http/limits.ts';
import { answersTo, markedDraft, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';

let server: TestServer;
let database: Database;
let owner: TestUser;
beforeAll(async () => {
  const proxies = { TRUSTED_PROXIES: 'loopback' };
  // Only the limit of networks is on: a test sends more than a person.
  const limits = ((name, points, seconds, code) =>
    memoryLimits(
      name,
      name === 'survey-network' ? points : 1_000_000,
      seconds,
      code,
    )) satisfies typeof memoryLimits;
  server = await startTestServer({ limits }, proxies);
  database = connectDatabase(server.databaseUrl, () => {});
  owner = await server.signUp('pro');
});
afterAll(async () => {
  await database.close();
  await server.close();
});

type Sending = {
  token?: string;
  cookie?: string;
  choice?: string;
  text?: string;
  key?: string;
  more?: object;
};

/** Opens the survey as a visitor's browser does. @returns the cookie that it is given, if any. */
async function open({ surveyId }: SurveyDraft, headers: Record<string, string> = {}) {
  const { headers: received } = await server.call('GET', `/api/surveys/${surveyId}`, { headers });
  return received.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function answer(draft: SurveyDraft, sending: Sending = {}) {
  const { token, cookie, choice, text, key, more } = sending;
  const headers = { ...(cookie && { cookie }), ...(key && { 'idempotency-key': key }) };
  const body = { ...answersTo(draft, choice, text), ...more };
  const { status } = await server.call('POST', '/api/submit-survey', { token, body, headers });
  expect(status).toBe(201);
}

async function storedOf({ surveyId }: SurveyDraft) {
  const { rows } = await database.pool.query<{ number: number; counted: boolean; reason: string | null }>(
    'select number, counted, reason from submissions where survey_id = $1 order by number',
    [surveyId],
  );
  return rows.map(({ number, counted, reason }) => `#${number} ${counted ? 'counts' : reason}`);
}

async function tallyOf({ surveyId }: SurveyDraft) {
  const { rows } = await database.pool.query(
    'select submissions, set_apart as apart, counts from survey_tallies where survey_id = $1',
    [surveyId],
  );
  return rows[0];
}

describe('the owner’s own answers', () => {
  it('are previews, five times over', async () => {
    const draft = await openSurvey(server, owner);
    for (let turn = 0; turn < 5; turn += 1) await answer(draft, { token: owner.token });
    expect(new Set((await storedOf(draft)).map((text) => text.slice(3)))).toEqual(new Set(['preview']));
    expect(await tallyOf(draft)).toEqual({ submissions: 5, apart: 5, counts: Array(9).fill(0) });
  });
});

describe('an account', () => {
  it('counts once, with its last answer', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    await answer(draft, { token, choice: 'About every week' });
    await answer(draft, { token, choice: 'Not once' });
    expect(await storedOf(draft)).toEqual(['#1 replaced', '#2 counts']);
    expect(await tallyOf(draft)).toEqual({ submissions: 2, apart: 1, counts: [1, 0, 0, 1, 1, 1, 1, 0, 1] });
  });

  it('counts once also for answers that arrive together, in one process or two', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    const other = await startTestServer({}, {}, server);
    const choices = ['About every week', 'Once or twice', 'Not once'];
    await Promise.all(
      choices.flatMap((choice) =>
        [server, other].map((process) =>
          process.call('POST', '/api/submit-survey', { token, body: answersTo(draft, choice) }),
        ),
      ),
    );
    await other.close();
    const stored = await storedOf(draft);
    expect(stored.filter((text) => text.endsWith('counts'))).toHaveLength(1);
    const { submissions, apart, counts } = await tallyOf(draft);
    expect([submissions, apart]).toEqual([6, 5]);
    expect(counts[0]).toBe(1);
    expect(counts[1] + counts[2] + counts[3]).toBe(1);
  });

  it('counts once for one key that is sent again', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    for (let turn = 0; turn < 3; turn += 1) await answer(draft, { token, key: 'one-and-the-same' });
    expect(await storedOf(draft)).toEqual(['#1 counts']);
    expect(await tallyOf(draft)).toMatchObject({ submissions: 1, apart: 0 });
  });

  it('takes the place of what its browser sent before signing in', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    const cookie = await open(draft);
    await answer(draft, { cookie });
    await answer(draft, { token, cookie });
    await answer(draft, { cookie });
    expect(await storedOf(draft)).toEqual(['#1 replaced', '#2 counts', '#3 same-browser']);
  });
});

describe('a browser without an account', () => {
  it('gets a cookie that no script reads when it opens a public survey, and no other site sends', async () => {
    const draft = await openSurvey(server, owner);
    const opened = await server.call('GET', `/api/surveys/${draft.surveyId}`);
    const [cookie = ''] = opened.headers.getSetCookie();
    expect(cookie).toMatch(/^startup_spark_visitor=.*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await open(draft, { cookie: cookie.split(';')[0] ?? '' })).toBe('');
  });

  it('counts once', async () => {
    const draft = await openSurvey(server, owner);
    const cookie = await open(draft);
    await answer(draft, { cookie });
    await answer(draft, { cookie, choice: 'Not once' });
    await answer(draft, { cookie });
    expect(await storedOf(draft)).toEqual(['#1 counts', '#2 same-browser', '#3 same-browser']);
    expect(await tallyOf(draft)).toEqual({ submissions: 3, apart: 2, counts: [1, 1, 0, 0, 1, 1, 1, 0, 1] });
  });

  it('counts once also when several accounts use it', async () => {
    const draft = await openSurvey(server, owner);
    const cookie = await open(draft);
    for (let turn = 0; turn < 2; turn += 1)
      await answer(draft, { cookie, token: (await server.signUp()).token });
    expect(await storedOf(draft)).toEqual(['#1 counts', '#2 same-browser']);
  });

  it('is no matter where everybody must sign in', async () => {
    const draft = surveyDraft();
    await server.call('POST', '/api/surveys', { token: owner.token, body: draft });
    const other = await openSurvey(server, owner);
    const cookie = await open(other);
    for (let turn = 0; turn < 2; turn += 1)
      await answer(draft, { cookie, token: (await server.signUp()).token });
    expect(await storedOf(draft)).toEqual(['#1 counts', '#2 counts']);
  });

  it('with a cookie that the server did not sign gets one of its own', async () => {
    const draft = await openSurvey(server, owner);
    for (const cookie of [
      'startup_spark_visitor=made-up',
      'startup_spark_visitor=a.b',
      'startup_spark_visitor=.',
    ])
      expect(await open(draft, { cookie })).toMatch(/^startup_spark_visitor=/);
  });
});

describe('a network', () => {
  const from = async (draft: SurveyDraft, address: string, token?: string) =>
    server.app.http.request(
      'http://localhost:3000/api/submit-survey',
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(answersTo(draft)),
      },
      // As the listener has it: a proxy of this machine.
      {
        incoming: {
          complete: true,
          socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' },
        },
      },
    );

  it('counts five visitors in ten minutes, whatever the end of their addresses, and another one for itself', async () => {
    const draft = await openSurvey(server, owner);
    for (let host = 1; host <= 7; host += 1) await from(draft, `203.0.113.${host}`);
    for (let host = 1; host <= 6; host += 1) await from(draft, `2001:db8:1:2::${host}`);
    await from(draft, '203.0.114.1');
    expect(await storedOf(draft)).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `#${number} counts`),
      ...['#6 burst', '#7 burst'],
      ...[8, 9, 10, 11, 12].map((number) => `#${number} counts`),
      ...['#13 burst', '#14 counts'],
    ]);
  });

  it('says nothing against accounts', async () => {
    const draft = await openSurvey(server, owner);
    for (let host = 1; host <= 5; host += 1) await from(draft, '198.51.100.7');
    const { token } = await server.signUp();
    await from(draft, '198.51.100.7', token);
    expect((await storedOf(draft)).at(-1)).toBe('#6 counts');
  });

  it('is stored nowhere', async () => {
    const draft = await openSurvey(server, owner);
    await from(draft, '192.0.2.77');
    const { rows } = await database.pool.query('select * from submissions where survey_id = $1', [
      draft.surveyId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
  });

  it('turns no verdict with 60 copies in a minute', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    for (let person = 0; person < 4; person += 1) {
      const { token } = await server.signUp();
      await answer(draft, { token, choice: person === 0 ? 'Not once' : 'About every week' });
    }
    await Promise.all(Array.from({ length: 60 }, () => from(draft, '198.51.100.60')));
    await server.call('POST', '/api/analyze-survey', { body: { surveyId: draft.surveyId } });
    const read = async () =>
      (await server.call('GET', `/api/analyze-survey?surveyId=${draft.surveyId}`, { token: owner.token }))
        .body;
    await expect.poll(read, { timeout: 15_000 }).toMatchObject({
      submissionCount: 9,
      basis: { setApart: 55 },
      analysis: { goNoGoDecision: "Can't tell yet" },
    });
  });

  it('of a script that sends 200 answers is set apart, and the page stays usable', async () => {
    const draft = await openSurvey(server, owner);
    const flood = Array.from({ length: 200 }, () => from(draft, '198.51.100.200'));
    const read = server.call('GET', `/api/surveys/${draft.surveyId}`);
    const { token } = await server.signUp();
    const honest = answer(draft, { token, choice: 'Not once' });
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([201]));
    expect((await read).status).toBe(200);
    await honest;
    expect(await tallyOf(draft)).toEqual({
      submissions: 201,
      apart: 195,
      counts: [6, 5, 0, 1, 6, 6, 6, 0, 6],
    });
    const list = await server.call('GET', `/api/surveys/${draft.surveyId}/submissions?apart=true`, {
      token: owner.token,
    });
    expect(list.body).toHaveLength(100);
    expect(list.body[0]).toMatchObject({ counted: false, reason: 'burst' });
  });
});

describe('answers that nobody gave', () => {
  const reasonsOf = async (draft: SurveyDraft) => (await storedOf(draft)).map((text) => text.slice(3));
  const long = 'The driver never came and nobody picked up the phone.';

  it('are set apart with their reason', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft, { text: 'asdfasdf' });
    await answer(draft, { more: { seconds: 0.5 } });
    await answer(draft, { more: { seconds: 40 } });
    expect(await reasonsOf(draft)).toEqual(['empty', 'too-fast', 'counts']);
  });

  it('are word-for-word copies of one that counts, also when they come together', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft, { text: long });
    await Promise.all([answer(draft, { text: long }), answer(draft, { text: `${long.toUpperCase()} ` })]);
    await answer(draft, { text: 'Late.' });
    await answer(draft, { text: 'Late.' });
    expect(await reasonsOf(draft)).toEqual(['counts', 'copy', 'copy', 'counts', 'counts']);
    const { token } = await server.signUp();
    const other = `${long} Twice.`;
    await answer(draft, { token, text: other });
    await answer(draft, { token, text: other, choice: 'Not once' });
    expect((await reasonsOf(draft)).slice(5)).toEqual(['replaced', 'counts']);
  });

  it('never replace what the same account has said before', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    await answer(draft, { token });
    await answer(draft, { token, text: '....' });
    expect(await reasonsOf(draft)).toEqual(['counts', 'empty']);
  });
});

describe('the place where the link was shared', () => {
  it('is kept when it is one of the survey’s', async () => {
    const draft = await openSurvey(server, owner, surveyDraft());
    await answer(draft, { more: { from: 'Parents' } });
    await answer(draft, { more: { from: 'Elsewhere' } });
    await answer(draft);
    const { rows } = await database.pool.query(
      'select channel from submissions where survey_id = $1 order by number',
      [draft.surveyId],
    );
    expect(rows).toEqual([{ channel: 'Parents' }, { channel: null }, { channel: null }]);
  });
});
