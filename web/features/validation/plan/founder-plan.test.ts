// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import { editPlan, movePlan, startPlan } from './founder-plan.ts';

const plan = startPlan(examplePlan, { idea: 'A calendar', model: null });

describe('a founder’s plan', () => {
  it('gets a survey address of its own, which is in the summary post', () => {
    expect(plan.surveyId).toMatch(/^survey-two-homes-[0-9a-z]{7}$/);
    expect(plan.surveyUrl).toBe(`${location.origin}/survey/${plan.surveyId}`);
    expect(plan.summaryPost).toContain(plan.surveyUrl);
    expect(startPlan(examplePlan, { idea: 'A calendar', model: null }).surveyId).not.toBe(plan.surveyId);
  });

  it('rewrites the post with each edit, until the founder has written it', () => {
    const edited = editPlan(plan, { problemParagraph: 'They lose track.' });
    expect(edited.summaryPost).toContain('They lose track.');
    const own = editPlan(edited, { summaryPost: 'Mine', summaryByHand: true });
    expect(editPlan(own, { appName: 'Else' }).summaryPost).toBe('Mine');
    expect(editPlan(own, { summaryByHand: false }).summaryPost).toContain('They lose track.');
  });

  it('knows when the server holds an older survey', () => {
    const stored = { ...plan, stored: 'yes' as const };
    expect(editPlan(stored, { appName: 'Else' }).stored).toBe('yes');
    expect(editPlan(stored, { questions: stored.questions.slice(1) }).stored).toBe('older');
  });

  it('takes its new address along into a post in the founder’s words', () => {
    const own = editPlan(plan, { summaryPost: `Answer at ${plan.surveyUrl} please`, summaryByHand: true });
    const moved = movePlan({ ...own, stored: 'older' });
    expect(moved.surveyId).not.toBe(plan.surveyId);
    expect(moved.summaryPost).toBe(`Answer at ${moved.surveyUrl} please`);
    expect(moved.stored).toBe('no');
  });

  it('cuts communities to what the server takes, so that they never block the survey', () => {
    const socialGroups = [
      { type: 'x'.repeat(500), name: 'y'.repeat(500), url: `https://e.org/${'z'.repeat(3000)}` },
    ];
    const [community] = startPlan({ ...examplePlan, socialGroups }, { idea: 'A', model: null }).socialLinks;
    expect(community).toEqual({ type: 'x'.repeat(100), name: 'y'.repeat(200), url: '' });
  });
});
