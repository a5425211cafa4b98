// @vitest-environment page
import { describe, expect, it } from 'vitest';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { parseValidationOutput } from '#shared/rules/model-output/validation.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { editPlan, type FounderPlan, startPlan } from './founder-plan.ts';
import { type PlanBasis, rewritePlan } from './PlanReading.tsx';

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
