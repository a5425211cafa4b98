// @vitest-environment page
import { describe, expect, it } from 'vitest';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { parseValidationOutput } from '#shared/rules/model-output/validation.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { editPlan, type FounderPlan, startPlan } from './founder-plan.ts';
import { fitLabels, type PlanBasis, rewritePlan } from './PlanReading.tsx';

const idea = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
const reading: IdeaReading = {
  who: 'small bakeries',
  trouble: 'throw away unsold bread',
  solution: '',
  question: 'you throw away unsold bread',
  language: 'en',
};
const changed = { ...reading, who: 'pastry shops' };

/** The plan as it comes over the wire. */
function planned(model: string | null = null): FounderPlan {
  const output = parseValidationOutput(JSON.stringify({ ...reading, ...writePlan(reading, idea) }));
  if (!('plan' in output)) throw new Error('no plan');
  return startPlan(output.plan, { idea, model, reading: output.reading ?? undefined });
}

function rewrite(plan: FounderPlan, change: Partial<PlanBasis>) {
  const { patch, left } = rewritePlan(plan, change);
  return { plan: editPlan(plan, patch), left };
}

describe('the label of an edited question', () => {
  const [first, ...rest] = planned().questions;
  const label = 'throw away unsold bread';
  const own = first?.question ?? '';
  const rewritten = 'How often last month did you pay for a landing page?';
  /** The plan's first question after each edit, one after the other. */
  function edited(texts: string[], given: Partial<{ label: string; model: string }> = {}) {
    let plan = planned(given.model);
    const change = (fields: object) => {
      const [at, ...others] = plan.questions;
      if (at) plan = editPlan(plan, { questions: fitLabels(plan, [{ ...at, ...fields }, ...others]) });
    };
    if (given.label) change({ label: given.label });
    for (const question of texts) change({ question });
    return plan.questions[0];
  }

  it.each([
    ['goes with words that it does not name', [rewritten], {}, ''],
    ['goes while the question is being typed', [own.slice(0, -8), rewritten], {}, ''],
    ['comes back with our words', [rewritten, own], {}, label],
    ['stays where the question still says it', [own.replace('last month', 'in October')], {}, label],
    ['stays where the founder wrote it', [rewritten], { label: 'pay for a page' }, 'pay for a page'],
    ['goes from a model’s question too', [rewritten], { model: 'a-model' }, ''],
  ])('%s', (_what, texts, given, expected) => {
    expect(edited(texts, given)?.label).toBe(expected);
  });

  it('moves with its question', () => {
    const plan = planned();
    const moved = first ? [...rest, first] : rest;
    expect(fitLabels(plan, moved)).toEqual(moved);
  });

  it('goes from every question of ours, not from the first alone', () => {
    const plan = planned();
    const questions = plan.questions.map((one) =>
      one.marks ? { ...one, question: 'What came of it?' } : one,
    );
    for (const one of fitLabels(plan, questions)) expect(one.label ?? '').toBe('');
  });
});

describe('a changed phrase', () => {
  it('rewrites all that was not edited', () => {
    const { plan, left } = rewrite(planned(), { reading: changed });
    const written = writePlan(changed, idea);
    expect(left).toEqual([]);
    expect(plan).toMatchObject({
      reading: changed,
      oneSentencePitch: written.oneSentencePitch,
      problemParagraph: written.problemParagraph,
      targetAudience: written.targetAudience,
      socialLinks: written.socialGroups,
      questions: written.surveyQuestions,
    });
    expect(plan.summaryPost).toContain('Pastry shops, a question');
    expect(rewrite(plan, { reading }).plan).toEqual(freshAt(plan));
  });

  it('leaves the spaces at its ends out of the texts', () => {
    const { plan } = rewrite(planned(), { reading: { ...changed, who: 'pastry shops ' } });
    expect(plan.targetAudience).toBe('pastry shops');
    expect(rewrite(plan, { reading: changed }).left).toEqual([]);
  });

  it('leaves edited parts alone and names them', () => {
    const first = planned();
    const [, ...rest] = first.questions;
    const edited = editPlan(first, {
      questions: [{ question: 'How was your week?', type: 'open-ended', options: null }, ...rest],
      summaryPost: 'My post',
      summaryByHand: true,
    });
    const { plan, left } = rewrite(edited, { reading: { ...changed, question: 'you bin bread' } });
    expect(left).toEqual(['questions', 'post']);
    expect(plan).toMatchObject({ summaryPost: 'My post', questions: edited.questions });
    expect(plan.targetAudience).toBe('pastry shops');
  });

  it('calls the app by the founder’s name for it', () => {
    const named = editPlan(planned(), { appName: 'Loaf' });
    expect(rewrite(named, { reading: changed }).plan.appName).toBe('Loaf');
  });

  it('follows questions that were moved or removed', () => {
    const first = planned();
    const questions = [...first.questions.slice(1, 4), ...first.questions.slice(0, 1)];
    const { plan, left } = rewrite(editPlan(first, { questions }), {
      reading: { ...reading, question: 'you bin bread' },
    });
    expect(plan.questions).toHaveLength(4);
    expect(plan.questions.at(-1)?.question).toBe('How often last month did you bin bread?');
    expect(left).toEqual([]);
  });
});

it('another language rewrites the questions, but for the founder’s own words', () => {
  const { plan, left } = rewrite(planned(), { surveyLanguage: 'de' });
  expect(left).toEqual([]);
  const [first, ...others] = writePlan(reading, idea, 'de').surveyQuestions;
  const [own] = planned().questions;
  expect(plan.questions.slice(1)).toEqual(others);
  expect(plan.questions[0]).toMatchObject({ question: own?.question, options: first?.options });
  expect(plan.problemParagraph).toBe(planned().problemParagraph);
  expect(rewrite(plan, { surveyLanguage: 'en' }).plan.questions).toEqual(planned().questions);
});

/** A fresh plan under the address of another. */
function freshAt({ surveyId, surveyUrl }: FounderPlan): FounderPlan {
  return editPlan({ ...planned(), surveyId, surveyUrl }, {});
}
