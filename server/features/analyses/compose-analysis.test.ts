import { describe, expect, it } from 'vitest';
import { aggregatedData, analysis } from '#shared/contracts/analyses.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
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
      '4 of 12 answers are in. 3 of 4 answered ‘Almost every day’ or ‘About every week’. 2 of 4 answered ‘Money’ or ‘Hours of my time’.',
    ],
    [
      'the verdict is Go',
      sampleEvidence(40, [30, 28, 24]),
      '30 of 40 answered ‘Almost every day’ or ‘About every week’. 28 of 40 answered ‘Money’ or ‘Hours of my time’.',
    ],
    [
      'nothing is marked',
      sampleEvidence(9, [0, 0, 0], [], {
        questions: questions.map(({ marks: _, ...rest }) => rest),
        groups: [{ channel: null, marks: [], count: 9 }],
      }),
      'No option is marked as having the problem. Mark what counts to get a verdict.',
    ],
    [
      'many have answered',
      sampleEvidence(4_000, [3_000, 2_800, 2_400]),
      '3,000 of 4,000 answered ‘Almost every day’ or ‘About every week’. 2,800 of 4,000 answered ‘Money’ or ‘Hours of my time’.',
    ],
  ])('says in figures what was answered when %s', (_, evidence, expected) => {
    expect(analysisOf(evidence).summary).toBe(expected);
  });

  it('names no options that would make a sentence too long', () => {
    const options = ['a', 'b', 'c'].map((letter) => `${letter} very long answer with many words in it`);
    const [first] = questions;
    const asked = first ? [{ ...first, options: [...options, 'no'], endsWith: undefined }] : [];
    const long = sampleEvidence(40, [30, 0, 0], [], {
      questions: asked.map((question) => ({ ...question, marks: ['has', 'has', 'has', 'hasnt'] as const })),
    } as Partial<Evidence>);
    expect(analysisOf(long).summary).toBe('30 of 40 gave an answer that counts.');
  });
});

describe('the reasoning', () => {
  const reasonFor = (evidence: Evidence) => analysisOf(evidence).recommendationReasoning;
  const caveat = 'Ranges allow for chance, not for who answered.';

  it.each<[string, Evidence, string]>([
    [
      'Go',
      sampleEvidence(40, [36, 34, 16]),
      `Your line is 40 %. 2 of 3 questions are clearly above it, none below. ${caveat}`,
    ],
    [
      'No-Go',
      sampleEvidence(40, [2, 3, 4]),
      `Your line is 40 %. 3 of 3 questions are clearly below it, none above. ${caveat}`,
    ],
    [
      'contradictory figures',
      sampleEvidence(40, [38, 1, 16]),
      `Your line is 40 %. 1 of 3 questions is clearly above it, 1 below: the answers disagree. ${caveat}`,
    ],
    [
      'open figures',
      sampleEvidence(23, [12, 12, 12]),
      `Your line is 40 %. 3 of 3 questions are too close to call. About 40 more answers like these would settle it. ${caveat}`,
    ],
    [
      'figures on the line',
      sampleEvidence(40, [16, 16, 16]),
      `Your line is 40 %. 3 of 3 questions are too close to call. More answers like these would not settle it. ${caveat}`,
    ],
    ['too few', sampleEvidence(4, [4, 4, 4]), `A verdict takes 12 answers; 4 are in. ${caveat}`],
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

  it('says when most came from one place, when it decides, and what was set apart', () => {
    const groups: Evidence['groups'] = [
      { channel: 'r/bakery', marks: ['has', 'has', 'has'], count: 30 },
      { channel: null, marks: ['hasnt', 'hasnt', 'hasnt'], count: 10 },
    ];
    const reason = reasonFor(sampleEvidence(40, [30, 30, 30], [], { groups, setApart: 3 }));
    expect(reason).toContain('30 of 40 came from r/bakery; without them it would be different.');
    expect(reason).toContain('3 more are set apart.');
  });

  it('says it all in 60 words', () => {
    const place = 'the very large group of people who bake bread together at home every Sunday';
    const justGo = [...Array(200).keys()].find(
      (has) => analysisOf(sampleEvidence(200, [has, has, 80])).goNoGoDecision === 'Go',
    );
    const evidence = sampleEvidence(200, [justGo ?? 0, justGo ?? 0, 80], [], {
      setApart: 1_234,
      byHand: 12,
      rule: { ...defaultRule, answersBefore: 1_234 },
    });
    const reason = reasonFor({
      ...evidence,
      groups: evidence.groups.map((group) => ({ ...group, channel: place })),
    });
    for (const part of [
      'One answer decides this.',
      'without them it would be',
      '1,234 more are',
      '12 were moved by hand.',
      'What counts was set',
    ])
      expect(reason).toContain(part);
    expect(reason.split(/\s+/).length).toBeLessThanOrEqual(60);
  });

  it('says when what counts was set after answers came, also that nothing does', () => {
    const rule = { line: 40, minimumAnswers: 12, answersBefore: 9 };
    const evidence = sampleEvidence(40, [36, 34, 16], [], { rule });
    expect(reasonFor(evidence)).toContain('What counts was set after 9 answers.');
    const unmarked = evidence.questions.map(({ marks: _, ...question }) => question);
    expect(reasonFor({ ...evidence, questions: unmarked })).toBe('What counts was set after 9 answers.');
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
      '30 of 40 answered ‘Almost every day’ or ‘About every week’ (59–86 %).',
      '24 of 40 answered ‘A paper calendar’ or ‘A shared app’ (44–74 %).',
      '“We forgot a match and nobody came.” (#4, #1)',
    ]);
    expect(keyWeaknesses).toEqual([
      '8 of 40 answered ‘Money’ or ‘Hours of my time’ (10–35 %).',
      '“I plan it on paper in ten minutes.” (#3)',
    ]);
  });

  it('name the most chosen options without the problem where no figure is below the line', () => {
    expect(analysisOf(sampleEvidence(40, [40, 38, 31], ['We forgot a match.'])).keyWeaknesses).toEqual([
      '9 of 40 answered ‘None of these’ (12–38 %).',
      '2 of 40 answered ‘Nothing worth mentioning’ (1–17 %).',
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
