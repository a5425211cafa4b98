import { describe, expect, it } from 'vitest';
import { aggregatedSections } from './aggregated-sections.ts';
import { integerTicks } from './BarChart.tsx';

describe('aggregatedSections', () => {
  it('draws counts and texts, an open question without any too, and nothing else', () => {
    const counts = [{ name: 'Yes', count: 3 }];
    const data = {
      Counts: counts,
      Map: { Yes: 3 },
      Texts: ['One', 'One'],
      Empty: [],
      Unanswered: [],
      Number: 4,
      Mixed: ['One', 2],
    };
    expect(aggregatedSections(data, [], { Unanswered: [] })).toEqual([
      { kind: 'counts', title: 'Counts', counts },
      { kind: 'texts', title: 'Texts', texts: ['One', 'One'], numbers: [] },
      { kind: 'texts', title: 'Unanswered', texts: [], numbers: [] },
    ]);
  });

  it('shows no list in which a count is not a number', () => {
    expect(
      aggregatedSections({ A: [{ name: 'Yes', count: '3' }], B: { Yes: '3' }, C: [null] }, [], {}),
    ).toEqual([]);
  });
});

describe('the numbers of texts', () => {
  const numbersOf = (data: Record<string, string[]>, numbers: Record<string, number[]>) =>
    aggregatedSections(data, [], numbers).map((section) => section.kind === 'texts' && section.numbers);

  it('stand beside the texts in their order', () => {
    expect(numbersOf({ Why: ['One', 'Two'], How: ['Three'] }, { How: [2], Why: [9, 4] })).toEqual([
      [9, 4],
      [2],
    ]);
  });

  it('are left out where there is not one for each text, and where there are none', () => {
    expect(numbersOf({ Why: ['One', 'Two'] }, { Why: [9] })).toEqual([[]]);
    expect(numbersOf({ toString: ['One'] }, {})).toEqual([[]]);
  });
});

describe('the order of the sections', () => {
  const data = { Zebra: ['One'], 42: ['Two'], Why: ['Three'] };
  const titles = (order: string[]) => aggregatedSections(data, order, {}).map(({ title }) => title);

  it('is the survey’s, also where an object would move a title to the front', () => {
    expect(titles(['Zebra', '42', 'Why'])).toEqual(['Zebra', '42', 'Why']);
  });

  it('leaves nothing out that it does not name, and adds nothing that is not there', () => {
    expect(titles(['Why', 'Gone', 'toString'])).toEqual(['Why', '42', 'Zebra']);
  });
});

describe('integerTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [12, [0, 5, 10, 15]],
    [1_234, [0, 500, 1_000, 1_500]],
  ])('reaches %s in whole numbers', (highest, ticks) => {
    expect(integerTicks(highest)).toEqual(ticks);
  });

  it('never draws more than five', () => {
    for (let highest = 0; highest < 5_000; highest += 7)
      expect(integerTicks(highest).length).toBeLessThanOrEqual(5);
  });
});
