// @vitest-environment page

import { expect, it } from 'vitest';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { startPlan } from './founder-plan.ts';
import { planAsText } from './plan-text.ts';

const reading: IdeaReading = {
  who: 'bakers',
  trouble: 'throw away bread',
  solution: 'alerts at noon',
  question: 'you throw away bread',
  language: 'en',
};
const idea = 'Bakers throw away bread';

const planned = (changes: Partial<IdeaReading> = {}) => {
  const read = { ...reading, ...changes };
  return startPlan(writePlan(read, idea), { idea, model: null, reading: read });
};

it('says each thing once, with every question, the marks and the line', () => {
  const text = planAsText(planned(), true);
  expect(text.split(`\n${idea}\n`)).toHaveLength(2);
  expect(text).not.toContain('One-sentence pitch');
  expect(text).toContain('## What goes wrong\n\nthrow away bread\n');
  expect(text).toContain('## Your idea for it\n\nalerts at noon\n');
  expect(text).toContain('   - Every day (has the problem)\n');
  expect(text).toContain('   - I don’t remember (not counted)\n');
  expect(text).toContain('\n7. May we ask you more?');
  expect(text).toContain('The line is 40 %; a verdict needs 12 answers.');
  expect(planAsText(planned(), false)).not.toContain('\n7. ');
});

it('has its headings in the idea’s language', () => {
  const text = planAsText(planned({ language: 'de' }), true);
  expect(text).toContain('## Was schiefgeht\n\nthrow away bread\n');
  expect(text).not.toMatch(/## (Survey|What|Who)/);
});

it('keeps a pitch of its own', () => {
  expect(planAsText({ ...planned(), oneSentencePitch: 'Bread sells out' }, true)).toContain(
    '## One-sentence pitch\n\nBread sells out\n',
  );
});
