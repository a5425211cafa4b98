import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OptionMark, SurveyQuestion } from '#shared/contracts/validation.ts';
import { defaultRule, markOf, markOfSubmission } from './rule.ts';
import { type AnswerGroup, reachVerdict, sideOf, tryWithout, type Verdict } from './verdict.ts';

const options = ['Every day', 'About every week', 'It didn’t happen', 'I don’t remember'];
const marks: OptionMark[] = ['has', 'has', 'hasnt', null];

function questionsFor(count: number): SurveyQuestion[] {
  return Array.from({ length: count }, (_, position) => ({
    question: `How often did problem ${position} happen last month?`,
    type: 'multiple-choice',
    options,
    marks,
  }));
}

/** One question for each pair of who has the problem and who gave a counted answer; everybody answers in turn. */
function groupsOf(...figures: [has: number, counted: number][]): AnswerGroup[] {
  const people = Math.max(0, ...figures.map(([, counted]) => counted));
  const ends = [...new Set(figures.flat())].toSorted((a, b) => a - b);
  const starts = [0, ...ends];
  return starts
    .map((start, at) => ({
      channel: null,
      marks: figures.map(([has, counted]) => (start < has ? 'has' : start < counted ? 'hasnt' : null)),
      count: (starts[at + 1] ?? people) - start,
    }))
    .filter(({ count }) => count > 0);
}

function decide(...figures: [has: number, counted: number][]): Verdict {
  return reachVerdict(questionsFor(figures.length), groupsOf(...figures), defaultRule);
}

describe('the decision', () => {
  it.each<[string, string, Partial<Verdict>]>([
    [
      '18/23 17/23 9/23',
      'Go: two ranges lie above the line and none below',
      { decision: 'Go', sentiment: 'Positive', reason: 'settled', moreAnswers: 0 },
    ],
    ['90/100', 'Go: the only range lies above', { decision: 'Go' }],
    [
      '1/40 16/40',
      'No-Go: at least half lie below and none above',
      { decision: 'No-Go', sentiment: 'Negative', moreAnswers: 0 },
    ],
    ['1/40 16/40 15/40', 'open: fewer lie below', { decision: "Can't tell yet" }],
    [
      '18/23 9/23',
      'open: one lies above and the other holds the line',
      { decision: "Can't tell yet", sentiment: 'Mixed', reason: 'open' },
    ],
    [
      '38/40 39/40 1/40',
      'contradictory, without a number that would settle it',
      { decision: "Can't tell yet", reason: 'contradictory', moreAnswers: null },
    ],
    ['2/40 2/2 2/2', 'No-Go: it did not happen to most', { decision: 'No-Go' }],
  ])('of %s is %s', (figures, _case, expected) => {
    const read = figures.split(' ').map((figure) => figure.split('/').map(Number) as [number, number]);
    expect(decide(...read)).toMatchObject(expected);
  });

  it("can't tell with fewer submissions than the rule asks for, however clear they are", () => {
    expect(decide([11, 11], [11, 11])).toMatchObject({
      decision: "Can't tell yet",
      reason: 'too-few',
      moreAnswers: 1,
    });
    expect(decide([12, 12], [12, 12]).decision).toBe('Go');
    const rule = { line: 40, minimumAnswers: 5 };
    expect(reachVerdict(questionsFor(1), groupsOf([5, 5]), rule).decision).toBe('Go');
  });

  it('follows the line of the founder', () => {
    const at = (line: number) =>
      reachVerdict(questionsFor(1), groupsOf([25, 40]), { line, minimumAnswers: 12 }).decision;
    expect([10, 40, 60, 80].map(at)).toEqual(['Go', 'Go', "Can't tell yet", 'No-Go']);
  });

  it('is no Go for a problem that few have, however bad it is for them', () => {
    const [often, ...rest] = questionsFor(3);
    const questions = often ? [{ ...often, endsWith: 'It didn’t happen' }, ...rest] : [];
    const figures: [number, number][] = [
      [10, 40],
      [10, 10],
      [10, 10],
    ];
    const verdict = reachVerdict(questions, groupsOf(...figures), defaultRule);
    expect(verdict).toMatchObject({ decision: "Can't tell yet", reason: 'open' });
    expect(decide(...figures).decision).toBe('Go');
  });

  it('decides nothing by a question that fewer than five answered with a mark', () => {
    const skipped: AnswerGroup = { channel: null, marks: [null], count: 46 };
    const { decision, reason } = reachVerdict(questionsFor(1), [...groupsOf([4, 4]), skipped], defaultRule);
    expect([decision, reason]).toEqual(["Can't tell yet", 'open']);
  });

  it("can't tell before the first answer, and names what will count", () => {
    expect(reachVerdict(questionsFor(1), [], defaultRule)).toEqual({
      decision: "Can't tell yet",
      sentiment: 'Mixed',
      figures: [
        {
          question: 'How often did problem 0 happen last month?',
          options: ['Every day', 'About every week'],
          has: 0,
          counted: 0,
          low: 0,
          high: 100,
        },
      ],
      moreAnswers: null,
      reason: 'no-answers',
    });
  });

  it.each([
    ['without marks', undefined],
    ['with no option that has the problem', ['hasnt', null, 'hasnt', null] as OptionMark[]],
  ])("can't tell %s", (_, given) => {
    const [question] = questionsFor(1);
    const questions = question ? [{ ...question, marks: given }] : [];
    const verdict = reachVerdict(questions, [{ channel: null, marks: [], count: 30 }], defaultRule);
    expect(verdict).toMatchObject({ decision: "Can't tell yet", reason: 'no-marks', figures: [] });
  });

  it.each<[number, number, string]>([
    [1, 1, "Can't tell yet"],
    [12, 12, 'Go'],
    [0, 12, 'No-Go'],
    [12, 23, "Can't tell yet"],
    [100, 200, 'Go'],
    [60, 200, 'No-Go'],
    [40_500, 100_000, 'Go'],
    [40_100, 100_000, "Can't tell yet"],
    [39_500, 100_000, 'No-Go'],
    [100_000, 100_000, 'Go'],
    [0, 100_000, 'No-Go'],
  ])('with %i of %i who have the problem is %s', (has, counted, decision) => {
    expect(decide([has, counted]).decision).toBe(decision);
  });
});

describe('questions whose words mislead', () => {
  const choice = (question: string, has: string[], hasnt: string[]): SurveyQuestion => ({
    question,
    type: 'multiple-choice',
    options: [...has, ...hasnt],
    marks: [...has.map(() => 'has' as const), ...hasnt.map(() => 'hasnt' as const)],
  });
  const thirty = (question: SurveyQuestion, answer: string) =>
    reachVerdict([question], [{ channel: null, marks: [markOf(question, answer)], count: 30 }], defaultRule)
      .decision;

  it('30 × Never found parking is the problem, not its absence', () => {
    const parking = choice(
      'How often were you able to find parking within 5 minutes?',
      ['Never', 'Sometimes'],
      ['Always'],
    );
    expect(thirty(parking, 'Never')).toBe('Go');
    expect(thirty(parking, 'Always')).toBe('No-Go');
  });

  it('30 × Always on time is no problem', () => {
    const handover = choice('How often did the handover go on time?', ['Never'], ['Always']);
    expect(thirty(handover, 'Always')).toBe('No-Go');
  });
});

describe('how many more answers', () => {
  it('asks for what would settle the only figure', () => {
    expect(decide([12, 23]).moreAnswers).toBe(40);
  });

  it('waits for the second figure when a Go needs two', () => {
    expect(decide([20, 23], [12, 23]).moreAnswers).toBe(40);
    expect(decide([20 + 35, 63], [33, 63]).decision).toBe('Go');
  });

  it('counts submissions, not answers, where a question was skipped by most', () => {
    const skipped: AnswerGroup = { channel: null, marks: [null], count: 207 };
    const { moreAnswers } = reachVerdict(questionsFor(1), [...groupsOf([12, 23]), skipped], defaultRule);
    expect(moreAnswers).toBe(400);
  });

  it('gives no number when the share stands on the line', () => {
    expect(decide([12, 30])).toMatchObject({ reason: 'open', moreAnswers: null });
  });
});

describe('a mark', () => {
  const question: SurveyQuestion = {
    question: 'What have you tried?',
    type: 'multiple-choice',
    options: ['A list', 'An app', 'None of these', 'Other'],
    multiSelect: true,
    marks: ['has', 'has', 'hasnt', null],
  };

  it.each<[string[] | null, OptionMark]>([
    [['A list'], 'has'],
    [['None of these', 'An app'], 'has'],
    [['None of these', 'Other'], 'hasnt'],
    [['Other'], null],
    [[], null],
    [null, null],
  ])('of %j is %s', (answer, mark) => {
    expect(markOf(question, answer)).toBe(mark);
  });

  it('of the option that ends the survey is against the problem, unless the founder marked it', () => {
    const ending = { ...question, endsWith: 'Other' };
    expect(markOf(ending, ['Other'])).toBe('hasnt');
    expect(markOf({ ...ending, marks: [null, 'hasnt', null, 'has'] }, ['Other'])).toBe('has');
  });
});

describe('the mark of a submission', () => {
  const deciding: SurveyQuestion = {
    question: 'Was it hard?',
    type: 'multiple-choice',
    options: ['Yes', 'No', 'Other'],
    marks: ['has', 'hasnt', null],
  };
  const asked = [deciding, { ...deciding, marks: undefined }, deciding, deciding];

  it.each<[string, string[], OptionMark]>([
    ['most of its deciding answers', ['No', 'No', 'Yes', 'Yes'], 'has'],
    ['most of them, whatever the first one says', ['Yes', 'Yes', 'No', 'No'], 'hasnt'],
    ['the only one that counts', ['No', 'Yes'], 'hasnt'],
    ['neither side where they are even', ['Yes', 'Yes', 'No', 'Other'], null],
    ['neither side where none counts', ['Other', 'Yes'], null],
  ])('is that of %s', (_, answers, mark) => {
    expect(markOfSubmission(asked, answers)).toBe(mark);
  });
});

describe('a range', () => {
  it('lies where its shown ends lie, so that anybody can check the decision', () => {
    const ends = { question: 'q', options: [], has: 0, counted: 50 };
    expect(sideOf({ ...ends, low: 40, high: 60 }, 40)).toBe('above');
    expect(sideOf({ ...ends, low: 39, high: 60 }, 40)).toBe('open');
    expect(sideOf({ ...ends, low: 20, high: 40 }, 40)).toBe('below');
  });
});

describe('left out in turn', () => {
  const without = (groups: AnswerGroup[], figures: number) =>
    tryWithout(questionsFor(figures), groups, defaultRule);

  it('one answer decides where the range just reaches the line', () => {
    expect(without(groupsOf([36, 64]), 1).oneAnswerDecides).toBe(
      decide([36, 64]).decision !== decide([35, 63]).decision,
    );
    const justGo = [...Array(200).keys()].find((has) => decide([has, 200]).decision === 'Go') ?? 0;
    expect(without(groupsOf([justGo, 200]), 1).oneAnswerDecides).toBe(true);
    expect(without(groupsOf([justGo + 3, 200]), 1).oneAnswerDecides).toBe(false);
  });

  it('being one fewer than the smallest number is not what decides', () => {
    expect(without(groupsOf([12, 12]), 1).oneAnswerDecides).toBe(false);
  });

  it('a place decides whose answers carry the verdict', () => {
    const groups: AnswerGroup[] = [
      { channel: 'r/bakery', marks: ['has'], count: 30 },
      { channel: 'The Fresh Loaf', marks: ['has'], count: 4 },
      { channel: null, marks: ['hasnt'], count: 6 },
    ];
    expect(without(groups, 1)).toEqual({ oneAnswerDecides: false, placesThatDecide: ['r/bakery'] });
  });
});

const counts = fc.array(fc.tuple(fc.nat(300), fc.nat(300)), { maxLength: 6 });
const rank = { 'No-Go': 0, "Can't tell yet": 1, Go: 2 };

describe('whatever the answers', () => {
  it('one more who has the problem never moves the verdict away from Go', () => {
    fc.assert(
      fc.property(counts, fc.nat(5), (pairs, chosen) => {
        const before = pairs.map(([has, hasnt]): [number, number] => [has, has + hasnt]);
        const after = before.map(([has, counted], position): [number, number] =>
          position === chosen && has < counted ? [has + 1, counted] : [has, counted],
        );
        expect(rank[decide(...after).decision]).toBeGreaterThanOrEqual(rank[decide(...before).decision]);
      }),
      { numRuns: 500 },
    );
  });

  it('the same answers give the same verdict with figures that hold together', () => {
    const group: fc.Arbitrary<AnswerGroup> = fc.record({
      channel: fc.option(fc.string()),
      marks: fc.array(fc.constantFrom<OptionMark>('has', 'hasnt', null), { maxLength: 6 }),
      count: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.nat(6), fc.array(group, { maxLength: 12 }), (figures, groups) => {
        const verdict = reachVerdict(questionsFor(figures), groups, defaultRule);
        expect(reachVerdict(questionsFor(figures), structuredClone(groups), defaultRule)).toEqual(verdict);
        for (const { has, counted, low, high } of verdict.figures)
          expect(has >= 0 && has <= counted && low >= 0 && low <= high && high <= 100).toBe(true);
      }),
    );
  });

  it('an open figure that is promised a number of answers is settled by more of the same', () => {
    fc.assert(
      fc.property(fc.nat(150), fc.nat(150), (has, hasnt) => {
        const { moreAnswers, reason } = decide([has, has + hasnt]);
        fc.pre(reason === 'open' && moreAnswers !== null);
        // Twelve answers at least and 10,000 more at most: no promise is for more than 2,001 times as many.
        expect(decide([has * 2_001, (has + hasnt) * 2_001]).reason).toBe('settled');
      }),
    );
  });
});
