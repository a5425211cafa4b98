import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregatedData, analysis } from '#shared/contracts/analyses.ts';
import type { Evidence } from '#shared/rules/verdict.ts';
import { composeAnalysis } from './compose-analysis.ts';
import { questions, sampleEvidence } from './evidence-samples.ts';

function words(evidence: Evidence): string {
  const { summary, recommendationReasoning, keyStrengths, keyWeaknesses } =
    composeAnalysis(evidence).analysis;
  return [summary, recommendationReasoning, ...keyStrengths, ...keyWeaknesses].join('\n');
}

function preview(evidence: Evidence): string {
  return composeAnalysis(evidence).analysis.summary.slice(0, 150);
}

describe('the summary', () => {
  it.each<[string, Evidence, string]>([
    [
      'nobody has answered',
      sampleEvidence(0, [0, 0, 0]),
      "Can't tell yet: nobody has answered so far. The first verdict is possible after 5 submissions; the line is 40 %.",
    ],
    [
      'one has answered',
      sampleEvidence(1, [1, 1, 1]),
      "Can't tell yet: 1 submission so far, and a verdict needs at least 5. In the strongest signal 1 of 1 (20–100 %) showed the problem.",
    ],
    [
      'four have answered',
      sampleEvidence(4, [4, 4, 4]),
      "Can't tell yet: 4 submissions so far, and a verdict needs at least 5. In the strongest signal 4 of 4 (51–100 %) showed the problem. About 1 more",
    ],
    [
      'five agree',
      sampleEvidence(5, [5, 5, 5]),
      'Go: 5 of 5 (56–100 %) showed the problem in the strongest signal; the line is 40 %.',
    ],
    [
      'the signals are open',
      sampleEvidence(23, [12, 12, 9]),
      "Can't tell yet: 12 of 23 (32–71 %) showed the problem in the strongest signal; the line is 40 %. About 40 more answers",
    ],
    [
      'the signals lean to both sides',
      sampleEvidence(23, [12, 6, 9]),
      "Can't tell yet: 12 of 23 (32–71 %) showed the problem in the strongest signal; the line is 40 %. More answers like these would not settle it",
    ],
    [
      'the signals contradict each other',
      sampleEvidence(40, [38, 1, 16]),
      "Can't tell yet: the signals contradict each other. 38 of 40 (83–99 %) showed the problem in one and 1 of 40 (0–13 %) in another; the line is 40 %.",
    ],
    [
      'few show it',
      sampleEvidence(200, [10, 12, 80]),
      'No-Go: only 10 of 200 (2–9 %) showed the problem in the weakest signal; the line is 40 %.',
    ],
    [
      'a hundred thousand have answered',
      sampleEvidence(100_000, [52_000, 48_000, 61_000]),
      'Go: 61,000 of 100,000 (60–62 %) showed the problem in the strongest signal; the line is 40 %.',
    ],
  ])('makes sense in its first 150 characters when %s', (_, evidence, expected) => {
    expect(preview(evidence)).toContain(expected);
  });

  it('says that it cannot count when all questions are open-ended', () => {
    const evidence = {
      ...sampleEvidence(30, [0, 0, 0]),
      questions: questions.slice(3),
      tallies: [{ answered: 30, options: [] }],
    };
    const { analysis: composed, verdict } = composeAnalysis(evidence);
    expect(verdict.reason).toBe('no-signals');
    expect(composed.summary).toMatch(
      /^Can't tell yet: 30 submissions so far, but no question has options that tell/,
    );
    expect(composed.recommendationReasoning).toContain(
      'These answers show neither a strength nor a weakness.',
    );
  });
});

describe('the reasoning', () => {
  it('states the rule, then every signal with its count, its interval and where that lies', () => {
    const { recommendationReasoning } = composeAnalysis(sampleEvidence(40, [38, 1, 16])).analysis;
    expect(recommendationReasoning).toMatch(/^The line was set at 40 % before the first answer came\./);
    expect(recommendationReasoning).toContain(
      '38 of 40 (83–99 %) answered ‘About every week’ or ‘Almost every day’; the whole interval is at or above',
    );
    expect(recommendationReasoning).toContain(
      '1 of 40 (0–13 %) answered ‘I asked a friend’ or ‘I paid for something’; the whole interval is at or below',
    );
    expect(recommendationReasoning).toContain(
      '16 of 40 (26–56 %) picked something other than ‘None of these’; the interval crosses',
    );
    expect(recommendationReasoning).toContain('1 of 3 signals above the line, 1 of 3 below it, 1 of 3 open.');
  });

  it('quotes what several people wrote, word for word and with the numbers of their answers', () => {
    const texts = ['One more thing to check', 'too expensive', 'I forgot to check it', 'nobody checked'];
    expect(words(sampleEvidence(23, [12, 6, 9], texts))).toContain(
      '3 of 4 free-text answers to ‘What made the last fix fail?’ mention ‘check’: “nobody checked” (#1), “I forgot to check it” (#2), “One more thing to check” (#4).',
    );
  });

  it('claims no theme for two of many answers', () => {
    const others = ['price', 'sync', 'colours', 'logins', 'crashes', 'font', 'speed', 'adverts', 'language'];
    const told = words(sampleEvidence(23, [12, 6, 9], ['too slow at night', 'slow', ...others]));
    expect(told).toContain('No theme is shared by enough of 11 free-text answers');
    expect(told).toContain('“too slow at night” (#11)');
  });

  it('sets word-for-word copies of a longer answer aside, but counts equal short ones', () => {
    const copy = 'this wonderful product must be built by the founder';
    expect(words(sampleEvidence(23, [12, 6, 9], [copy, copy, copy, 'price', 'Price', 'price']))).toContain(
      '3 of 4 free-text answers to ‘What made the last fix fail?’ (2 word-for-word copies set aside) mention ‘price’: “price” (#3, #1), “Price” (#2).',
    );
  });

  it('says so when only the newest answers were read', () => {
    const evidence = sampleEvidence(100_000, [52_000, 48_000, 61_000], Array(100).fill('too slow'));
    evidence.tallies[3] = { answered: 99_000, options: [] };
    expect(words(evidence)).toContain('100 of the newest 100 free-text answers');
  });

  it('always says what the interval does not cover, once there are answers', () => {
    expect(words(sampleEvidence(23, [12, 6, 9]))).toContain(
      'it allows for the number of answers, not for who chose to answer',
    );
    expect(words(sampleEvidence(0, [0, 0, 0]))).not.toContain('95 %');
  });
});

describe('strengths and weaknesses', () => {
  it('are the signals on either side of the line, the clearest first, each with its figures', () => {
    const { keyStrengths, keyWeaknesses } = composeAnalysis(sampleEvidence(40, [20, 1, 38])).analysis;
    expect(keyStrengths.map((point) => point.match(/\d+ of \d+ \(.*?\)/)?.[0])).toEqual([
      '38 of 40 (83–99 %)',
      '20 of 40 (35–65 %)',
    ]);
    expect(keyStrengths[1]).toContain('Leans above the 40 % line, but the interval crosses it: not settled.');
    expect(keyWeaknesses.map((point) => point.match(/\d+ of \d+ \(.*?\)/)?.[0])).toEqual([
      '1 of 40 (0–13 %)',
    ]);
  });

  it('include answers that deny the problem, where the question asks what people did', () => {
    const evidence = sampleEvidence(
      23,
      [23, 23, 23],
      ['Nothing', 'nothing happened', 'A row in the car park'],
    );
    evidence.questions = [
      ...questions.slice(0, 3),
      { question: 'What happened the last time?', type: 'open-ended', options: null },
    ];
    expect(composeAnalysis(evidence).analysis.keyWeaknesses).toEqual([
      '2 of 3 free-text answers to ‘What happened the last time?’ say that nothing happened or was done: “Nothing” (#3), “nothing happened” (#2).',
    ]);
  });

  it('say that only the newest answers were read, where these deny the problem', () => {
    const evidence = sampleEvidence(900, [900, 900, 900], Array(40).fill('Nothing'));
    evidence.questions = [
      ...questions.slice(0, 3),
      { question: 'What happened the last time?', type: 'open-ended', options: null },
    ];
    evidence.tallies[3] = { answered: 900, options: [] };
    expect(composeAnalysis(evidence).analysis.keyWeaknesses[0]).toMatch(
      /^40 of the newest 40 free-text answers to/,
    );
  });

  it('are empty below five submissions, and the reasoning says so', () => {
    const { keyStrengths, keyWeaknesses, recommendationReasoning } = composeAnalysis(
      sampleEvidence(4, [4, 0, 4]),
    ).analysis;
    expect([...keyStrengths, ...keyWeaknesses]).toEqual([]);
    expect(recommendationReasoning).toContain('fewer than 5 submissions neither strengths nor weaknesses');
  });

  it('may be missing on one side, and the reasoning says so', () => {
    expect(words(sampleEvidence(40, [40, 40, 40]))).toContain('These answers show no weakness.');
    expect(words(sampleEvidence(40, [0, 0, 0]))).toContain('These answers show no strength.');
  });
});

describe('the aggregated data', () => {
  it('lists the newest 100 texts and no more than 100,000 characters', () => {
    const why = 'What made the last fix fail?';
    const listed = (texts: string[]) =>
      composeAnalysis(sampleEvidence(5, [2, 0, 5], texts)).aggregatedData[why];
    expect(listed(Array.from({ length: 400 }, (_, place) => `answer ${place}`))).toHaveLength(100);
    expect(listed(Array.from({ length: 50 }, (_, place) => `${place}`.padEnd(9_000, 'x')))).toHaveLength(11);
  });

  it('says of each listed text which submission it is from', () => {
    const why = 'What made the last fix fail?';
    const numbers = (texts: string[]) => composeAnalysis(sampleEvidence(5, [2, 0, 5], texts)).textNumbers;
    expect(numbers(['newest', ' ', 'oldest'])).toEqual({ [why]: [3, 1] });
    const newest = Array.from({ length: 100 }, (_, place) => 400 - place);
    expect(numbers(Array(400).fill('the same'))).toEqual({ [why]: newest });
    // The second one is too long to be listed, the third one is not reached.
    expect(numbers(['first', 'x'.repeat(100_000), 'third'])).toEqual({ [why]: [3] });
    expect(numbers([])).toEqual({ [why]: [] });
  });

  it('has every option with its count, zero included, and the texts newest first', () => {
    expect(composeAnalysis(sampleEvidence(5, [2, 0, 5], ['newest', 'oldest'])).aggregatedData).toEqual({
      [questions[0]?.question ?? '']: [
        { name: 'Not once', count: 3 },
        { name: 'Once or twice', count: 0 },
        { name: 'About every week', count: 2 },
        { name: 'Almost every day', count: 0 },
      ],
      [questions[1]?.question ?? '']: [
        { name: 'Nothing, I lived with it', count: 5 },
        { name: 'I asked a friend', count: 0 },
        { name: 'I paid for something', count: 0 },
      ],
      [questions[2]?.question ?? '']: [
        { name: 'A paper calendar', count: 5 },
        { name: 'A shared app', count: 0 },
        { name: 'None of these', count: 0 },
      ],
      'What made the last fix fail?': ['newest', 'oldest'],
    });
  });

  it('keeps questions apart that read the same, or like an object’s own parts', () => {
    const open = (question: string) => ({ question, type: 'open-ended' as const, options: null });
    const evidence = {
      ...sampleEvidence(0, [0, 0, 0]),
      questions: [open('Why?'), open('Why?'), open('__proto__')],
    };
    const { aggregatedData: data, textNumbers: numbers } = composeAnalysis(evidence);
    expect(Object.keys(data)).toEqual(['Why?', 'Why? (2)', '__proto__']);
    expect(Object.keys(numbers)).toEqual(Object.keys(data));
  });
});

describe('whatever people write', () => {
  it.each([
    ['markup', '<script>alert(1)</script>', '“<script>alert(1)</script>” (#1)'],
    ['right-to-left words, kept apart from the sentence', 'لا أحد يرد', '“\u2068لا أحد يرد\u2069” (#1)'],
    ['emoji', '👩‍👩‍👧 🤯', '“👩‍👩‍👧 🤯” (#1)'],
    ['only the first line', 'it broke\n\nand again', '“it broke…” (#1)'],
  ])('%s is quoted as it is', (_, answer, expected) => {
    expect(words(sampleEvidence(23, [12, 6, 9], [answer]))).toContain(expected);
  });

  it('a long answer is cut at a word and stays verbatim before it', () => {
    const answer = 'The calendar of the other home was never right. '.repeat(200);
    const cut = words(sampleEvidence(23, [12, 6, 9], [answer])).match(/“([^”]*)…”/)?.[1] ?? '';
    expect(cut.length).toBeGreaterThan(100);
    expect(answer.startsWith(`${cut} `)).toBe(true);
  });

  it('the analysis keeps its shape and its size', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('nothing', 'a'.repeat(10_000)),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), fc.nat(30), (texts, showing) => {
        const evidence = sampleEvidence(30, [showing, 30 - showing, 15], texts);
        const composed = composeAnalysis(evidence);
        expect(analysis.safeParse(composed.analysis).success).toBe(true);
        expect(aggregatedData.safeParse(composed.aggregatedData).success).toBe(true);
        expect(words(evidence).length).toBeLessThan(10_000);
        expect(composeAnalysis(structuredClone(evidence))).toEqual(composed);
      }),
    );
  });
});
