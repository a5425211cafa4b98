import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { answersTo, markedDraft, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import type { OptionMark } from '#shared/contracts/validation.ts';
import { sealedText } from '#shared/rules/verdict/rule.ts';

let server: TestServer;
let database: Database;
let owner: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  database = connectDatabase(server.databaseUrl, () => {});
  owner = await server.signUp('pro');
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const marks: OptionMark[] = ['has', 'hasnt', 'hasnt'];
const save = (draft: object) => server.call('POST', '/api/surveys', { token: owner.token, body: draft });
const read = async (draft: SurveyDraft, token = owner.token) =>
  (await server.call('GET', `/api/surveys/${draft.surveyId}`, { token })).body as object;
const answer = (draft: SurveyDraft, token?: string) =>
  server.call('POST', '/api/submit-survey', { token, body: answersTo(draft) });

async function versionsOf({ surveyId }: SurveyDraft) {
  const { rows } = await database.pool.query(
    `select version, line, minimum_answers as minimum, marks, answers_before as before, sealed_at is not null as sealed
     from survey_rules where survey_id = $1 order by version`,
    [surveyId],
  );
  return rows;
}

describe('the rule of a survey', () => {
  it('has a line of 40 and 12 answers unless its owner says otherwise, and only within limits', async () => {
    const draft = markedDraft();
    expect((await save(draft)).body).toMatchObject({
      rule: { line: 40, minimumAnswers: 12, version: 1, sealedAt: null },
    });
    const changed = await save({ ...draft, line: 25, minimumAnswers: 30 });
    expect(changed.body).toMatchObject({ rule: { line: 25, minimumAnswers: 30, version: 1 } });
    // Left out by the next one, and kept.
    expect((await save(draft)).body).toMatchObject({ rule: { line: 25, minimumAnswers: 30 } });
    for (const wrong of [
      { line: 9 },
      { line: 81 },
      { line: 40.5 },
      { minimumAnswers: 4 },
      { minimumAnswers: 1001 },
    ])
      expect([wrong, (await save({ ...draft, ...wrong })).status]).toEqual([wrong, 400]);
  });

  it('can be checked by anybody with the questions', async () => {
    const draft = markedDraft();
    const { rule } = (await save(draft)).body as unknown as { rule: { hash: string } };
    const text = sealedText({ line: 40, minimumAnswers: 12 }, draft.questions);
    expect(rule.hash).toBe(createHash('sha256').update(text).digest('hex'));
    expect((await answer(draft, (await server.signUp()).token)).body).toEqual({ success: true });
    await server.call('POST', '/api/analyze-survey', {
      token: owner.token,
      body: { surveyId: draft.surveyId },
    });
    const read = async () =>
      (await server.call('GET', `/api/analyze-survey?surveyId=${draft.surveyId}`, owner)).body;
    await expect
      .poll(read, { timeout: 15_000 })
      .toMatchObject({ basis: { rules: [{ sealedText: text, hash: rule.hash }] } });
  });

  it('is none without marks', async () => {
    const draft = surveyDraft();
    expect((await save(draft)).body.rule).toBeNull();
    const [first, ...rest] = draft.questions;
    const unused = { ...draft, questions: [{ ...first, marks: [null, null, null] }, ...rest] };
    expect((await save(unused)).body).toMatchObject({ rule: null, questions: draft.questions });
  });

  it('is of several choices too', async () => {
    const draft = surveyDraft();
    const [first, second, third] = draft.questions;
    const questions = [first, { ...second, marks: ['has', null, 'hasnt'] }, third];
    expect((await save({ ...draft, questions })).body).toMatchObject({ rule: { version: 1 }, questions });
  });

  it('is hidden from everybody but the owner, with the marks', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    const respondent = await server.signUp();
    for (const token of [respondent.token, undefined]) {
      const { body } = await server.call('GET', `/api/surveys/${draft.surveyId}`, { token });
      expect(body.questions).toEqual(surveyDraft().questions);
      expect(body).not.toHaveProperty('rule');
    }
    expect(await read(draft)).toMatchObject({ questions: draft.questions, rule: { version: 1 } });
  });
});

describe('sealing', () => {
  it('happens at the first answer that is not the owner’s own', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft, owner.token);
    expect(await read(draft)).toMatchObject({ rule: { sealedAt: null } });
    await save({ ...draft, line: 55 });
    expect(await versionsOf(draft)).toMatchObject([{ version: 1, line: 55, sealed: false }]);
    const before = Date.now();
    await answer(draft);
    const { rule } = (await read(draft)) as { rule?: { sealedAt: string } };
    expect(Math.abs(Date.parse(rule?.sealedAt ?? '') - before)).toBeLessThan(60_000);
  });

  it('makes every later change a new version, which says how many had answered', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft);
    await answer(draft);
    expect((await save(draft)).body).toMatchObject({ rule: { version: 1 } });
    expect((await save({ ...draft, line: 20 })).body).toMatchObject({ rule: { version: 2, line: 20 } });
    const other = { ...markedDraft(['has', 'has', 'hasnt']), surveyId: draft.surveyId };
    expect((await save(other)).body).toMatchObject({ rule: { version: 3, line: 20 } });
    const none = { ...surveyDraft(), surveyId: draft.surveyId };
    expect((await save(none)).body).toMatchObject({ rule: { version: 4 } });
    expect(await versionsOf(draft)).toEqual([
      { version: 1, line: 40, minimum: 12, marks: [marks, null, null], before: 0, sealed: true },
      { version: 2, line: 20, minimum: 12, marks: [marks, null, null], before: 2, sealed: true },
      {
        version: 3,
        line: 20,
        minimum: 12,
        marks: [['has', 'has', 'hasnt'], null, null],
        before: 2,
        sealed: true,
      },
      { version: 4, line: 20, minimum: 12, marks: [null, null, null], before: 2, sealed: true },
    ]);
  });

  it('comes late for marks that were made after answers', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    const marked = { ...markedDraft(), surveyId: draft.surveyId };
    expect((await save(marked)).body).toMatchObject({ rule: { version: 1 } });
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
  const anew = (draft: SurveyDraft) => {
    const [first, ...rest] = draft.questions;
    return { ...draft, questions: first ? [{ ...first, question: 'How often last week?' }, ...rest] : rest };
  };

  it('can change while only the owner has answered, and the previews go with the old ones', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft, owner.token);
    await answer(draft, owner.token);
    expect((await save(anew(draft))).body.questions).toEqual(anew(draft).questions);
    await answer(anew(draft));
    const { rows } = await database.pool.query(
      `select t.submissions - t.set_apart as counted, t.set_apart - t.deleted as apart, t.counts,
         array_agg(s.reason) as reasons
       from survey_tallies t join submissions s using (survey_id) where survey_id = $1 group by t.survey_id`,
      [draft.surveyId],
    );
    expect(rows).toEqual([{ counted: 1, apart: 0, counts: [1, 1, 0, 0, 1, 1, 1, 0, 1], reasons: [null] }]);
  });

  it('stay once somebody else has answered', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await answer(draft, owner.token);
    await answer(draft);
    const refused = await save(anew(draft));
    expect([refused.status, refused.body.code]).toEqual([409, 'survey_has_answers']);
  });
});
