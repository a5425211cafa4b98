import { describe, expect, it } from 'vitest';
import { aggregatedData, analysis } from '#shared/contracts/surveys/analyses.ts';
import { composeAnalysis } from './compose-analysis.ts';
import { questions, sampleEvidence } from './evidence.fixture.ts';
import type { Evidence } from './evidence.ts';

const analysisOf = (evidence: Evidence) => composeAnalysis(evidence).analysis;

describe('the summary', () => {
  it.each<[string, Evidence, string]>([
    [
      'nobody has answered',
      sampleEvidence(0, [0, 0, 0]),
      'No answers yet. The first 12 answers bring a verdict.',
    ],
    [
      'few have answered',
      sampleEvidence(4, [3, 2, 1]),
      '3 of 4 parents argue about the calendar. 8 more bring a verdict.',
    ],
    ['the verdict is Go', sampleEvidence(40, [30, 28, 24]), '30 of 40 parents argue about the calendar.'],
    [
      'the first range crosses the line',
      sampleEvidence(23, [12, 12, 12]),
      '12 of 23 parents argue about the calendar. About 40 more answers would settle it.',
    ],
    [
      'the share is on the line',
      sampleEvidence(40, [16, 16, 16]),
      '16 of 40 parents argue about the calendar. More answers like these would not settle it.',
    ],
    [
      'many have it and it is not bad',
      sampleEvidence(40, [38, 36, 1]),
      '38 of 40 parents argue about the calendar. Which of these have you tried and dropped? 1 of the 38 who have it answered ‘A paper calendar’ or ‘A shared app’.',
    ],
    [
      'nothing is marked',
      sampleEvidence(9, [0, 0, 0], [], {
        questions: questions.map(({ marks: _, ...rest }) => rest),
        groups: [{ channel: null, marks: [], count: 9 }],
      }),
      'No question says who has the problem and who doesn’t. Mark what counts to get a verdict.',
    ],
    [
      'many have answered',
      sampleEvidence(4_000, [3_000, 2_800, 2_400]),
      '3,000 of 4,000 parents argue about the calendar.',
    ],
  ])('says in figures what was answered when %s', (_, evidence, expected) => {
    expect(analysisOf(evidence).summary).toBe(expected);
  });

  it('says how often, where the options are our own', () => {
    const [first, ...rest] = questions;
    const options = ['Every day', 'About every week', 'Once or twice', 'It didn’t happen'];
    const asked = first ? [{ ...first, options }, ...rest] : [];
    expect(analysisOf(sampleEvidence(40, [30, 0, 0], [], { questions: asked })).summary).toMatch(
      /^30 of 40 parents argue about the calendar every week or more\./,
    );
  });

  it('speaks of people who have no name, and around labels in other languages', () => {
    const summaryOf = (evidence: Partial<Evidence>) =>
      analysisOf(sampleEvidence(40, [30, 0, 0], [], evidence)).summary;
    expect(summaryOf({ people: '' })).toMatch(/^30 of 40 people argue/);
    const [first] = questions;
    const german = {
      question: 'Wie oft haben Sie letzten Monat über den Kalender gestritten?',
      label: 'streiten über den Kalender',
    };
    const asked = first ? [{ ...first, ...german }] : [];
    expect(summaryOf({ people: 'Eltern', questions: asked })).toBe(
      '30 of 40 Eltern: streiten über den Kalender.',
    );
  });

  it('names the question of a figure without a label', () => {
    const [first] = questions;
    const asked = first ? [{ ...first, label: undefined }] : [];
    expect(analysisOf(sampleEvidence(40, [30, 0, 0], [], { questions: asked })).summary).toBe(
      'How often did you argue about the calendar in the last month? 30 of 40 parents answered ‘Almost every day’ or ‘About every week’.',
    );
  });

  it('names the first of many options', () => {
    const options = ['a', 'b', 'c'].map((letter) => `${letter} very long answer with many words in it`);
    const asked: Evidence['questions'] = [
      {
        question: 'How often did it happen?',
        type: 'multiple-choice',
        options: [...options, 'no'],
        marks: ['has', 'has', 'has', 'hasnt'],
      },
    ];
    expect(analysisOf(sampleEvidence(40, [30, 0, 0], [], { questions: asked })).summary).toContain(
      'answered ‘a very long answer with many words in it’ or 2 more options.',
    );
  });
});

describe('the reasoning', () => {
  const reasonFor = (evidence: Evidence) => analysisOf(evidence).recommendationReasoning;
  const caveat = 'Ranges allow for chance, not for who answered.';

  it.each<[string, Evidence, string]>([
    [
      'Go',
      sampleEvidence(40, [36, 34, 16]),
      `2 of 3 ranges lie above your line of 40 %, none below. ${caveat}`,
    ],
    ['Go by all', sampleEvidence(40, [36, 34, 30]), `All 3 ranges lie above your line of 40 %. ${caveat}`],
    [
      'Go by the first alone',
      sampleEvidence(40, [40, 0, 0], [], { questions: questions.slice(0, 1) }),
      `The range lies above your line of 40 %. ${caveat}`,
    ],
    [
      'No-Go',
      sampleEvidence(100, [5, 5, 5]),
      `The first range lies below your line of 40 %. The follow-ups of 5 people can’t change this. ${caveat}`,
    ],
    [
      'contradictory figures',
      sampleEvidence(40, [38, 36, 1]),
      `The first range lies above your line of 40 %, but a later one below it. ${caveat}`,
    ],
    [
      'an open figure',
      sampleEvidence(23, [12, 12, 12]),
      `The first range crosses your line of 40 %. ${caveat}`,
    ],
    [
      'a figure on the line',
      sampleEvidence(40, [16, 16, 16]),
      `The first range crosses your line of 40 %. ${caveat}`,
    ],
    [
      'open follow-ups',
      sampleEvidence(80, [60, 30, 30]),
      `The first range lies above your line of 40 %, no later one does yet. ${caveat}`,
    ],
    ['too few', sampleEvidence(4, [4, 4, 4]), `A verdict takes 12 answers that count; 4 are in. ${caveat}`],
    [
      'mostly uncounted answers',
      sampleEvidence(60, [6, 0, 0], [], {
        groups: [
          { channel: null, marks: ['has', null, null], count: 6 },
          { channel: null, marks: ['uncounted', null, null], count: 54 },
        ],
      }),
      `More answers to the first question are not counted (54) than counted (6). ${caveat}`,
    ],
  ])('says how %s came about', (_, evidence, expected) => {
    expect(reasonFor(evidence)).toBe(expected);
  });

  it('says when one answer decides', () => {
    const firstGo = Array.from({ length: 201 }, (_, has) => sampleEvidence(200, [has, has, has])).find(
      (evidence) => analysisOf(evidence).goNoGoDecision === 'Go',
    );
    expect(firstGo && reasonFor(firstGo)).toContain('One answer decides this.');
    expect(reasonFor(sampleEvidence(40, [36, 34, 32]))).not.toContain('One answer');
  });

  it('says when most came from one place, and when it decides', () => {
    const groups: Evidence['groups'] = [
      { channel: 'r/bakery', marks: ['has', 'has', 'has'], count: 30 },
      { channel: null, marks: ['hasnt', 'hasnt', 'hasnt'], count: 10 },
    ];
    const reason = reasonFor(sampleEvidence(40, [30, 30, 30], [], { groups }));
    expect(reason).toContain('30 of 40 came from r/bakery; without them it would be different.');
  });

  it('says it all in 60 words', () => {
    const place = 'the very large group of people who bake bread together at home every Sunday';
    const justGo = [...Array(200).keys()].find(
      (has) => analysisOf(sampleEvidence(200, [has, has, 80])).goNoGoDecision === 'Go',
    );
    const evidence = sampleEvidence(200, [justGo ?? 0, justGo ?? 0, 80], [], { ruleChanges: 3 });
    const reason = reasonFor({
      ...evidence,
      groups: evidence.groups.map((group) => ({ ...group, channel: place })),
    });
    for (const part of [
      'One answer decides this.',
      'without them it would be',
      'Changed after answers came: what counts 3 times.',
    ])
      expect(reason).toContain(part);
    expect(reason.split(/\s+/).length).toBeLessThanOrEqual(60);
  });

  it('says how often what counts was changed after answers came, also that nothing counts', () => {
    const evidence = sampleEvidence(40, [36, 34, 16], [], { ruleChanges: 1 });
    const said = 'Changed after answers came: what counts once.';
    expect(reasonFor(evidence)).toContain(said);
    const unmarked = evidence.questions.map(({ marks: _, ...question }) => question);
    expect(reasonFor({ ...evidence, questions: unmarked })).toBe(said);
  });
});

describe('strengths and weaknesses', () => {
  it('are figures on either side of the line, and quotes by what their authors chose', () => {
    const { keyStrengths, keyWeaknesses } = analysisOf(
      sampleEvidence(
        40,
        [30, 8, 24],
        [
          'We forgot a match and nobody came.',
          ['I plan it on paper in ten minutes.', 'hasnt'],
          ['I do not remember any of this now.', null],
          'We forgot a match and nobody came.',
        ],
      ),
    );
    expect(keyStrengths).toEqual([
      'Which of these have you tried and dropped? 24 of the 30 who have it answered ‘A paper calendar’ or ‘A shared app’ (62–91 %).',
      '30 of 40 parents argue about the calendar (59–86 %).',
      '“We forgot a match and nobody came.” (#4, #1)',
    ]);
    expect(keyWeaknesses).toEqual([
      '8 of the 30 who have it lost money or hours (14–45 %).',
      '“I plan it on paper in ten minutes.” (#3)',
    ]);
  });

  it('name the most chosen options without the problem where no figure is below the line', () => {
    expect(analysisOf(sampleEvidence(40, [40, 38, 31], ['We forgot a match.'])).keyWeaknesses).toEqual([
      'Which of these have you tried and dropped? 9 of 40 people answered ‘None of these’ (12–38 %).',
      'What did it cost you? 2 of 40 people answered ‘Nothing worth mentioning’ (1–17 %).',
    ]);
    expect(analysisOf(sampleEvidence(40, [40, 40, 40])).keyWeaknesses).toEqual([]);
  });

  it('leave answers of a word or two to the lists', () => {
    expect(analysisOf(sampleEvidence(12, [6, 6, 6], ['no', 'price', '-'])).keyStrengths.join()).not.toContain(
      '“',
    );
  });
});

describe('the words', () => {
  const texts = Array.from(
    { length: 30 },
    (_, at) => `Story number ${at} about a day that went wrong for us.`,
  );
  const all = [0, 1, 5, 12, 23, 40, 3_000].flatMap((count) =>
    [0, 0.2, 0.4, 0.6, 1].map((share) => {
      const has = Math.round(count * share);
      return sampleEvidence(count, [has, Math.round(has / 2), has], texts, { setApart: 7 });
    }),
  );

  it.each(all.map((evidence) => [evidence.submissionCount, analysisOf(evidence)] as const))(
    'from %i submissions are short and plain',
    (_, words) => {
      analysis.parse(words);
      expect(words.recommendationReasoning.split(/\s+/).length).toBeLessThanOrEqual(60);
      const said = [
        words.summary,
        words.recommendationReasoning,
        ...words.keyStrengths,
        ...words.keyWeaknesses,
      ];
      for (const text of said) {
        for (const sentence of text.split(/(?<=[.!?])\s/))
          expect(sentence.split(/\s+/).length).toBeLessThanOrEqual(20);
        expect(text.replaceAll(/“[^”]*”/g, '')).not.toMatch(
          /\b(?:interval|signal|submissions?|parsed|installation|hypothes[ie]s|[A-Z]{2,}_)\b/i,
        );
      }
    },
  );

  it('are the same for the same answers', () => {
    for (const evidence of all)
      expect(composeAnalysis(structuredClone(evidence))).toEqual(composeAnalysis(evidence));
  });
});

describe('the aggregated data', () => {
  it('has every option with its count and the newest texts with their numbers', () => {
    const composed = composeAnalysis(sampleEvidence(5, [3, 1, 0], ['second', 'first']));
    aggregatedData.parse(composed.aggregatedData);
    expect(composed.aggregatedData['What did it cost you?']).toEqual([
      { name: 'Money', count: 1 },
      { name: 'Hours of my time', count: 0 },
      { name: 'Nothing worth mentioning', count: 4 },
    ]);
    expect(composed.aggregatedData['What made the last fix fail?']).toEqual(['second', 'first']);
    expect(composed.textNumbers).toEqual({ 'What made the last fix fail?': [2, 1] });
  });

  it('lists no more of long texts than a page can show', () => {
    const texts = Array.from({ length: 40 }, () => 'x'.repeat(20_000));
    const { aggregatedData: data } = composeAnalysis(sampleEvidence(40, [1, 1, 1], texts));
    expect(data['What made the last fix fail?']).toHaveLength(5);
  });

  it('tells questions with the same text apart', () => {
    const [, second] = questions;
    const twice = second ? [second, second] : [];
    const { aggregatedData: data } = composeAnalysis(sampleEvidence(3, [1, 1, 1], [], { questions: twice }));
    expect(Object.keys(data)).toEqual(['What did it cost you?', 'What did it cost you? (2)']);
  });
});
