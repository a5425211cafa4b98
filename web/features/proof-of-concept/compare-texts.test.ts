import { describe, expect, it } from 'vitest';
import { compareTexts, sharesLittle } from './compare-texts.ts';

describe('comparing two texts', () => {
  it('tells which words were added and removed', async () => {
    expect(await compareTexts('a calm calendar for homes', 'a calm calendar for two homes')).toEqual([
      { text: 'a calm calendar for ', kind: 'same' },
      { text: 'two ', kind: 'added' },
      { text: 'homes', kind: 'same' },
    ]);
  });

  it('goes by lines where few words are the same', async () => {
    const before = 'a calendar for two homes';
    const after = '## In one sentence\nIt shows who has which day.\n\n## Journey\n1. Open it.\n';
    const passages = await compareTexts(before, after);
    expect(passages).toEqual([
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]);
  });

  it.each([
    ['a calendar for two homes', 'Something quite different.\n', true],
    [
      'a calendar for two homes',
      'a calendar for two homes\nand so much more that nobody wrote before',
      false,
    ],
    ['', 'all of it is new', false],
    ['same', 'same', false],
  ])('tells whether %j and %j have little in common', async (before, after, isLittle) => {
    expect(sharesLittle((await compareTexts(before, after)) ?? [])).toBe(isLittle);
  });

  it('says that nothing changed when nothing did', async () => {
    expect(await compareTexts('same', 'same')).toEqual([{ text: 'same', kind: 'same' }]);
  });

  it('gives up on long texts that have nothing in common', async () => {
    const words = (name: string) => Array.from({ length: 9_000 }, (_, n) => `${name}${n}\n`).join('');
    expect(await compareTexts(words('a'), words('b'))).toBeNull();
  });
});
