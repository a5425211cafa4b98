import { type CoachWords, put } from './coach-words.ts';

/** The test that shows whether the weakest assumption holds, as an order with what to count. */
export function assumptionTest(words: CoachWords): string {
  return testsOf(words)[testedBy(words)];
}

/** The tests that are left when the weakest assumption has its own. */
export function otherTests(words: CoachWords): string[] {
  const { byHand, commitment, ownTest } = testsOf(words);
  return Object.entries({ byHand, commitment, ownTest })
    .filter(([name]) => name !== testedBy(words))
    .map(([, test]) => test);
}

// What a founder's own assumption needs is not known; the work by hand comes closest to anything.
function testedBy({ assumption, form }: CoachWords) {
  return assumption === form.riskiest ? form.testedBy : 'byHand';
}

function testsOf(words: CoachWords) {
  return {
    byHand: put(
      'By hand: {byHand}. Count: who takes part when asked, who asks for a second time, and the hours that it takes you',
      words,
    ),
    commitment: `A commitment: ${words.form.commitment}. Count: who does it, not who says that it is a good idea`,
    ownTest: put(words.form.ownTest, words),
  };
}
