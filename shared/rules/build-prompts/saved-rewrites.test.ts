import { expect, test } from 'vitest';
import { maxSavedRewrites, type Rewrite } from '#shared/contracts/build-prompts.ts';
import { savedRewrites } from './saved-rewrites.ts';

/** "3" is the third rewrite, "3e" the founder's edit of it. */
function rewrite(name: string): Rewrite {
  const second = Number.parseInt(name, 10);
  const receipt = {
    model: null,
    at: new Date(second * 1000).toISOString(),
    promptVersion: 'enhancement-1',
    step: 'strict' as const,
  };
  return { original: 'An idea', text: name, receipt, surveyId: null, isEdit: name.endsWith('e') };
}

const savedOf = (names: string[]) => savedRewrites(names.map(rewrite)).map(({ text }) => text);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);

test('up to ten are all kept, beyond that the newest of those that no one has edited', () => {
  expect(savedOf([])).toEqual([]);
  expect(savedOf(upTo(maxSavedRewrites))).toEqual(upTo(maxSavedRewrites));
  expect(savedOf(upTo(maxSavedRewrites + 2))).toEqual(upTo(maxSavedRewrites + 2).slice(2));
});

test('rewrites go before edits, and those that were not edited first', () => {
  const names = ['1', '1e', '2', '3', '3e', ...upTo(10).slice(3)];
  expect(names).toHaveLength(12);
  expect(savedOf(names)).toEqual(['1', '1e', '3', '3e', ...upTo(10).slice(4)]);
});

test('an edit goes only when there is nothing but edits, and the newest text never does', () => {
  const edited = upTo(9).flatMap((name) => [name, `${name}e`]);
  expect(savedOf([...edited, '10'])).toEqual([...upTo(9).map((name) => `${name}e`), '10']);
  const edits = upTo(10).map((name) => `${name}e`);
  expect(savedOf([...edits, '11'])).toEqual([...edits.slice(1), '11']);
});
