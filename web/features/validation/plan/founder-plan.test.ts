// @vitest-environment page
import { describe, expect, it } from 'vitest';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import { editPlan, movePlan, startPlan } from './founder-plan.ts';

const plan = startPlan(examplePlan, { idea: 'A calendar', model: null });

describe('a founder’s plan', () => {
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
