import { describe, expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { addOption, markOption, removeOption, renameOption } from './question-options.ts';

const often: SurveyQuestion = {
  question: 'How often?',
  type: 'multiple-choice',
  options: ['Weekly', 'Never', 'Unsure'],
  marks: ['has', 'hasnt', null],
  endsWith: 'Never',
};

describe('the options of a deciding question', () => {
  it('keep their marks when one is renamed', () => {
    expect(renameOption(often, 1, 'Not once')).toEqual({
      ...often,
      options: ['Weekly', 'Not once', 'Unsure'],
      endsWith: 'Not once',
    });
    expect(renameOption(often, 0, 'Daily')).toEqual({ ...often, options: ['Daily', 'Never', 'Unsure'] });
  });

  it('lose the mark of the one that is removed', () => {
    const { endsWith: _, ...rest } = often;
    expect(removeOption(often, 1)).toEqual({ ...rest, options: ['Weekly', 'Unsure'], marks: ['has', null] });
    expect(removeOption(often, 0)).toEqual({
      ...often,
      options: ['Never', 'Unsure'],
      marks: ['hasnt', null],
    });
  });

  it('get a new one that is not counted', () => {
    const next = addOption(often);
    expect([next.options?.length, next.marks]).toEqual([4, ['has', 'hasnt', null, null]]);
  });

  it('can be marked otherwise', () => {
    expect(markOption(often, 2, 'hasnt').marks).toEqual(['has', 'hasnt', 'hasnt']);
  });
});

it('a question without marks gets none', () => {
  const { marks: _, endsWith: __, ...plain } = often;
  for (const next of [renameOption(plain, 0, 'Daily'), removeOption(plain, 0), addOption(plain)]) {
    expect(next).not.toHaveProperty('marks');
    expect(next).not.toHaveProperty('endsWith');
  }
});
