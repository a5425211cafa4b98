// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { Rewrite } from '#shared/contracts/build-prompts.ts';
import { examplePrompt, stubPrompts } from '#web/features/proof-of-concept/stub-prompts.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { addRewrite, blankPrompt, promptOf } from './prompt-document.ts';
import { promptStore } from './prompt-store.ts';

beforeEach(() => setTokenSource(async () => 'token'));

const { id } = examplePrompt;
const stored = promptOf(examplePrompt);

function rewriteAt(second: number): Rewrite {
  const receipt = {
    model: null,
    at: `2026-11-23T10:00:0${second}.000Z`,
    promptVersion: 'enhancement-1',
    step: 'strict' as const,
  };
  return { original: 'An idea', text: `Text ${second}`, receipt, surveyId: null, submissionCount: null };
}

async function openStore() {
  const kept = stubPrompts(examplePrompt);
  const putName = `PUT /api/build-prompts/${id}`;
  const answers = kept.answersBefore({});
  let refused = 0;
  const put = answers[putName];
  const server = stubServer({
    ...answers,
    [`GET /api/build-prompts/${id}`]: examplePrompt,
    [putName]: (call) => {
      if (server.callsOf(putName).length === refused) return refusal(503, 'internal', 'Away.');
      return typeof put === 'function' ? put(call) : {};
    },
  });
  const store = promptStore();
  await store.read(id);
  return { ...kept, store, refuse: (call: number) => (refused = call), held: () => kept.prompts.get(id) };
}

describe('keeping', () => {
  it('a text on top of an older revision than this tab has written is a conflict', async () => {
    const { store, held } = await openStore();
    const second = await store.save({ ...stored, result: 'Mine' });
    await store.save({ ...second, result: 'Mine, longer' });
    for (const stale of [stored, second])
      await expect(store.save({ ...stale, result: 'Left by a closed tab' })).rejects.toMatchObject({
        status: 409,
      });
    expect(held()?.result).toBe('Mine, longer');
  });

  it('several rewrites goes on where it failed', async () => {
    const { store, refuse, held } = await openStore();
    const two = addRewrite(addRewrite(stored, rewriteAt(1)), rewriteAt(2));
    refuse(2);
    await expect(store.save(two)).rejects.toMatchObject({ status: 503 });
    expect(held()?.rewrites).toHaveLength(3);
    expect(await store.save(two)).toMatchObject({ revision: 5 });
    expect(
      held()
        ?.rewrites.map(({ text }) => text)
        .slice(2),
    ).toEqual(['Text 1', 'Text 2']);
  });

  it('another text meanwhile is a conflict, though it has the same revision', async () => {
    const { store, refuse, held } = await openStore();
    const two = addRewrite(addRewrite(stored, rewriteAt(1)), rewriteAt(2));
    refuse(2);
    await expect(store.save(two)).rejects.toMatchObject({ status: 503 });
    await expect(store.save({ ...stored, result: 'Left by a closed tab' })).rejects.toMatchObject({
      status: 409,
    });
    await store.save(two);
    await expect(store.save({ ...two, result: 'Later' })).rejects.toMatchObject({ status: 409 });
    expect(held()?.result).toBe('Text 2');
  });
});

describe('a prompt that rests on a survey of another trail', () => {
  const surveyId = 'survey-two-homes-k3x9d2a';
  const fresh = { ...blankPrompt(null, 'The calendar in other words'), surveyId };
  const rewritten = addRewrite(fresh, rewriteAt(1));
  const put = `PUT /api/build-prompts/${fresh.id}`;
  const listed = 'GET /api/survey-analyses';
  const open = (analyses: object) => stubServer(stubPrompts().answersBefore({ [listed]: analyses }));

  it('hangs on the survey’s trail once there is a rewrite, not before', async () => {
    const { callsOf } = open([analysisOf(surveyId, 'trail-of-the-survey')]);
    const store = promptStore();
    const kept = await store.save(fresh);
    expect(kept.trailId).toBeNull();
    expect(callsOf(put)[0]?.body).not.toHaveProperty('trailId');
    const { trailId } = await store.save({ ...rewritten, revision: kept.revision });
    expect(trailId).toBe('trail-of-the-survey');
    expect(callsOf(listed)).toHaveLength(1);
  });

  it('keeps the trail that it has', async () => {
    const { callsOf } = open([analysisOf(surveyId, 'trail-of-the-survey')]);
    const { trailId } = await promptStore().save({ ...rewritten, trailId: 'trail-of-its-own' });
    expect(trailId).toBe('trail-of-its-own');
    expect(callsOf(listed)).toHaveLength(0);
  });

  it('is found among more surveys than one list holds', async () => {
    const many = Array.from({ length: 100 }, (_, number) => analysisOf(`survey-${number}`, 'trail-other'));
    const { callsOf } = open(({ query }: { query: URLSearchParams }) =>
      Response.json(query.has('before') ? [analysisOf(surveyId, 'trail-of-the-survey')] : many),
    );
    const { trailId } = await promptStore().save(rewritten);
    expect(trailId).toBe('trail-of-the-survey');
    expect(callsOf(listed)[1]?.query.get('before')).toBe('2026-11-21T12:00:00.000Z~survey-99');
  });

  it('is kept all the same when the surveys can’t be listed', async () => {
    open(refusal(500, 'internal', 'Away.'));
    expect((await promptStore().save(rewritten)).trailId).toBe('trail-of-the-idea');
  });
});

function analysisOf(surveyId: string, trailId: string): SurveyAnalysis {
  return {
    surveyId,
    trailId,
    idea: 'A calendar for two homes',
    analysis: {
      summary: '',
      sentiment: 'Positive',
      goNoGoDecision: 'Go',
      recommendationReasoning: '',
      keyStrengths: [],
      keyWeaknesses: [],
    },
    aggregatedData: {},
    submissionCount: 1,
    textNumbers: {},
    created_at: '2026-11-21T12:00:00.000Z',
    model: null,
    receipt: null,
    line: 30,
    figures: [],
    basis: null,
    questionOrder: [],
  };
}
