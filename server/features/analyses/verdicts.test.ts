import { beforeAll, describe, expect, it } from 'vitest';
import { openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import type { OptionMark } from '#shared/contracts/surveys/validation.ts';

const server = openTestServer();
let owner: TestUser;
beforeAll(async () => {
  owner = await server.signUp('pro');
});

type Question = SurveyDraft['questions'][number];

const often: Question = {
  question: 'How often last month did you throw away unsold bread?',
  type: 'multiple-choice',
  options: ['Every day', 'About every week', 'Once or twice', 'It didn’t happen', 'I don’t remember'],
  marks: ['has', 'has', 'hasnt', 'hasnt', null],
  label: 'throw away unsold bread',
  endsWith: 'It didn’t happen',
};
const hard: Question = {
  question: 'What was hardest about it?',
  type: 'multiple-choice',
  options: ['It took too long', 'It wasn’t hard'],
  marks: ['has', 'hasnt'],
  label: 'found it hard',
};
const troubles: Question = {
  question: 'Which of these happened last month?',
  type: 'multiple-choice',
  options: ['Bread was left over', 'Shelves were empty', 'None of these'],
  multiSelect: true,
  marks: ['has', 'has', 'hasnt'],
};

async function open(questions: Question[], by: TestUser = owner): Promise<string> {
  const draft = { ...surveyDraft(), people: 'bakers', questions };
  await openSurvey(server, by, draft);
  return draft.surveyId;
}

/** Sends the same answers so many times, each from another network. */
async function answer(surveyId: string, times: number, answers: Record<string, string>): Promise<void> {
  const responses = Object.entries(answers).map(([question, answer]) => ({ question, answer }));
  await Promise.all(
    Array.from({ length: times }, async () => {
      const { status } = await server.call('POST', '/api/submit-survey', { body: { surveyId, responses } });
      expect(status).toBe(201);
    }),
  );
}

async function read(surveyId: string, token = owner.token): Promise<SurveyAnalysis> {
  await server.call('POST', '/api/analyze-survey', { body: { surveyId } });
  await server.app.runDueTasks();
  const { body } = await server.call('GET', `/api/analyze-survey?surveyId=${surveyId}`, { token });
  return body as unknown as SurveyAnalysis;
}

describe('a verdict', () => {
  it('is No-Go where 95 of 100 don’t have the problem, however bad it is for the others', async () => {
    const surveyId = await open([often, hard]);
    await answer(surveyId, 95, { [often.question]: 'It didn’t happen' });
    await answer(surveyId, 5, { [often.question]: 'Every day', [hard.question]: 'It took too long' });
    const { analysis, figures } = await read(surveyId);
    expect(analysis.goNoGoDecision).toBe('No-Go');
    expect(figures.map(({ has, counted }) => [has, counted])).toEqual([
      [5, 100],
      [5, 5],
    ]);
    expect(analysis.summary).toBe('5 of 100 bakers throw away unsold bread every week or more.');
  });

  it('needs marks on both sides', async () => {
    const oneSided = {
      ...often,
      endsWith: undefined,
      marks: ['has', 'has', null, null, null] as OptionMark[],
    };
    const surveyId = await open([oneSided]);
    await answer(surveyId, 6, { [often.question]: 'Every day' });
    await answer(surveyId, 14, { [often.question]: 'Once or twice' });
    const { analysis, basis, figures } = await read(surveyId);
    expect([analysis.goNoGoDecision, basis?.reason, figures]).toEqual(["Can't tell yet", 'no-marks', []]);
  });

  it('counts blank check boxes against the problem', async () => {
    const surveyId = await open([troubles]);
    await answer(surveyId, 95, { [troubles.question]: '' });
    await answer(surveyId, 5, { [troubles.question]: 'Bread was left over' });
    const { analysis, figures, choices } = await read(surveyId);
    expect(analysis.goNoGoDecision).toBe('No-Go');
    expect(figures[0]).toMatchObject({ has: 5, counted: 100 });
    expect(choices?.[troubles.question]?.answered).toBe(100);
  });

  it('leaves check boxes out that nobody was asked', async () => {
    const surveyId = await open([{ ...often, marks: undefined }, troubles]);
    await answer(surveyId, 30, { [often.question]: 'It didn’t happen' });
    await answer(surveyId, 12, { [often.question]: 'Every day', [troubles.question]: 'Shelves were empty' });
    expect((await read(surveyId)).figures[0]).toMatchObject({ has: 12, counted: 12 });
  });

  it("can't tell where more answers are not counted than counted, and says so", async () => {
    const mood: Question = {
      question: 'How was the last delivery?',
      type: 'multiple-choice',
      options: ['Bad', 'Fine', 'Good'],
      marks: ['has', 'hasnt', null],
    };
    const surveyId = await open([mood]);
    await answer(surveyId, 6, { [mood.question]: 'Bad' });
    await answer(surveyId, 54, { [mood.question]: 'Good' });
    const { analysis, basis } = await read(surveyId);
    expect([analysis.goNoGoDecision, basis?.reason]).toEqual(["Can't tell yet", 'mostly-uncounted']);
    expect(analysis.recommendationReasoning).toContain('not counted (54) than counted (6)');
  });

  it('waits for people whose answer counts, not for answers', async () => {
    const surveyId = await open([often]);
    await answer(surveyId, 11, { [often.question]: 'Every day' });
    await answer(surveyId, 9, { [often.question]: 'I don’t remember' });
    const { analysis, basis } = await read(surveyId);
    expect([analysis.goNoGoDecision, basis?.reason, basis?.moreAnswers]).toEqual([
      "Can't tell yet",
      'too-few',
      1,
    ]);
  });

  it('says how often what counts was changed after people had answered', async () => {
    const surveyId = await open([often]);
    await answer(surveyId, 12, { [often.question]: 'Every day' });
    const body = { ...surveyDraft(), surveyId, questions: [often], line: 30 };
    await server.call('POST', '/api/surveys', { token: owner.token, body });
    expect((await read(surveyId)).analysis.recommendationReasoning).toContain(
      'Changed after answers came: what counts once.',
    );
  });

  it('keeps the idea, the people and the labels that its answers were given under', async () => {
    const surveyId = await open([often, hard]);
    await answer(surveyId, 1, { [often.question]: 'Every day', [hard.question]: 'It took too long' });
    const questions = [
      { ...often, label: 'would pay $100 a month' },
      { ...hard, label: 'would pay too' },
    ];
    const changed = { surveyId, idea: 'An app for dentists', people: 'dentists', questions };
    const body = { ...surveyDraft(), ...changed };
    const saved = await server.call('POST', '/api/surveys', { token: owner.token, body });
    expect(saved).toMatchObject({ status: 201, body: { questions: [often, hard] } });
    await answer(surveyId, 11, { [often.question]: 'Every day', [hard.question]: 'It took too long' });
    const { analysis, figures, ...after } = (await read(surveyId)) as SurveyAnalysis & { idea: string };
    expect(analysis.summary).toBe('12 of 12 bakers throw away unsold bread every week or more.');
    expect(figures.map(({ label }) => label)).toEqual([often.label, hard.label]);
    expect(after.idea).toBe(surveyDraft().idea);
  });

  it('gets no label once people have answered, also for a question that is marked later', async () => {
    const late = { ...hard, marks: undefined, label: undefined };
    const surveyId = await open([often, late]);
    await answer(surveyId, 12, { [often.question]: 'Every day', [hard.question]: 'It took too long' });
    const body = { ...surveyDraft(), surveyId, questions: [often, { ...hard, label: 'would pay $100' }] };
    await server.call('POST', '/api/surveys', { token: owner.token, body });
    const { figures } = await read(surveyId);
    expect(figures.map(({ label }) => label)).toEqual([often.label, '']);
  });

  it('moves by nothing that another owner does', async () => {
    const other = await server.signUp('pro');
    const [mine, theirs] = [await open([often]), await open([often], other)];
    for (const surveyId of [mine, theirs]) await answer(surveyId, 12, { [often.question]: 'Every day' });
    const { created_at: _, ...before } = await read(mine);
    const as = { token: other.token };
    const answers = `/api/surveys/${theirs}/submissions`;
    for (const number of [1, 2, 3])
      await server.call('PUT', `${answers}/${number}`, { ...as, body: { counted: false } });
    await server.call('PUT', `${answers}/1`, { ...as, body: { counted: true } });
    await server.call('DELETE', `${answers}/4`, as);
    await server.call('POST', '/api/surveys', {
      ...as,
      body: { ...surveyDraft(), surveyId: theirs, questions: [often], line: 30, idea: 'Another idea' },
    });
    expect((await read(theirs, other.token)).basis).toMatchObject({ byHand: 2 });
    await answer(mine, 1, { [often.question]: 'Every day' });
    const after = await read(mine);
    expect(after.basis).toEqual({ ...before.basis, places: [{ name: null, submissions: 13 }] });
    expect(after.submissionCount).toBe(before.submissionCount + 1);
  });
});
