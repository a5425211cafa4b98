import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionTally } from './tally.ts';
import type { Evidence, Verdict } from './verdict.ts';
import { reachVerdict, readSignal, signalStanding } from './verdict.ts';
import { verdictLine } from './verdict-line.ts';

const frequency = ['Not once', 'Once or twice', 'About every week', 'Almost every day'];

/** One frequency question for each pair of who showed it and who answered. */
function evidence(...signals: [showed: number, answered: number][]): Evidence {
  return {
    idea: 'Shared calendar for two homes',
    questions: signals.map((_, position) => ({
      question: `How often did problem ${position} happen last month?`,
      type: 'multiple-choice',
      options: frequency,
    })),
    tallies: signals.map(([showed, answered]) => ({ answered, options: [answered - showed, 0, showed, 0] })),
    submissionCount: Math.max(0, ...signals.map(([, answered]) => answered)),
    texts: [],
  };
}

function decide(...signals: [showed: number, answered: number][]): Verdict {
  return reachVerdict(evidence(...signals));
}

describe('the decision', () => {
  it('is Go when two signals lie above the line and none below', () => {
    expect(decide([18, 23], [17, 23], [9, 23])).toMatchObject({
      decision: 'Go',
      sentiment: 'Positive',
      reason: 'settled',
      moreAnswers: 0,
    });
  });

  it('is Go when the only signal lies above the line', () => {
    expect(decide([90, 100]).decision).toBe('Go');
  });

  it('is No-Go when at least half of the signals lie below the line and none above', () => {
    expect(decide([1, 40], [16, 40])).toMatchObject({
      decision: 'No-Go',
      sentiment: 'Negative',
      moreAnswers: 0,
    });
    expect(decide([1, 40], [16, 40], [15, 40]).decision).toBe("Can't tell yet");
  });

  it("can't tell when one of several signals lies above and the others hold the line", () => {
    expect(decide([18, 23], [9, 23])).toMatchObject({
      decision: "Can't tell yet",
      sentiment: 'Mixed',
      reason: 'open',
    });
  });

  it('never lets contradictory signals pass for a verdict, and promises no number that would settle them', () => {
    expect(decide([38, 40], [39, 40], [1, 40])).toMatchObject({
      decision: "Can't tell yet",
      reason: 'contradictory',
      moreAnswers: null,
    });
  });

  it("can't tell with fewer than five submissions, however clear they are", () => {
    expect(decide([4, 4], [4, 4])).toMatchObject({
      decision: "Can't tell yet",
      reason: 'too-few',
      moreAnswers: 1,
    });
    expect(decide([5, 5], [5, 5]).decision).toBe('Go');
  });

  it('does not count a signal that fewer than five have answered', () => {
    const few = { ...evidence([4, 4]), submissionCount: 50 };
    expect(reachVerdict(few)).toMatchObject({ decision: "Can't tell yet", reason: 'open' });
  });

  it("can't tell before the first answer, and names the signals that will count", () => {
    expect(decide([0, 0])).toEqual({
      decision: "Can't tell yet",
      sentiment: 'Mixed',
      line: 40,
      signals: [
        { question: 'How often did problem 0 happen last month?', showed: 0, answered: 0, low: 0, high: 100 },
      ],
      moreAnswers: null,
      reason: 'no-answers',
    });
  });

  it("can't tell when no question asks what people did", () => {
    const open = { ...evidence(), submissionCount: 30 };
    open.questions = [{ question: 'What happened?', type: 'open-ended', options: null }];
    open.tallies = [{ answered: 30, options: [] }];
    expect(reachVerdict(open)).toMatchObject({
      decision: "Can't tell yet",
      reason: 'no-signals',
      signals: [],
    });
  });

  it.each<[number, number, string]>([
    [1, 1, "Can't tell yet"],
    [5, 5, 'Go'],
    [0, 6, 'No-Go'],
    [12, 23, "Can't tell yet"],
    [100, 200, 'Go'],
    [60, 200, 'No-Go'],
    [40_500, 100_000, 'Go'],
    [40_100, 100_000, "Can't tell yet"],
    [39_500, 100_000, 'No-Go'],
    [100_000, 100_000, 'Go'],
    [0, 100_000, 'No-Go'],
  ])('with %i of %i showing the problem is %s', (showed, answered, decision) => {
    expect(decide([showed, answered]).decision).toBe(decision);
  });
});

describe('how many more answers', () => {
  it('asks for what would settle the only signal', () => {
    expect(decide([12, 23]).moreAnswers).toBe(40);
  });

  it('waits for the second signal when a Go needs two', () => {
    const { moreAnswers } = decide([20, 23], [12, 23]);
    expect(moreAnswers).toBe(40);
    expect(decide([20 + 35, 63], [33, 63]).decision).toBe('Go');
  });

  it('counts submissions, not answers, where a question was skipped by most', () => {
    const skipped = { ...evidence([12, 23]), submissionCount: 230 };
    expect(reachVerdict(skipped).moreAnswers).toBe(400);
  });

  it('gives no number when the share stands on the line', () => {
    expect(decide([12, 30])).toMatchObject({ reason: 'open', moreAnswers: null });
  });
});

describe('a signal', () => {
  it('of a question with several choices counts who picked anything but the denying option', () => {
    const question = {
      question: 'Which of these have you tried?',
      type: 'multiple-choice' as const,
      options: ['A list', 'An app', 'None of these'],
      multiSelect: true,
    };
    expect(readSignal(question, { answered: 20, options: [9, 9, 5] })).toMatchObject({
      showed: 15,
      answered: 20,
    });
  });

  it('stands where its shown ends stand, so that anybody can check the decision', () => {
    const ends = { question: 'q', showed: 0, answered: 50 };
    expect(signalStanding({ ...ends, low: 40, high: 60 })).toBe('above');
    expect(signalStanding({ ...ends, low: 39, high: 60 })).toBe('open');
    expect(signalStanding({ ...ends, low: 20, high: 40 })).toBe('below');
    expect(verdictLine).toBe(40);
  });
});

const counts = fc.array(fc.tuple(fc.nat(300), fc.nat(300)), { maxLength: 6 });
const rank = { 'No-Go': 0, "Can't tell yet": 1, Go: 2 };

describe('whatever the answers', () => {
  it('one more who showed the problem never moves the verdict away from Go', () => {
    fc.assert(
      fc.property(counts, fc.nat(5), (pairs, chosen) => {
        const before = pairs.map(([present, absent]): [number, number] => [present, present + absent]);
        const after = before.map(([showed, answered], position): [number, number] =>
          position === chosen && showed < answered ? [showed + 1, answered] : [showed, answered],
        );
        expect(rank[decide(...after).decision]).toBeGreaterThanOrEqual(rank[decide(...before).decision]);
      }),
      { numRuns: 500 },
    );
  });

  it('the same evidence gives the same verdict, and broken tallies give one too', () => {
    const tally: fc.Arbitrary<QuestionTally> = fc.record({
      answered: fc.oneof(fc.integer(), fc.double()),
      options: fc.array(fc.oneof(fc.integer(), fc.double()), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(
        counts,
        fc.array(tally, { maxLength: 6 }),
        fc.integer(),
        (pairs, tallies, submissionCount) => {
          const broken = { ...evidence(...pairs), tallies, submissionCount };
          const verdict = reachVerdict(broken);
          expect(reachVerdict(structuredClone(broken))).toEqual(verdict);
          for (const { showed, answered, low, high } of verdict.signals) {
            expect(showed >= 0 && showed <= answered && low >= 0 && low <= high && high <= 100).toBe(true);
          }
        },
      ),
    );
  });

  it('an open signal that is promised a number of answers is settled by more of the same', () => {
    fc.assert(
      fc.property(fc.nat(150), fc.nat(150), (present, absent) => {
        const answered = present + absent;
        const { moreAnswers, reason } = decide([present, answered]);
        fc.pre(reason === 'open' && moreAnswers !== null);
        // Five answers at least and 10,000 more at most: no promise is for more than 2,001 times as many.
        expect(decide([present * 2_001, answered * 2_001]).reason).toBe('settled');
      }),
    );
  });
});
