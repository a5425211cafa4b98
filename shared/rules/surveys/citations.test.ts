import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCitations, noAnswers } from './citations.ts';
import { citedParts } from './cited-parts.ts';

const evidence = {
  answers: [
    { number: 3, question: 'q', text: 'Tell me by lunch what to bake.' },
    { number: 5, question: 'q', text: 'Ich entscheide nach Gefühl um drei Uhr nachts.' },
    { number: 7, question: 'q', text: 'I don’t mind, but he wrote "sorry tomorrow" (twice).' },
    { number: 17, question: 'q', text: 'We bake in two parts. The second is the one we bin.' },
    { number: 17, question: 'r', text: 'I pay 30€, and lost one [of two] :(' },
    { number: 21, question: 'q', text: 'word '.repeat(300) },
  ],
  options: [{ question: 'c', name: 'Labels or a key box', count: 2, answered: 9, numbers: [3, 7] }],
};

const textOf = (text: string) => checkCitations(text, evidence).text;
const drawnIn = (text: string) => citedParts(text).filter(({ kind }) => kind !== 'text');

const forms = [
  (quote: string) => `[#17 "${quote}"]`,
  (quote: string) => `[#17: “${quote}”]`,
  (quote: string) => `[#17 \\"${quote}\\"]`,
  (quote: string) => `[#17, »${quote}«]`,
  (quote: string) => `[#17「${quote}」]`,
  (quote: string) => `[#17 ‘${quote}’]`,
  (quote: string) => `(#17: "${quote}")`,
  (quote: string) => `（#17「${quote}」）`,
  (quote: string) => `【#17 "${quote}"】`,
  (quote: string) => `("${quote}", #17)`,
  (quote: string) => `(Antwort #17: „${quote}“)`,
  (quote: string) => `[№ 17 « ${quote} »]`,
  (quote: string) => `[＃١٧ "${quote}"]`,
  (quote: string) => `#17 “${quote}”`,
  (quote: string) => `#17: '${quote}'`,
  (quote: string) => `[#17: ${quote}]`,
  (quote: string) => `[#17 *${quote}*]`,
  (quote: string) => `[#17 "${quote}" – Anna (baker)]`,
  (quote: string) => `[#17 "${quote}"](#17)`,
  (quote: string) => `[#17 "${quote}"](https://survey.example/17)`,
].map((form) => [form('…'), form] as const);

describe('a citation', () => {
  it.each(forms)('is read from %s and written in one form', (_, form) => {
    expect(textOf(`- Two batches a day ${form('in two parts')}`)).toBe(
      '- Two batches a day [#17 "in two parts"]',
    );
  });

  it.each(forms)('is dropped from %s where the answer does not hold it, and the line stays', (_, form) => {
    const written = form('never said');
    expect(textOf(`- Two batches ${written}\n- Next`)).toBe('- Two batches\n- Next');
    expect(textOf(`- ${written} Two batches, planned apart`)).toBe('- Two batches, planned apart');
    expect(textOf(`Two batches ${written}, planned apart.`)).toBe('Two batches, planned apart.');
  });

  it.each([
    [7, 'labels or a key box'],
    [7, 'he wrote "sorry tomorrow" (twice)'],
    [17, 'lost one [of two]'],
    [17, 'lost one [of two] :('],
    [17, 'We bake … the one we bin'],
    [21, 'word '.repeat(180).trim()],
  ])('stands by words of answer %d, and is drawn: %s', (answer, quote) => {
    const { text, citations } = checkCitations(`So [#${answer} "${quote}"] it is`, evidence);
    expect(citations).toEqual([{ answer, quote, kept: true }]);
    expect(drawnIn(text)).toMatchObject([{ kind: 'citation', answer, quote }]);
  });

  it.each([
    ['of another answer', '[#3 "in two parts"]'],
    ['of no answer', '[#99 "in two parts"]'],
    ['from two texts of one person', '[#17 "We bake … I pay"]'],
    ['without words', '[answers #3, #17]'],
    ['without words, in another language', '[Antworten #3 und #17]'],
    ['without words or a label', '(#40, #41)'],
    ['that is a link inside the text', '[#17](#17)'],
    ['in a link', '[[#17 "never said"]](#17)'],
    ['in two brackets', '([#17 "never said"])'],
    ['in bold', '**[#17 "never said"]**'],
    ['in italics and brackets', '_([#17 "never said"])_'],
    ['in a line of code', '`[#17 "never said"]`'],
  ])('%s is dropped, and leaves no marks', (_, written) => {
    expect(textOf(`- Two batches ${written}\n- Next`)).toBe('- Two batches\n- Next');
  });

  it.each([
    ['Two [#17 "never"], [#3 "no"].', 'Two.'],
    ['Two ([#17](#17), [#3](#3)) batches', 'Two batches'],
    ['Two [#17 "in two parts"], [#3 "no"] a day', 'Two [#17 "in two parts"] a day'],
    ['Two [#3 "no"]; [#17 "in two parts"] a day', 'Two [#17 "in two parts"] a day'],
    ['Two (see [#3 "no"] there) a day', 'Two (see there) a day'],
    ['[#17 "never"]: two batches', 'two batches'],
  ])('leaves nothing between others when it is dropped from %s', (written, text) => {
    expect(textOf(written)).toBe(text);
  });

  it.each([
    ['[#3 "by lunch"; #7 "by noon"; #17 "in two parts"]', '[#3 "by lunch"] [#17 "in two parts"]'],
    ['[#3, #17 "in two parts"]', '[#17 "in two parts"]'],
    ['["by lunch" #3; "lost one" #17]', '[#3 "by lunch"] [#17 "lost one"]'],
    ['[#17 "in two parts" and "lost one"]', '[#17 "in two parts"] [#17 "lost one"]'],
    ['[#17 “never said”, “lost one”]', '[#17 "lost one"]'],
  ])('is checked apart from others in its bracket: %s', (written, text) => {
    expect(textOf(`Alert ${written}`)).toBe(`Alert ${text}`);
  });

  it.each([
    ['Die Menge „nach Gefühl um drei Uhr“ (#5).', 'Die Menge „nach Gefühl um drei Uhr“ (#5).'],
    ['Die Menge „nach Gefühl“ [#5] hier', 'Die Menge „nach Gefühl“ (#5) hier'],
    ['「nach Gefühl」（#5）。', '「nach Gefühl」 (#5)。'],
    ['They say ‘I don’t mind’ (#3, #7)', 'They say ‘I don’t mind’ (#7)'],
    ['Sie fürchten „leere Regale“ (#5), sagt man.', 'Sie fürchten leere Regale, sagt man.'],
    ['She told “me ‘never said’ (#40)” (#17).', 'She told me never said.'],
    ['Green “grass” (#333)', 'Green grass'],
    ['Button “Log visit” [answers #3, #7]', 'Button “Log visit”'],
  ])('behind quoted words stays in its sentence, and is no quote without an answer: %s', (written, text) => {
    expect(textOf(written)).toBe(text);
  });

  it('that the text ends in is dropped', () => {
    for (const end of ['[#17', '[#17 "', '[#17 "in tw'])
      expect(textOf(`Two [#17 "in two parts"] batches ${end}`)).toBe('Two [#17 "in two parts"] batches');
  });

  it('is dropped where there is no survey', () => {
    const { text, citations } = checkCitations('9 of 13 (#40, #41) say “too late” (#40)', noAnswers);
    expect(text).toBe('9 of 13 say too late');
    expect(citations.map(({ answer, quote }) => [answer, quote])).toEqual([
      [40, ''],
      [41, ''],
      [40, 'too late'],
    ]);
  });
});

it.each([
  'Green (#333), blue (#204060), (#003366), (#000) and (#2F4F4F) on [#FAFAF5], bg-[#333] {color: #333}',
  'Copy: "Order #1024" (order #1024), the #1 priority (#1 priority), answer #3',
  'See [the list](https://shop.example/#17), [x #17](https://shop.example) and [1. Overview](#1)',
  'Issue [#17](https://code.example/17) and [#17 too late](https://code.example/17)',
  'It’s 5 o’clock (5 "regular" clients), r/Bakers, {{#each items}}, C#3 and №17',
  '# 3 rooms',
  '[ ] A box, [x] another, `array[3]`, [Day 3: call "five" walkers] (Table 17: "window seat")',
])('leaves what is no citation as it is: %s', (line) => {
  expect(checkCitations(line, evidence)).toEqual({ text: line, citations: [] });
});

it.each([
  ['without a sign', '[Answer 17: "never said"] and [17 "never said"]'],
  ['with a dagger', '【17†source】 and 【4:17†"never said"】'],
  ['over two lines', '[#17 "never\nsaid"]'],
  ['longer than a citation', `[#17 "${'never said '.repeat(200)}"]`],
  ['not closed', '[#17 “never said\n- Next'],
])('leaves an answer’s number %s as plain text', (_, text) => {
  expect(textOf(text)).toBe(text);
  expect(drawnIn(text)).toEqual([]);
});

const wholeForms = ['Two [#3 "by lunch"], [#17 "no"] a', '“Log” [#3, #7]', 'a «by lunch» (#3), (#17: "one")'];

it.each([...wholeForms, ...forms.map(([, form]) => `Two ${form('in two parts')}, b`)])(
  'changes a checked text no more, with or without its answers: %s',
  (text) => {
    expect(textOf(textOf(text))).toBe(textOf(text));
    expect(checkCitations(textOf(text), noAnswers).text).toBe(checkCitations(text, noAnswers).text);
  },
);

it('draws only what an answer holds and keeps every line, whatever the text', () => {
  const marks = [
    '[',
    ']',
    '(',
    ')',
    '【',
    '】',
    ' "',
    '" ',
    '“',
    '”',
    '‘',
    '’',
    '\n',
    ' ',
    ',',
    '*',
    ':)',
    '\0',
  ];
  const words = [
    '#3',
    '#17',
    'x',
    '…',
    'in two',
    ' parts',
    '(#3)',
    '](#3)',
    '](https://x)',
    '“by lunch” (#3)',
  ];
  const piece = fc.constantFrom(
    ...marks,
    ...words,
    '[#3 "by lunch"]',
    '[#3 "no"]',
    '‘no’ (#3)',
    '[#03 "no"]',
    '“no” (#03)',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const checked = textOf(pieces.join(''));
      expect(checked.split('\n')).toHaveLength(pieces.join('').split('\n').length);
      for (const part of drawnIn(checked)) {
        const { citations } = checkCitations(part.text, evidence);
        expect(citations.every(({ kept }) => kept)).toBe(true);
      }
    }),
  );
});

it('draws nothing of ten thousand open brackets and quotes', () => {
  for (const start of ['["', "a'", '(#1 ', '“', '"', '[a ', '[#1 "', '“x” (#1) ', '((#1 "a" ', '[#1]('])
    for (const end of ['', ']', ')'.repeat(10_000)])
      expect(drawnIn(textOf(start.repeat(10_000) + end))).toEqual([]);
});

it('is drawn apart from its line', () => {
  expect(citedParts('Two batches [#17 "in two parts"], „nach Gefühl“ (#5, #6)')).toEqual([
    { kind: 'text', text: 'Two batches ' },
    { kind: 'citation', text: '[#17 "in two parts"]', answer: 17, quote: 'in two parts' },
    { kind: 'text', text: ', ' },
    { kind: 'quote', text: '„nach Gefühl“ (#5, #6)', words: '„nach Gefühl“', answers: [5, 6] },
  ]);
});
