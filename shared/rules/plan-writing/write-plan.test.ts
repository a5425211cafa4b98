import { describe, expect, test } from 'vitest';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { validationPlan } from '#shared/contracts/validation.ts';
import { writePlan } from './write-plan.ts';

const idea = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
const reading: IdeaReading = {
  who: 'small bakeries',
  job: 'plan tomorrow’s baking',
  trouble: 'throw away unsold bread',
  language: 'en',
};

describe('the plan of an idea with three phrases', () => {
  const plan = writePlan(reading, idea);

  test('has the shape of the contract', () => {
    validationPlan.parse(plan);
    expect(plan.names).toHaveLength(3);
    expect(plan.appName).toBe(plan.names[0]);
  });

  test('speaks in the phrases', () => {
    expect(plan.oneSentencePitch).toBe(`${plan.appName} helps small bakeries plan tomorrow’s baking.`);
    expect(plan.problemParagraph).toBe(
      'Small bakeries try to plan tomorrow’s baking. Today they throw away unsold bread.',
    );
    expect(plan.targetAudience).toBe('Small bakeries that throw away unsold bread.');
    expect(plan.surveyQuestions[0]?.question).toBe(
      'In the last month, how often did you throw away unsold bread?',
    );
  });
});
