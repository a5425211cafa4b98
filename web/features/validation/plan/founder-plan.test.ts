// @vitest-environment page
import { describe, expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { findQuestionProblems, isComplete } from '#web/features/validation/questions/question-problems.ts';
import { editPlan, movePlan, startPlan } from './founder-plan.ts';

const reading = {
  who: 'parents',
  solution: '',
  question: '',
  trouble: 'forget the bag',
  language: 'en' as const,
};
const examplePlan = writePlan(reading, 'A calendar');
const plan = startPlan(examplePlan, { idea: 'A calendar', model: null });

describe('a founder’s plan', () => {
  it('takes its new address along into a post in the founder’s words', () => {
    const own = editPlan(plan, { summaryPost: `Answer at ${plan.surveyUrl} please`, summaryByHand: true });
    const moved = movePlan({ ...own, stored: 'older' });
    expect(moved.surveyId).not.toBe(plan.surveyId);
    expect(moved.summaryPost).toBe(`Answer at ${moved.surveyUrl} please`);
    expect(moved.stored).toBe('no');
  });

  it('has a link that says its name, or else what goes wrong, never the founder’s answer', () => {
    const { surveyId } = startPlan({ ...examplePlan, appName: '' }, { idea: 'A', model: null, reading });
    expect(surveyId).toMatch(/^survey-forget-the-bag-[a-z0-9]{7}$/);
    const named = startPlan({ ...examplePlan, appName: 'Bag Watch' }, { idea: 'A', model: null, reading });
    expect(named.surveyId).toMatch(/^survey-bag-watch-[a-z0-9]{7}$/);
  });

  it('cuts communities to what the server takes, so that they never block the survey', () => {
    const socialGroups = [
      { type: 'x'.repeat(500), name: 'y'.repeat(500), url: `https://e.org/${'z'.repeat(3000)}` },
    ];
    const [community] = startPlan({ ...examplePlan, socialGroups }, { idea: 'A', model: null }).socialLinks;
    expect(community).toEqual({ type: 'x'.repeat(100), name: 'y'.repeat(200), url: '' });
  });
});

function problemsOf(...surveyQuestions: SurveyQuestion[]) {
  return findQuestionProblems(startPlan({ ...examplePlan, surveyQuestions }, { idea: 'A', model: null }));
}

const open = (question: string): SurveyQuestion => ({ question, type: 'open-ended', options: null });
const choice = (...options: string[]): SurveyQuestion => ({
  question: 'Which?',
  type: 'multiple-choice',
  options,
  multiSelect: false,
});

describe('what keeps a survey from being stored', () => {
  it('is nothing for a sound survey', () => {
    expect(isComplete(problemsOf(open('What happened?'), choice('One', 'Two')))).toBe(true);
  });

  it('is a missing, empty, long or repeated question, told at its place', () => {
    expect(problemsOf().list).toBe('Add at least one question.');
    expect(problemsOf(open('A'), open('  ')).questions.get(1)).toMatch(/^Write the question/);
    expect(problemsOf(open('a'.repeat(1_001))).questions.get(0)).toMatch(/1,000/);
    expect([...problemsOf(open('A'), open('B'), open('A')).questions.keys()]).toEqual([2]);
    const many = Array.from({ length: 31 }, (_, index) => open(`Question ${index}`));
    expect(problemsOf(...many).list).toMatch(/at most 30/);
  });

  it.each([
    [choice('One'), 'Give at least two options.'],
    [choice('One', ''), 'Fill in every option, or remove the empty one.'],
    [choice('One', 'One'), 'Two options are the same.'],
    [
      { ...choice('Coffee', 'Tea', 'Coffee, Tea'), multiSelect: true },
      'Ticked together, some options read like others. Reword one.',
    ],
    [choice('One', 'a'.repeat(301)), 'An option can have at most 300 characters.'],
    [choice(...Array.from({ length: 31 }, (_, index) => `${index}`)), 'A question holds at most 30 options.'],
  ])('is a fault in the options of a choice', (question, text) => {
    expect(problemsOf(question).options.get(0)).toBe(text);
  });
});
