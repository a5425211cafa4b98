import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import { answersTo, markedDraft, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { sealedText } from '#shared/rules/verdict/rule.ts';

const server = openTestServer();
let owner: TestUser;
let respondent: TestUser;
beforeAll(async () => {
  owner = await server.signUp('pro');
  respondent = await server.signUp();
});

const save = (draft: object, { token } = owner) =>
  server.call('POST', '/api/surveys', { token, body: draft });
const read = (id: string, token?: string) => server.call('GET', `/api/surveys/${id}`, { token });
const readOwn = async ({ surveyId }: SurveyDraft) => (await read(surveyId, owner.token)).body;
const setAccess = (id: string, publicLink: boolean, { token } = owner) =>
  server.call('PUT', `/api/surveys/${id}/access`, { token, body: { publicLink } });
const answer = (draft: SurveyDraft, token?: string) =>
  server.call('POST', '/api/submit-survey', { token, body: answersTo(draft) });
const analyze = ({ surveyId }: SurveyDraft) =>
  server.call('POST', '/api/analyze-survey', { token: owner.token, body: { surveyId } });
const analysisOf = async ({ surveyId }: SurveyDraft) => {
  await server.app.runDueTasks();
  return (await server.call('GET', `/api/analyze-survey?surveyId=${surveyId}`, owner)).body;
};

/** The draft with another first question. */
function reworded(draft: SurveyDraft): SurveyDraft {
  const [first, ...rest] = draft.questions;
  return { ...draft, questions: first ? [{ ...first, question: 'How often last week?' }, ...rest] : rest };
}

describe('a survey', () => {
  it('is stored and read by whoever is signed in, and by visitors once its owner opens the link', async () => {
    const draft = surveyDraft();
    expect((await save(draft)).status).toBe(201);
    const { status, body } = await read(draft.surveyId, respondent.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...draft, publicLink: false, isOwner: false });
    expect((await readOwn(draft)).isOwner).toBe(true);
    expect((await read(draft.surveyId)).status).toBe(401);
    expect((await setAccess(draft.surveyId, true)).body).toMatchObject({ publicLink: true });
    expect((await read(draft.surveyId)).status).toBe(200);
  });

  it('shows visitors of a private link its title and nothing else', async () => {
    const draft = surveyDraft();
    await save(draft);
    const title = await server.call('GET', `/api/surveys/${draft.surveyId}/title`);
    expect([title.status, title.body]).toEqual([200, { title: `Feedback for: ${draft.idea}` }]);
    expect((await read(draft.surveyId)).status).toBe(401);
    expect((await server.call('GET', '/api/surveys/survey-none-1234567/title')).status).toBe(404);
  });

  it('tells its owner alone how many people have answered', async () => {
    const draft = await openSurvey(server, owner, surveyDraft());
    await answer(draft, owner.token);
    expect(await readOwn(draft)).toMatchObject({ answers: 0 });
    await answer(draft, respondent.token);
    expect(await readOwn(draft)).toMatchObject({ answers: 1 });
    expect((await read(draft.surveyId, respondent.token)).body).not.toHaveProperty('answers');
  });

  it('needs the pro plan', async () => {
    const reply = await save(surveyDraft(), respondent);
    expect([reply.status, reply.body.message]).toEqual([
      403,
      'Please upgrade to the Pro or Developer plan to access this feature.',
    ]);
  });

  it('is replaced by a second call of its owner and taken for anybody else', async () => {
    const draft = surveyDraft();
    await save(draft);
    const better = { ...draft, idea: 'A better idea' };
    expect((await save(better)).status).toBe(201);
    expect((await readOwn(draft)).idea).toBe('A better idea');
    const stolen = await save(better, await server.signUp('pro'));
    expect([stolen.status, stolen.body.code]).toEqual([409, 'survey_taken']);
  });

  it('keeps the idea that people have answered', async () => {
    const draft = surveyDraft();
    await save(draft);
    await answer(draft, respondent.token);
    await analyze(draft);
    expect((await save({ ...draft, idea: 'Clearer words' })).status).toBe(201);
    expect(await readOwn(draft)).toMatchObject({ idea: draft.idea });
    expect(await analysisOf(draft)).toMatchObject({ idea: draft.idea });
  });

  it('is not found under an unknown address, whatever this holds', async () => {
    const unknown = await read('survey-none-1234567', owner.token);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'survey_not_found']);
    for (const id of ['%00', '%ff', '%', '..%2f', "'%3B--", 'x'.repeat(5000)])
      expect((await read(id, owner.token)).status).toBe(404);
  });

  it('keeps emoji, right-to-left text, markup and 10,000 characters as they were typed', async () => {
    const draft = { ...surveyDraft(), idea: `<script>alert(1)</script> تقويم 🐝👩‍👩‍👧 ${'ы'.repeat(9_900)}` };
    await save(draft);
    expect((await readOwn(draft)).idea).toBe(draft.idea);
  });

  const question = { question: 'Q?', type: 'multiple-choice', options: ['a', 'b'] };
  const open = { question: 'Q?', type: 'open-ended', options: null };
  it.each([
    ['no questions', { questions: [] }],
    ['one option', { questions: [{ ...question, options: ['a'] }] }],
    ['an option twice', { questions: [{ ...question, options: ['a', 'a'] }] }],
    [
      'options that can be ticked into another',
      { questions: [{ ...question, multiSelect: true, options: ['Coffee', 'Tea', 'Coffee, Tea'] }] },
    ],
    ['a question twice', { questions: [open, open] }],
    ['a question that no result can be filed under', { questions: [{ ...open, question: ' __proto__ ' }] }],
    ['an unknown type', { questions: [{ ...open, type: 'slider' }] }],
    ['too few marks', { questions: [{ ...question, marks: ['has'] }] }],
    ['an unknown mark', { questions: [{ ...question, marks: ['has', 'maybe'] }] }],
    ['marks that are no list', { questions: [{ ...question, marks: 'has' }] }],
    ['an end that is not listed', { questions: [{ ...question, endsWith: 'c' }] }],
    ['no end', { questions: [{ ...question, endsWith: null }] }],
    ['a free text with an end', { questions: [{ ...open, endsWith: 'a' }] }],
    ['a free text with marks', { questions: [{ ...open, marks: [null, null] }] }],
    ['a path outside its own', { surveyId: '../../etc/passwd' }],
    ['a blank idea', { idea: '  ' }],
    ['a number for its idea', { idea: 7 }],
    ['NUL in its idea', { idea: 'a\0b' }],
    ['a lone surrogate in its idea', { idea: '\ud800' }],
    ['no idea at all', { idea: undefined }],
    ['a field of its own', { admin: true }],
    ['a link that is a script', { socialLinks: [{ type: 'a', name: 'b', url: 'javascript:alert(1)' }] }],
    ...[{ line: 9 }, { line: 81 }, { line: 40.5 }, { minimumAnswers: 4 }, { minimumAnswers: 1001 }].map(
      (rule): [string, object] => [JSON.stringify(rule), rule],
    ),
  ])('with %s is refused and not stored', async (_case, changes) => {
    const body = { ...surveyDraft(), ...changes };
    const reply = await save(body);
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
    expect((await read(body.surveyId, owner.token)).status).toBe(404);
  });
});

describe('the rule of a survey', () => {
  it('has a line of 40 and 12 answers unless its owner says otherwise', async () => {
    const draft = markedDraft();
    expect((await save(draft)).body).toMatchObject({
      rule: { line: 40, minimumAnswers: 12, version: 1, sealedAt: null },
    });
    const changed = await save({ ...draft, line: 25, minimumAnswers: 30 });
    expect(changed.body).toMatchObject({ rule: { line: 25, minimumAnswers: 30, version: 1 } });
    // Left out by the next one, and kept.
    expect((await save(draft)).body).toMatchObject({ rule: { line: 25, minimumAnswers: 30 } });
  });

  it('can be checked by anybody with the questions', async () => {
    const draft = markedDraft();
    const text = sealedText({ line: 40, minimumAnswers: 12 }, draft.questions);
    const hash = createHash('sha256').update(text).digest('hex');
    expect((await save(draft)).body).toMatchObject({ rule: { hash } });
    await answer(draft, respondent.token);
    await analyze(draft);
    expect(await analysisOf(draft)).toMatchObject({ basis: { rules: [{ sealedText: text, hash }] } });
  });

  it('is none without marks, and of several choices too', async () => {
    const draft = surveyDraft();
    const [first, second, third] = draft.questions;
    expect((await save(draft)).body.rule).toBeNull();
    const unused = [{ ...first, marks: [null, null, null] }, second, third];
    expect((await save({ ...draft, questions: unused })).body).toMatchObject({
      rule: null,
      questions: draft.questions,
    });
    const questions = [first, { ...second, marks: ['has', null, 'hasnt'] }, third];
    expect((await save({ ...draft, questions })).body).toMatchObject({ rule: { version: 1 }, questions });
  });

  it('is hidden from everybody but the owner, with the marks', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    for (const token of [respondent.token, undefined]) {
      const { body } = await read(draft.surveyId, token);
      expect(body.questions).toEqual(surveyDraft().questions);
      expect(body).not.toHaveProperty('rule');
    }
    expect(await readOwn(draft)).toMatchObject({ questions: draft.questions, rule: { version: 1 } });
  });
});

describe('sealing the rule', () => {
  async function versionsOf({ surveyId }: SurveyDraft) {
    const { rows } = await server.database.pool.query(
      `select version, line, marks, answers_before as before, sealed_at is not null as sealed
       from survey_rules where survey_id = $1 order by version`,
      [surveyId],
    );
    return rows;
  }

  it('happens at the first answer that is not the owner’s own', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft, owner.token);
    expect(await readOwn(draft)).toMatchObject({ rule: { sealedAt: null } });
    await save({ ...draft, line: 55 });
    expect(await versionsOf(draft)).toMatchObject([{ version: 1, line: 55, sealed: false }]);
    await answer(draft);
    const { rule } = (await readOwn(draft)) as { rule?: { sealedAt: string } };
    expect(Math.abs(Date.parse(rule?.sealedAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('makes every later change a new version, which says how many had answered', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft);
    await answer(draft);
    const { surveyId } = draft;
    const versions: [SurveyDraft, number][] = [
      [draft, 1],
      [{ ...draft, line: 20 }, 2],
      [{ ...markedDraft(['has', 'has', 'hasnt']), surveyId }, 3],
      [{ ...surveyDraft(), surveyId }, 4],
    ];
    for (const [changed, version] of versions)
      expect((await save(changed)).body).toMatchObject({ rule: { version } });
    const marks = [['has', 'hasnt', 'hasnt'], null, null];
    expect(await versionsOf(draft)).toEqual([
      { version: 1, line: 40, marks, before: 0, sealed: true },
      { version: 2, line: 20, marks, before: 2, sealed: true },
      { version: 3, line: 20, marks: [['has', 'has', 'hasnt'], null, null], before: 2, sealed: true },
      { version: 4, line: 20, marks: [null, null, null], before: 2, sealed: true },
    ]);
  });

  it('comes late for marks that were made after answers', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    await save({ ...markedDraft(), surveyId: draft.surveyId });
    expect(await versionsOf(draft)).toMatchObject([{ version: 1, before: 1, sealed: true }]);
  });

  it('ends after 50 versions', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft);
    for (let version = 2; version <= 50; version += 1) await save({ ...draft, line: version % 2 ? 40 : 50 });
    const refused = await save({ ...draft, line: 60 });
    expect([refused.status, refused.body.code]).toEqual([409, 'rule_changed_too_often']);
    expect(refused.body.message).toBe('What counts can change 50 times a survey.');
  });

  it('catches an answer that arrives while the rule changes', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    const saves = [10, 20, 30].map((line) => save({ ...draft, line }));
    const answers = [1, 2, 3].map(() => answer(draft));
    await Promise.all(saves);
    for (const { status } of await Promise.all(answers)) expect(status).toBe(201);
    for (const { sealed } of await versionsOf(draft)) expect(sealed).toBe(true);
  });
});

describe('questions', () => {
  it('can change while only the owner has answered, and the previews go with the old ones', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft, owner.token);
    await answer(draft, owner.token);
    expect((await save(reworded(draft))).body.questions).toEqual(reworded(draft).questions);
    await answer(reworded(draft));
    const { rows } = await server.database.pool.query(
      `select t.submissions - t.set_apart as counted, t.set_apart - t.deleted as apart, t.counts,
         array_agg(s.reason) as reasons
       from survey_tallies t join submissions s using (survey_id) where survey_id = $1 group by t.survey_id`,
      [draft.surveyId],
    );
    expect(rows).toEqual([{ counted: 1, apart: 0, counts: [1, 1, 0, 0, 1, 1, 1, 0, 1], reasons: [null] }]);
  });

  it('stay once somebody else has answered', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft, owner.token);
    await answer(draft);
    const refused = await save(reworded(draft));
    expect([refused.status, refused.body.code]).toEqual([409, 'survey_has_answers']);
  });
});

describe('after the pro plan has ended', () => {
  const work = ideaWork(() => server);

  it('everything can be read, the link takes answers, and only new work needs the plan', async () => {
    const founder = await server.signUp('pro');
    const survey = await work.createSurvey(founder);
    const prompt = await work.savePrompt(founder, { surveyId: survey.surveyId });
    await setAccess(survey.surveyId, true, founder);
    await server.database.pool.query("update users set plan = 'free' where id = $1", [founder.id]);
    for (const path of [
      `/api/surveys/${survey.surveyId}`,
      `/api/build-prompts/${prompt.id}`,
      '/api/build-prompt-draft',
      '/api/survey-analyses',
      '/api/ideation-sessions',
      '/api/trails',
    ])
      expect([path, (await server.call('GET', path, founder)).status]).toEqual([path, 200]);
    expect((await server.call('GET', `/api/trails/${prompt.trailId}`, founder)).body).toMatchObject({
      surveys: [{ surveyId: survey.surveyId }],
      buildPrompts: [{ id: prompt.id }],
    });
    expect((await answer(survey)).status).toBe(201);
    await analyze(survey);
    expect(await analysisOf(survey)).toMatchObject({ submissionCount: 1 });
    expect((await setAccess(survey.surveyId, false, founder)).body.publicLink).toBe(false);
    const refused = await save({ ...survey, idea: 'Another idea' }, founder);
    expect([refused.status, refused.body.code]).toEqual([403, 'upgrade_to_pro']);
    expect((await server.call('GET', `/api/surveys/${survey.surveyId}`, founder)).body.idea).toBe(
      survey.idea,
    );
  });
});
