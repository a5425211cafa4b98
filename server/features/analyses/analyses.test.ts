import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { answersTo, markedDraft, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';

const model = `model-${'x'.repeat(300)}`;
const nothing = '{}';
let reply = nothing;
const server = openTestServer({ ai: { complete: async () => ({ text: reply, model }) } });
let owner: TestUser;
let respondent: TestUser;
beforeAll(async () => {
  owner = await server.signUp('pro');
  respondent = await server.signUp();
});

async function answeredSurvey(count: number) {
  const draft = await openSurvey(server, owner);
  for (let n = 0; n < count; n += 1) await answer(draft, `It was the ${n + 1}th mix-up`);
  return draft;
}

function answer(draft: ReturnType<typeof surveyDraft>, text: string) {
  return server.call('POST', '/api/submit-survey', {
    body: answersTo(draft, 'About every week', text),
  });
}

const trigger = (surveyId: string, token?: string) =>
  server.call('POST', '/api/analyze-survey', { token, body: { surveyId } });
const read = (surveyId: string, token = respondent.token) =>
  server.call('GET', `/api/analyze-survey?surveyId=${surveyId}`, { token });

async function analysisOf(surveyId: string, submissionCount: number) {
  await server.app.runDueTasks();
  const { body } = await read(surveyId);
  expect(body.submissionCount).toBe(submissionCount);
  return body;
}

type Listed = { surveyId: string; idea: string; created_at: string };

/** Ten of each moment; only the seventh idea holds a sign that searches could take for any letter. */
async function addAnalyses(ownerId: string, count: number): Promise<void> {
  await server.database.sql.execute(sql`
    with made as (
      insert into surveys (id, owner_id, idea, social_links, questions)
      select 'survey-' || (case n % 2 when 0 then 'a_' else 'a-' end) || n || '-' || ${ownerId}::text, ${ownerId},
        'ИДЕЯ' || (case n when 7 then '_' else ' ' end) || n, '[]', '[]' from generate_series(1, ${count}::int) n
      returning id, owner_id, idea, substring(id from '[0-9]+')::int as n
    )
    insert into survey_analyses
      (survey_id, owner_id, idea, analysis, aggregated_data, line, submission_count, created_at)
    select id, owner_id, idea,
      '{"summary":"","sentiment":"Mixed","goNoGoDecision":"","recommendationReasoning":"","keyStrengths":[],"keyWeaknesses":[]}',
      '{}', 40, 1, timestamptz '2026-01-01' + (n / 10) * interval '1 ms' from made`);
}

describe('an analysis', () => {
  it('says how many answered on behind the option that ends the survey, which is in no chart', async () => {
    const [first, ...rest] = surveyDraft().questions;
    const questions = first ? [{ ...first, endsWith: 'Not once' }, ...rest] : rest;
    const draft = await openSurvey(server, owner, { ...surveyDraft(), questions });
    const send = (choice: string, more: object = {}) =>
      server.call('POST', '/api/submit-survey', { body: { ...answersTo(draft, choice), ...more } });
    for (const choice of ['About every week', 'Not once', 'Not once']) await send(choice);
    await send('Not once', { responses: answersTo(draft, 'Not once').responses.slice(0, 1) });
    await trigger(draft.surveyId);
    const { basis, textNumbers } = await analysisOf(draft.surveyId, 4);
    expect(basis).toMatchObject({ wentOn: 2 });
    expect(textNumbers).toEqual({ [rest[1]?.question ?? '']: [1] });
  });

  it('counts every question kind, and says from which submissions its texts and choices are', async () => {
    const draft = await answeredSurvey(6);
    expect((await trigger(draft.surveyId, respondent.token)).status).toBe(202);
    const body = await analysisOf(draft.surveyId, 6);
    const [single, multi, open] = draft.questions.map(({ question }) => question) as [string, string, string];
    expect(body.aggregatedData).toMatchObject({
      [single]: [
        { name: 'About every week', count: 6 },
        { name: 'Once or twice', count: 0 },
        { name: 'Not once', count: 0 },
      ],
      [multi]: [
        { name: 'I paid for something', count: 6 },
        { name: 'I asked somebody', count: 6 },
        { name: 'Nothing', count: 0 },
      ],
    });
    expect((body.aggregatedData as Record<string, string[]>)[open]).toEqual(
      [6, 5, 4, 3, 2, 1].map((number) => `It was the ${number}th mix-up`),
    );
    expect(body.textNumbers).toEqual({ [open]: [6, 5, 4, 3, 2, 1] });
    const none = { numbers: [], isTrouble: false };
    const chosen = { numbers: [1, 2, 3, 4, 5], isTrouble: false };
    expect(body.choices).toEqual({
      [single]: { answered: 6, options: [chosen, none, none] },
      [multi]: { answered: 6, options: [chosen, chosen, none] },
    });
    expect(body).toMatchObject({ idea: draft.idea, model: null, line: 40 });
    expect(['Positive', 'Mixed', 'Negative']).toContain((body.analysis as { sentiment: string }).sentiment);
  });

  it('quotes nobody whose marked answers speak for both sides', async () => {
    const draft = markedDraft();
    Object.assign(draft.questions[1] ?? {}, { marks: ['hasnt', 'hasnt', 'has'] });
    await openSurvey(server, owner, draft);
    const texts = ['The reminder was rude, so I left it.', 'We never had to talk about it.'];
    for (const [at, choice] of ['About every week', 'Once or twice'].entries())
      await server.call('POST', '/api/submit-survey', { body: answersTo(draft, choice, texts[at]) });
    await trigger(draft.surveyId, respondent.token);
    const { analysis } = await analysisOf(draft.surveyId, 2);
    const { keyStrengths, keyWeaknesses } = analysis as Record<string, string[]>;
    expect(keyStrengths?.join()).not.toContain('“');
    expect(keyWeaknesses).toContain('“We never had to talk about it.” (#2)');
  });

  it('keeps the order of the questions, whatever they are called', async () => {
    const draft = surveyDraft();
    for (const [place, question] of ['Zebra?', '42', 'Why?'].entries())
      Object.assign(draft.questions[place] ?? {}, { question });
    await openSurvey(server, owner, draft);
    await answer(draft, 'Because');
    await trigger(draft.surveyId, respondent.token);
    const body = await analysisOf(draft.surveyId, 1);
    expect(body.questionOrder).toEqual(['Zebra?', '42', 'Why?']);
    expect(Object.keys(body.aggregatedData as object).toSorted()).toEqual(['42', 'Why?', 'Zebra?']);
  });

  it('from before the numbers were kept has its texts and no numbers', async () => {
    const draft = await answeredSurvey(1);
    await trigger(draft.surveyId, respondent.token);
    const before = await analysisOf(draft.surveyId, 1);
    await server.database.sql.execute(
      sql`update survey_analyses set text_numbers = default where survey_id = ${draft.surveyId}`,
    );
    expect((await read(draft.surveyId)).body).toEqual({ ...before, textNumbers: {} });
  });

  it('is listed without the texts, which are read one analysis at a time', async () => {
    const draft = await answeredSurvey(2);
    await trigger(draft.surveyId, respondent.token);
    const read = await analysisOf(draft.surveyId, 2);
    const list = (await server.call('GET', '/api/survey-analyses', { token: owner.token })).body;
    const data = read.aggregatedData as Record<string, unknown>;
    const open = draft.questions[2]?.question ?? '';
    expect(data[open]).toHaveLength(2);
    expect((list as { surveyId?: string }[]).find(({ surveyId }) => surveyId === draft.surveyId)).toEqual({
      ...read,
      aggregatedData: { ...data, [open]: [] },
      textNumbers: {},
      choices: {},
      trailId: expect.stringMatching(/./),
      newAnswers: 2,
    });
  });

  it('is listed with the trail that its survey hangs on', async () => {
    const { surveyId } = await answeredSurvey(1);
    await trigger(surveyId);
    await analysisOf(surveyId, 1);
    const first = async (list: string) =>
      (await server.call('GET', `/api/${list}`, { token: owner.token })).body[0] as Record<string, unknown>;
    const trail = await first('trails');
    expect(trail.surveys).toMatchObject([{ id: surveyId }]);
    expect(await first('survey-analyses')).toMatchObject({ surveyId, trailId: trail.id });
  });

  it('is listed for its owner only, newest first', async () => {
    const first = await answeredSurvey(1);
    await trigger(first.surveyId, respondent.token);
    await analysisOf(first.surveyId, 1);
    const second = await answeredSurvey(1);
    await trigger(second.surveyId, respondent.token);
    await analysisOf(second.surveyId, 1);
    const mine = (await server.call('GET', '/api/survey-analyses', { token: owner.token })).body;
    expect(mine.slice(0, 2)).toMatchObject([{ surveyId: second.surveyId }, { surveyId: first.surveyId }]);
    expect((await server.call('GET', '/api/survey-analyses', { token: respondent.token })).body).toEqual([]);
  });

  it('is listed page by page, each once, also those of one moment, and found by its idea', async () => {
    const founder = await server.signUp('pro');
    await addAnalyses(founder.id, 250);
    const list = async (query: string): Promise<Listed[]> => {
      const reply = await server.call('GET', `/api/survey-analyses${query}`, { token: founder.token });
      expect(reply.status).toBe(200);
      return reply.body as unknown[] as Listed[];
    };
    const places: string[] = [];
    for (let page = await list(''); page.length > 0; ) {
      places.push(...page.map(({ created_at, surveyId }) => `${created_at}~${surveyId}`));
      page = await list(`?limit=60&before=${encodeURIComponent(places.at(-1) ?? '')}`);
    }
    expect(new Set(places).size).toBe(250);
    expect(places).toEqual(places.toSorted().toReversed());
    const found = await list(`?search=${encodeURIComponent('идея_7')}`);
    expect(found.map(({ idea }) => idea)).toEqual(['ИДЕЯ_7']);
    expect(await list('?search=%25')).toEqual([]);
    const refused = await server.call('GET', '/api/survey-analyses?before=x', { token: founder.token });
    expect([refused.status, refused.body.code]).toEqual([400, 'body_invalid']);
  });

  it('asked for many times at once ends with the newest counts', async () => {
    const draft = await answeredSurvey(2);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => trigger(draft.surveyId, respondent.token)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    await analysisOf(draft.surveyId, 2);
    await answer(draft, 'And once more');
    await trigger(draft.surveyId, respondent.token);
    await analysisOf(draft.surveyId, 3);
  });

  it('groups the answers as a model does, and keeps an answer where the founder moved it', async () => {
    const draft = await openSurvey(server, owner);
    const open = draft.questions[2]?.question ?? '';
    const texts = [
      'The school bus left',
      'No school bus came',
      'Our school bus again',
      'There was no school bus',
    ];
    for (const text of texts) await answer(draft, text);
    const groups = (numbers: number[], name: string) => ({
      question: 2,
      name,
      answers: numbers.map((number) => ({ number, quote: 'school bus' })),
    });
    reply = JSON.stringify({ groups: [groups([2, 4], 'no school bus'), groups([1, 3, 5], 'school bus')] });
    await trigger(draft.surveyId, respondent.token);
    const themes = async (count: number) => (await analysisOf(draft.surveyId, count)).themes;
    const found = [
      { theme: 'no school bus', numbers: [4, 2], of: 4 },
      { theme: 'school bus', numbers: [3, 1], of: 4 },
    ];
    expect(await themes(4)).toEqual({ [open]: found });
    const path = `/api/surveys/${draft.surveyId}`;
    const move = (number: number, theme: string | null, by = owner) =>
      server.call('PUT', `${path}/themes`, { token: by.token, body: { question: 2, number, theme } });
    expect((await move(3, ' no school bus ')).body).toEqual({ moved: true });
    expect((await move(1, null)).status).toBe(200);
    const moved = [{ theme: 'no school bus', numbers: [4, 3, 2] }];
    expect(await themes(4)).toMatchObject({ [open]: moved });
    expect((await move(1, 'school bus', respondent)).status).toBe(404);
    expect((await move(9, 'school bus')).body.code).toBe('submission_not_found');
    const choice = { question: 0, number: 1, theme: null };
    const refused = await server.call('PUT', `${path}/themes`, { token: owner.token, body: choice });
    expect(refused.body.code).toBe('body_invalid');
    await answer(draft, 'A later school bus');
    await trigger(draft.surveyId, respondent.token);
    const later = [...moved, { theme: 'school bus', numbers: [5] }];
    expect(await themes(5)).toMatchObject({ [open]: later });
    await server.call('DELETE', `${path}/submissions/3`, { token: owner.token });
    const setApart = { token: owner.token, body: { counted: false } };
    await server.call('PUT', `${path}/submissions/4`, setApart);
    expect(await themes(3)).toMatchObject({ [open]: [{ numbers: [5] }, { numbers: [2] }] });
    reply = nothing;
  });

  it('has a receipt of the model that chose its points, when, by which instructions and how it was read', async () => {
    reply = '{"strengths": ["s1"], "weaknesses": []}';
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft, 'We both forgot.');
    await trigger(draft.surveyId, respondent.token);
    await server.app.runDueTasks();
    reply = nothing;
    const { body } = await read(draft.surveyId);
    expect(body).toMatchObject({
      model,
      receipt: {
        model: model.slice(0, 200),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        promptVersion: 'analysis-3',
        step: 'strict',
        refused: 0,
      },
    });
  });

  it('that does not exist is 404, and results need a login', async () => {
    const draft = surveyDraft();
    await server.call('POST', '/api/surveys', { token: owner.token, body: draft });
    expect((await read(draft.surveyId)).body).toMatchObject({
      code: 'analysis_not_found',
      message: 'No results found.',
    });
    expect((await server.call('GET', `/api/analyze-survey?surveyId=${draft.surveyId}`)).status).toBe(401);
    expect((await trigger('survey-none-1234567', respondent.token)).status).toBe(404);
    expect((await trigger(draft.surveyId)).status).toBe(401);
    expect((await server.call('GET', '/api/analyze-survey', { token: respondent.token })).status).toBe(400);
  });
});
