import { beforeAll, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { signUpVerified } from '#server/testing/agents.ts';
import { answersTo, markedDraft, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, startTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { honestSubmissions } from './honest-answers.fixture.ts';
import { checkQuality, comparableText } from './what-counts.ts';

// Only the limit of networks is on: a test sends more than a person.
const limits = ((name, points, seconds, code) =>
  memoryLimits(
    name,
    name === 'survey-network' ? points : 1_000_000,
    seconds,
    code,
  )) satisfies typeof memoryLimits;
const server = openTestServer({ limits }, { TRUSTED_PROXIES: 'loopback' });
let owner: TestUser;
beforeAll(async () => {
  owner = await server.signUp('pro');
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
  const { rows } = await server.database.pool.query<{
    number: number;
    counted: boolean;
    reason: string | null;
  }>('select number, counted, reason from submissions where survey_id = $1 order by number', [surveyId]);
  return rows.map(({ number, counted, reason }) => `#${number} ${counted ? 'counts' : reason}`);
}

async function tallyOf({ surveyId }: SurveyDraft) {
  const { rows } = await server.database.pool.query(
    'select submissions, set_apart as apart, counts from survey_tallies where survey_id = $1',
    [surveyId],
  );
  return rows[0];
}

it('sets the owner’s own answers apart as previews', async () => {
  const draft = await openSurvey(server, owner);
  for (let turn = 0; turn < 2; turn += 1) await answer(draft, { token: owner.token });
  expect(await storedOf(draft)).toEqual(['#1 preview', '#2 preview']);
  expect(await tallyOf(draft)).toEqual({ submissions: 2, apart: 2, counts: Array(9).fill(0) });
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
    const sent = choices.flatMap((choice) =>
      [server, other].map((process) =>
        process.call('POST', '/api/submit-survey', { token, body: answersTo(draft, choice) }),
      ),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 201));
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
    // A proven address is a person's, and no network address is stored.
    await from(draft, '203.0.113.1', (await signUpVerified(server, 'proven@example.com', 'Ada')).token);
    const { rows } = await server.database.pool.query('select * from submissions where survey_id = $1', [
      draft.surveyId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('203.0');
    expect(await storedOf(draft)).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `#${number} counts`),
      ...['#6 burst', '#7 burst'],
      ...[8, 9, 10, 11, 12].map((number) => `#${number} counts`),
      ...['#13 burst', '#14 counts', '#15 counts'],
    ]);
  });

  it('counts five of forty accounts that were made in seconds, and a changed answer of one that counts', async () => {
    const draft = await openSurvey(server, owner);
    const tokens: string[] = [];
    for (let made = 0; made < 40; made += 1) tokens.push((await server.signUp()).token);
    for (const token of tokens) await from(draft, '198.51.100.40', token);
    expect(await tallyOf(draft)).toMatchObject({ submissions: 40, apart: 35 });
    await from(draft, '198.51.100.40', tokens[0]);
    expect((await storedOf(draft)).filter((text) => text.endsWith('counts')).at(-1)).toBe('#41 counts');
    expect(await tallyOf(draft)).toMatchObject({ submissions: 41, apart: 36 });
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
    await server.app.runDueTasks();
    expect(await read()).toMatchObject({
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
    expect((await storedOf(draft)).filter((text) => text.endsWith('burst'))).toHaveLength(195);
  });
});

describe('answers that nobody gave', () => {
  const reasonsOf = async (draft: SurveyDraft) => (await storedOf(draft)).map((text) => text.slice(3));
  const long = 'The driver never came and nobody picked up the phone.';

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

it('stores the place where the link was shared when it is one of the survey’s', async () => {
  const draft = await openSurvey(server, owner, surveyDraft());
  await answer(draft, { more: { from: 'Parents' } });
  await answer(draft, { more: { from: 'Elsewhere' } });
  await answer(draft);
  const { rows } = await server.database.pool.query(
    'select channel from submissions where survey_id = $1 order by number',
    [draft.surveyId],
  );
  expect(rows).toEqual([{ channel: 'Parents' }, { channel: null }, { channel: null }]);
});

describe('answers by themselves', () => {
  const choice = (question: string, endsWith?: string): SurveyQuestion => ({
    question,
    type: 'multiple-choice',
    options: ['Every week', 'Once', 'Not once'],
    ...(endsWith ? { endsWith } : {}),
  });
  const freeText = (question: string): SurveyQuestion => ({ question, type: 'open-ended', options: null });
  const questions = [
    choice('How often did the handover go wrong last month?', 'Not once'),
    freeText('What happened the last time?'),
    freeText('What was the hardest part of it?'),
  ];
  const check = (texts: string[], seconds?: number) => checkQuality(questions, ['Once', ...texts], seconds);

  function seeded(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  }

  it.each([1, 7, 42])(
    'are honest in four languages and set apart in under 2 of 100 cases (seed %i)',
    (seed) => {
      const honest = honestSubmissions(300, seeded(seed));
      const flagged = honest.filter((one) => checkQuality(one.questions, one.answers, one.seconds));
      expect(flagged.length / honest.length).toBeLessThan(0.02);
    },
  );

  it.each<[string, string, number | undefined, string | null]>([
    ['no', 'nothing', undefined, null],
    ['3', '11', undefined, null],
    ['n/a', 'ok', undefined, null],
    ['nein', 'Wer?', undefined, null],
    ['нет', 'да', undefined, null],
    ['没有', '无', undefined, null],
    ['y', 'n', undefined, null],
    ['asdf', 'The driver never came', undefined, null],
    ['.', '-', undefined, 'empty'],
    ['...', '?!', undefined, 'empty'],
    ['\u3164', '\u200b\u00a0', undefined, 'empty'],
    ['asdf', 'aaaa', undefined, null],
    ['ㅋㅋㅋ', '...', undefined, null],
    ['👍👍', '...', undefined, null],
    ['❤️', '...', undefined, null],
    ['grrrr', '...', undefined, null],
    ['ｗｗｗ', '...', undefined, null],
    ['https', '...', undefined, null],
    ['^^', '...', undefined, null],
    ['It was late', 'the wait', 1, 'too-fast'],
    ['It was late', 'the wait', 3, null],
    ['It was late', 'the wait', undefined, null],
  ])('%j and %j after %j seconds are set apart as %j', (one, two, seconds, reason) => {
    expect(check([one, two], seconds)).toBe(reason);
  });

  it.each([
    ['-', '.', undefined],
    [null, null, undefined],
    [null, null, 1],
  ])('count after "it did not happen", whatever the texts: %j, %j', (one, two, seconds) => {
    expect(checkQuality(questions, ['Not once', one, two], seconds)).toBeNull();
  });

  it('are set apart with the same place in every list, from five questions of three options on', () => {
    const lists = (count: number) => Array.from({ length: count }, (_, at) => choice(`Question ${at}?`));
    expect(checkQuality(lists(5), Array(5).fill('Once'), undefined)).toBe('straight-line');
    expect(checkQuality(lists(4), Array(4).fill('Once'), undefined)).toBeNull();
    expect(checkQuality(lists(5), ['Every week', ...Array(4).fill('Once')], undefined)).toBeNull();
    const twoOptions = lists(5).map((question) => ({ ...question, options: ['Once', 'Not once'] }));
    expect(checkQuality(twoOptions, Array(5).fill('Once'), undefined)).toBeNull();
  });

  it('are compared by their long texts, whatever the spaces and capitals', () => {
    const long = 'The driver never came and nobody picked up the phone';
    const text = comparableText(questions, ['Once', long, 'waiting']);
    expect(comparableText(questions, ['Every week', ` ${long.toUpperCase()}\n`, 'waiting'])).toBe(text);
    expect(comparableText(questions, ['Once', long, 'paying'])).not.toBe(text);
    expect(comparableText(questions, ['Once', 'It was late', 'the wait'])).toBeNull();
  });
});
