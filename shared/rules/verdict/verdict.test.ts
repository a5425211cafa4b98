import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OptionMark, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { type AnswerMark, markOf, submissionMarker } from './marks.ts';
import { defaultRule } from './rule.ts';
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

/** Of one question: how many have the problem, how many don't, and how many gave an answer that is not counted. */
type Counts = [has: number, hasnt: number, uncounted?: number];

/** People's answers to the first question; of those who have the problem also the answers to the later ones. */
function groupsOf([has, hasnt, uncounted = 0]: Counts, ...later: Counts[]): AnswerGroup[] {
  const followUp = (person: number) =>
    later.map(([own, other, rest = 0]): AnswerMark => {
      if (person < own) return 'has';
      if (person < own + other) return 'hasnt';
      return person < own + other + rest ? 'uncounted' : null;
    });
  const none = later.map(() => null);
  const people: AnswerGroup[] = [
    ...Array.from({ length: has }, (_, person) => ({
      channel: null,
      marks: ['has' as const, ...followUp(person)],
      count: 1,
    })),
    { channel: null, marks: ['hasnt', ...none], count: hasnt },
    { channel: null, marks: ['uncounted', ...none], count: uncounted },
  ];
  return people.filter(({ count }) => count > 0);
}

function decide(...figures: [Counts, ...Counts[]]): Verdict {
  return reachVerdict(questionsFor(figures.length), groupsOf(...figures), defaultRule);
}

describe('the decision', () => {
  it.each<[string, [Counts, ...Counts[]], Partial<Verdict>]>([
    [
      'Go: many have it and it is bad',
      [
        [22, 13],
        [18, 4],
        [15, 7],
      ],
      { decision: 'Go', sentiment: 'Positive' },
    ],
    ['Go: many have it, and nothing else was asked', [[90, 10]], { decision: 'Go', moreAnswers: 0 }],
    [
      'Go: many have it, and fewer than five answered each of the rest',
      [
        [30, 5],
        [0, 4],
        [0, 3],
      ],
      { decision: 'Go' },
    ],
    [
      'No-Go: 19 of 20 do not have it, whatever the few others add',
      [
        [5, 95],
        [5, 0],
        [5, 0],
      ],
      { decision: 'No-Go', sentiment: 'Negative', moreAnswers: 0 },
    ],
    [
      'open: the first range crosses the line, however bad it is for those who have it',
      [
        [10, 14],
        [10, 0],
        [10, 0],
      ],
      { decision: "Can't tell yet", sentiment: 'Mixed', reason: 'open' },
    ],
    [
      'open: many have it, but no later range lies above',
      [
        [30, 5],
        [12, 15],
      ],
      { decision: "Can't tell yet", reason: 'open' },
    ],
    [
      'contradictory: many have it, but for most it is not bad',
      [
        [38, 2],
        [36, 2],
        [1, 37],
      ],
      { decision: "Can't tell yet", reason: 'contradictory', moreAnswers: null },
    ],
  ])('is %s', (_, figures, expected) => {
    expect(decide(...figures)).toMatchObject(expected);
  });

  it('counts later answers among those who have the problem', () => {
    const { figures } = decide([22, 13, 5], [18, 3, 1]);
    expect(figures.map(({ has, counted, uncounted }) => [has, counted, uncounted])).toEqual([
      [22, 35, 5],
      [18, 21, 1],
    ]);
  });

  it("can't tell with fewer counted answers to the first question than the rule asks for, however clear", () => {
    expect(decide([11, 0, 30])).toMatchObject({ decision: "Can't tell yet" });
    expect(decide([11, 0, 3])).toMatchObject({
      decision: "Can't tell yet",
      reason: 'too-few',
      moreAnswers: 1,
    });
    expect(decide([12, 0]).decision).toBe('Go');
    const rule = { line: 40, minimumAnswers: 5 };
    expect(reachVerdict(questionsFor(1), groupsOf([5, 0]), rule).decision).toBe('Go');
  });

  it("can't tell while more answers to the first question are not counted than counted", () => {
    expect(decide([20, 0, 21])).toMatchObject({
      decision: "Can't tell yet",
      reason: 'mostly-uncounted',
      moreAnswers: null,
    });
    expect(decide([20, 0, 20]).decision).toBe('Go');
    expect(decide([0, 0, 1])).toMatchObject({ reason: 'too-few', moreAnswers: 12 });
  });

  it('follows the line of the founder', () => {
    const at = (line: number) =>
      reachVerdict(questionsFor(1), groupsOf([25, 15]), { line, minimumAnswers: 12 }).decision;
    expect([10, 40, 60, 80].map(at)).toEqual(['Go', 'Go', "Can't tell yet", 'No-Go']);
  });

  it("can't tell before the first answer, and names what will count", () => {
    expect(reachVerdict(questionsFor(1), [], defaultRule)).toEqual({
      decision: "Can't tell yet",
      sentiment: 'Mixed',
      figures: [
        {
          question: 'How often did problem 0 happen last month?',
          label: '',
          options: ['Every day', 'About every week'],
          has: 0,
          counted: 0,
          uncounted: 0,
          low: 0,
          high: 100,
        },
      ],
      moreAnswers: null,
      reason: 'no-answers',
    });
  });

  it.each<[string, (OptionMark | null)[] | undefined]>([
    ['without marks', undefined],
    ['with no option that has the problem', ['hasnt', null, 'hasnt', null]],
    ['with no option that hasn’t the problem', ['has', 'has', null, null]],
  ])("can't tell %s", (_, given) => {
    const [question] = questionsFor(1);
    const questions = question ? [{ ...question, marks: given }] : [];
    const verdict = reachVerdict(questions, [{ channel: null, marks: [], count: 30 }], defaultRule);
    expect(verdict).toMatchObject({ decision: "Can't tell yet", reason: 'no-marks', figures: [] });
  });

  it.each<[number, number, string]>([
    [1, 0, "Can't tell yet"],
    [12, 0, 'Go'],
    [0, 12, 'No-Go'],
    [12, 11, "Can't tell yet"],
    [100, 100, 'Go'],
    [60, 140, 'No-Go'],
    [405, 595, "Can't tell yet"],
    [350, 650, 'No-Go'],
    [0, 100_000, 'No-Go'],
  ])('with %i who have the problem and %i who don’t is %s', (has, hasnt, decision) => {
    expect(decide([has, hasnt]).decision).toBe(decision);
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
  it('asks for what would settle the first figure', () => {
    expect(decide([12, 11]).moreAnswers).toBe(40);
  });

  it('asks for what would settle a later figure, in people asked', () => {
    const { moreAnswers } = decide([60, 20], [31, 29]);
    expect(moreAnswers).toBeGreaterThan(0);
    const grown = (count: number) => Math.ceil((count * (80 + (moreAnswers ?? 0))) / 80);
    expect(decide([grown(60), grown(20)], [grown(31), grown(29)]).decision).toBe('Go');
  });

  it('gives no number when the share stands on the line, or when it would take more than a founder can ask', () => {
    expect(decide([12, 18])).toMatchObject({ reason: 'open', moreAnswers: null });
    expect(decide([421, 579])).toMatchObject({ reason: 'open', moreAnswers: null });
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

  it.each<[string[] | null, AnswerMark]>([
    [['A list'], 'has'],
    [['None of these', 'An app'], 'has'],
    [['None of these', 'Other'], 'hasnt'],
    [['Other'], 'uncounted'],
    [[], 'hasnt'],
    [null, 'hasnt'],
  ])('of %j is %s', (answer, mark) => {
    expect(markOf(question, answer)).toBe(mark);
  });

  it('of a blank single choice, and of check boxes that were not asked, is none', () => {
    expect(markOf({ ...question, multiSelect: false }, null)).toBeNull();
    expect(markOf(question, null, false)).toBeNull();
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
    expect(submissionMarker(asked)(answers)).toBe(mark);
  });
});

describe('a range', () => {
  it('lies where its shown ends lie, so that anybody can check the decision', () => {
    const ends = { has: 0, counted: 50, uncounted: 0 };
    expect(sideOf({ ...ends, low: 40, high: 60 }, 40)).toBe('above');
    expect(sideOf({ ...ends, low: 39, high: 60 }, 40)).toBe('open');
    expect(sideOf({ ...ends, low: 20, high: 40 }, 40)).toBe('below');
  });
});

describe('left out in turn', () => {
  const without = (...figures: [Counts, ...Counts[]]) =>
    tryWithout(decide(...figures), groupsOf(...figures), defaultRule.line);

  it('one answer decides where the range just reaches the line', () => {
    const justGo = [...Array(200).keys()].find((has) => decide([has, 200 - has]).decision === 'Go') ?? 0;
    expect(without([justGo, 200 - justGo]).oneAnswerDecides).toBe(true);
    expect(without([justGo + 3, 197 - justGo]).oneAnswerDecides).toBe(false);
  });

  it('one answer to a later question decides too', () => {
    const justGo =
      [...Array(100).keys()].find((has) => decide([100, 20], [has, 100 - has]).decision === 'Go') ?? 0;
    expect(without([100, 20], [justGo, 100 - justGo]).oneAnswerDecides).toBe(true);
  });

  it('being one fewer than the smallest number is not what decides', () => {
    expect(without([12, 0]).oneAnswerDecides).toBe(false);
  });

  it('a place decides whose answers carry the verdict', () => {
    const groups: AnswerGroup[] = [
      { channel: 'r/bakery', marks: ['has'], count: 30 },
      { channel: 'The Fresh Loaf', marks: ['has'], count: 4 },
      { channel: null, marks: ['hasnt'], count: 6 },
    ];
    const verdict = reachVerdict(questionsFor(1), groups, defaultRule);
    expect(tryWithout(verdict, groups, 40)).toEqual({
      oneAnswerDecides: false,
      placesThatDecide: ['r/bakery'],
    });
  });
});

const rank = { 'No-Go': 0, "Can't tell yet": 1, Go: 2 };
const someMark = fc.constantFrom<AnswerMark>('has', 'hasnt', 'uncounted', null);
const someGroup: fc.Arbitrary<AnswerGroup> = fc.record({
  channel: fc.option(fc.constantFrom('a', 'b', 'c')),
  marks: fc.tuple(fc.constantFrom<AnswerMark>('has', 'hasnt', 'uncounted'), someMark, someMark),
  count: fc.nat(100),
});
const someGroups = fc.array(someGroup, { maxLength: 12 });
const verdictOf = (groups: AnswerGroup[]) => reachVerdict(questionsFor(3), groups, defaultRule);

/** Enough to be read: the smallest number is reached, and most answers to the first question count. */
const isReadable = ({ reason }: Verdict) => !['no-answers', 'too-few', 'mostly-uncounted'].includes(reason);

describe('whatever the answers', () => {
  it('one more person without the problem never moves the verdict towards Go', () => {
    fc.assert(
      fc.property(someGroups, fc.integer({ min: 1, max: 50 }), (groups, count) => {
        const before = verdictOf(groups);
        fc.pre(isReadable(before));
        const after = verdictOf([...groups, { channel: null, marks: ['hasnt', null, null], count }]);
        expect(rank[after.decision]).toBeLessThanOrEqual(rank[before.decision]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('a later answer that turns from the problem never moves the verdict towards Go', () => {
    fc.assert(
      fc.property(someGroups, fc.nat(), fc.constantFrom(1, 2), (groups, chosen, position) => {
        const turned = groups[chosen % Math.max(1, groups.length)];
        fc.pre(turned !== undefined && turned.count > 0 && turned.marks[position] === 'has');
        const rest = groups.filter((group) => group !== turned);
        const one = { ...turned, count: 1 };
        const against: AnswerGroup = { ...one, marks: turned.marks.with(position, 'hasnt') };
        const after = verdictOf([...rest, { ...turned, count: turned.count - 1 }, against]);
        expect(rank[after.decision]).toBeLessThanOrEqual(rank[verdictOf(groups).decision]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('the same answers give the same verdict with figures that hold together', () => {
    fc.assert(
      fc.property(someGroups, (groups) => {
        const verdict = verdictOf(groups);
        expect(verdictOf(structuredClone(groups).toReversed())).toEqual(verdict);
        for (const { has, counted, low, high } of verdict.figures)
          expect(has >= 0 && has <= counted && low >= 0 && low <= high && high <= 100).toBe(true);
      }),
    );
  });

  it('an open figure that is promised a number of answers is settled by as many of the same', () => {
    fc.assert(
      fc.property(fc.nat(150), fc.nat(150), (has, hasnt) => {
        const { moreAnswers, reason } = decide([has, hasnt]);
        fc.pre(reason === 'open' && moreAnswers !== null);
        const times = 1_001;
        expect(decide([has * times, hasnt * times]).reason).toBe('settled');
      }),
      { numRuns: 20 },
    );
  });
});
