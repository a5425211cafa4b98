import { describe, expect, it } from 'vitest';
import { answersTo, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';

const server = openTestServer();

const sentence = 'An app with alerts at noon for bakers that throw away unsold bread';
const problem = 'bakers that throw away unsold bread';
const reading = {
  who: 'bakers',
  trouble: 'throw away unsold bread',
  solution: 'alerts at noon',
  question: 'you throw away unsold bread',
  language: 'en' as const,
};
const plan = {
  reading,
  oneSentencePitch: sentence,
  problemParagraph: 'throw away unsold bread',
  targetAudience: 'bakers',
  summaryPost: 'A question for bakers',
  summaryByHand: false,
  model: null,
};

const planned = (): SurveyDraft => ({ ...surveyDraft(), idea: sentence, plan, appName: 'Unsold Bread' });
const save = ({ token }: TestUser, body: object) => server.call('POST', '/api/surveys', { token, body });
const read = (id: string, user?: TestUser) =>
  server.call('GET', `/api/surveys/${id}`, { token: user?.token });

describe('the plan of a survey', () => {
  it('comes back to its owner on every device', async () => {
    const founder = await server.signUp('pro');
    const draft = planned();
    expect((await save(founder, draft)).status).toBe(201);
    const { body } = await read(draft.surveyId, founder);
    expect(body).toMatchObject({ plan: { ...plan, idea: sentence }, appName: 'Unsold Bread' });
  });

  it('is shown to nobody who answers, and neither is the founder’s answer', async () => {
    const founder = await server.signUp('pro');
    const draft = planned();
    await save(founder, draft);
    const token = founder.token;
    await server.call('PUT', `/api/surveys/${draft.surveyId}/access`, { token, body: { publicLink: true } });
    for (const person of [undefined, await server.signUp('free')]) {
      const { body } = await read(draft.surveyId, person);
      expect(body).toMatchObject({ idea: problem, isOwner: false });
      for (const name of ['plan', 'appName']) expect(body).not.toHaveProperty(name);
      expect(JSON.stringify(body)).not.toContain('alerts at noon');
    }
    const title = await server.call('GET', `/api/surveys/${draft.surveyId}/title`);
    expect(title.body).toEqual({ title: 'Feedback for: an idea for bakers' });
  });

  it.each([
    [
      'en',
      'How often last month did you throw away bread?',
      'Landlords',
      'en',
      'Feedback for: an idea for landlords',
    ],
    [
      'de',
      'Wie oft kam es im letzten Monat vor, dass Sie die Unterlagen nicht finden konnten?',
      'kleine Bäckereien',
      'de',
      'Feedback zu: einer Idee für kleine Bäckereien',
    ],
    [
      'fr',
      'Combien de fois le mois dernier est-ce que vous avez jeté du pain ?',
      'boulangers',
      'fr',
      'Votre avis sur : une idée pour boulangers',
    ],
    [
      'es',
      '¿Cuántas veces el mes pasado ha tirado usted el pan que no se vendió?',
      'panaderos',
      'es',
      'Tu opinión sobre: una idea para panaderos',
    ],
    ['another', 'How often last month did you throw away bread?', 'किसान', 'other', 'Feedback for: an idea'],
  ] as const)('names whom it asks in its title, in %s', async (_name, question, who, language, expected) => {
    const founder = await server.signUp('pro');
    const draft = {
      ...planned(),
      questions: [{ type: 'open-ended', options: null, question }],
      plan: { ...plan, reading: { ...reading, who, language } },
    };
    expect((await save(founder, draft)).status).toBe(201);
    const title = await server.call('GET', `/api/surveys/${draft.surveyId}/title`);
    expect(title.body).toEqual({ title: expected });
  });

  it('stays when the survey is saved without one, and follows a changed box', async () => {
    const founder = await server.signUp('pro');
    const draft = planned();
    await save(founder, draft);
    await save(founder, { ...draft, plan: undefined });
    expect((await read(draft.surveyId, founder)).body).toMatchObject({ idea: problem, plan: { reading } });
    const changed = { ...reading, trouble: 'bake too much' };
    await save(founder, { ...draft, plan: { ...plan, reading: changed } });
    expect((await read(draft.surveyId, founder)).body).toMatchObject({
      idea: 'bake too much',
      plan: { reading: changed, idea: sentence },
    });
  });

  it('keeps who was asked about what once people have answered, and gives the idea the new boxes', async () => {
    const founder = await server.signUp('pro');
    const draft = { ...planned(), people: 'bakers' };
    await openSurvey(server, founder, draft);
    await server.call('POST', '/api/submit-survey', { body: answersTo(draft) });
    const changed = { ...reading, who: 'dentists', trouble: 'bill too late', solution: 'a till' };
    const { status } = await save(founder, {
      ...draft,
      people: 'dentists',
      plan: { ...plan, reading: changed },
    });
    expect(status).toBe(201);
    expect((await read(draft.surveyId, founder)).body).toMatchObject({
      idea: problem,
      plan: { reading: { ...reading, solution: 'a till' } },
    });
    const found = { token: founder.token, body: { idea: sentence } };
    expect((await server.call('POST', '/api/ideas/find', found)).body).toMatchObject({
      trail: { reading: changed },
    });
  });

  it('leaves the idea’s newer boxes alone when it is saved with its own', async () => {
    const founder = await server.signUp('pro');
    const draft = planned();
    await save(founder, draft);
    const newer = { ...reading, who: 'dentists' };
    const as = { token: founder.token };
    await server.call('PUT', '/api/ideas/reading', { ...as, body: { idea: sentence, reading: newer } });
    await save(founder, { ...draft, line: 30 });
    const found = await server.call('POST', '/api/ideas/find', { ...as, body: { idea: sentence } });
    expect(found.body).toMatchObject({ trail: { reading: newer } });
  });

  it('is without a name until its owner gives one', async () => {
    const founder = await server.signUp('pro');
    const draft = { ...planned(), appName: ' ' };
    await save(founder, draft);
    expect((await read(draft.surveyId, founder)).body).toMatchObject({ appName: '' });
    const trails = await server.call('GET', '/api/trails', { token: founder.token });
    expect(trails.body).toMatchObject([{ idea: sentence, appName: null }]);
  });

  it('gives the boxes to the idea, for every tool', async () => {
    const founder = await server.signUp('pro');
    const draft = planned();
    await save(founder, draft);
    const found = await server.call('POST', '/api/ideas/find', {
      token: founder.token,
      body: { idea: ` ${sentence.toUpperCase()}!` },
    });
    expect(found.body).toMatchObject({
      trail: { idea: sentence, reading, surveys: [{ surveyId: draft.surveyId }] },
    });
  });

  it.each([
    ['a NUL in a box', { reading: { ...reading, who: 'a\0b' } }],
    ['half a character', { summaryPost: '\ud83d' }],
    ['a box of 161 characters', { reading: { ...reading, question: 'x'.repeat(161) } }],
    ['an unknown field', { marks: [] }],
    ['a post of 10,001 characters', { summaryPost: 'x'.repeat(10_001) }],
  ])('is refused with %s', async (_what, change) => {
    const founder = await server.signUp('pro');
    const { status, body } = await save(founder, { ...planned(), plan: { ...plan, ...change } });
    expect([status, body.code]).toEqual([400, 'body_invalid']);
  });

  it('keeps another script, emoji and markup as they were typed', async () => {
    const founder = await server.signUp('pro');
    const typed = {
      ...reading,
      who: 'خبازون 🥖',
      trouble: '<b>パン</b> {who} $&',
      language: 'other' as const,
    };
    const draft = { ...planned(), plan: { ...plan, reading: typed } };
    await save(founder, draft);
    expect((await read(draft.surveyId, founder)).body).toMatchObject({
      idea: typed.trouble,
      plan: { reading: typed },
    });
  });
});
