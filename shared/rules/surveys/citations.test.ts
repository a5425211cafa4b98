import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCitations, noAnswers } from './citations.ts';
import { citedParts } from './cited-parts.ts';

const evidence = {
  answers: [
    { number: 3, question: 'q', text: 'Tell me by lunch what to bake.' },
    {
      number: 5,
      question: 'q',
      text: 'Ich entscheide nach Gefühl um drei Uhr nachts, und mein Gefühl ist müde.',
    },
    {
      number: 7,
      question: 'q',
      text: 'I don’t mind, but he wrote "sorry tomorrow" – it came 30 days later…',
    },
    { number: 8, question: 'q', text: '私は毎晩パンを捨てます。' },
    { number: 17, question: 'q', text: 'We bake in two parts. The second is the one we bin.' },
    { number: 17, question: 'r', text: 'ΟΔΟΣ, die STRASSE' },
    { number: 17, question: 's', text: 'I pay 30€ or 1,200€, and lost one [of two].' },
    { number: 1234, question: 'q', text: 'We keep hives.' },
    { number: 21, question: 'q', text: `${'word '.repeat(90)}end${' more'.repeat(400)}` },
  ],
  options: [{ question: 'c', name: 'Labels or a key box', count: 2, answered: 9, numbers: [3, 7] }],
};

const textOf = (text: string) => checkCitations(text, evidence).text;

describe('a citation', () => {
  it.each([
    '[#17 "in two parts"]',
    '[#17 “in two parts”]',
    '[#17 „in two parts“]',
    '[#17 «in two parts»]',
    '[#17: »in two parts«]',
    '[#17, ‹in two parts›]',
    '[#17「in two parts」]',
    "[#17 'in two parts']",
    '[#17 ‘in two parts’]',
    '(#17: "in two parts")',
    '("in two parts", #17)',
    '(answer #17: “in two parts”)',
    '[Antwort 17: „in two parts“]',
    '[réponse n° 17 « in two parts »]',
    '#17 “in two parts”',
    '＃17: “in two parts”',
    '[#17: in two parts]',
    '[#17 \\"in two parts\\"]',
    '[#17 "in two\nparts"]',
    '[#17 "in two\n\nparts"]',
    '[#17 *in two parts*]',
    '[#17 `in two parts`]',
    '[#17 “in two parts]',
    '{#17 "in two parts"}',
    '[#17 "in two parts" – Anna (baker)]',
    '[#١٧ "in two parts"]',
    '[Answer 17: in two parts]',
    '(Answer 17: "in two parts")',
    '[#17 "in two parts"](#17)',
    '[#17 "in two parts"](#answer-17)',
    '[#17 "in two parts"](https://survey.example/17)',
    '[[#17 "in two parts"]](#17)',
    '[№17 "in two parts"]',
    '№ 17: “in two parts”',
    '【#17 "in two parts"】',
    '【17†"in two parts"】',
    '【17†in two parts】',
    '【4:17†in two parts】',
    '[17†in two parts]',
  ])('is read from %s and written in one form', (written) => {
    expect(textOf(`- Two batches a day ${written}`)).toBe('- Two batches a day [#17 "in two parts"]');
  });

  it.each([
    [17, 'IN TWO   PARTS'],
    [17, 'in two parts.'],
    [17, 'We bake … the one we bin'],
    [17, '… in two parts ...'],
    [17, 'οδος'],
    [17, 'die Straße'],
    [5, 'nach Gefu\u0308hl um drei'],
    [7, "I don't mind"],
    [7, 'he wrote “sorry tomorrow” - it came'],
    [7, '30 days later'],
    [7, 'labels or a key box'],
    [8, '毎晩パン'],
    [3, 'by\u00ad lunch'],
    [17, '30€'],
    [17, '1,200 €'],
    [17, 'lost one [of two]'],
    [8, '晩'],
  ])('stands by words of answer %d, case, space and typography aside: %s', (answer, quote) => {
    expect(checkCitations(`x [#${answer} "${quote}"]`, evidence).citations).toEqual([
      { answer, quote: quote.replace(/\s+/g, ' '), kept: true },
    ]);
  });

  it.each([
    ['of another answer', '[#3 "in two parts"]'],
    ['of no answer', '[#99 "in two parts"]'],
    ['that is made up', '[#17 "in three parts"]'],
    ['in another order', '[#17 "the one we bin … we bake"]'],
    ['from two texts of one person', '[#17 "We bake … die Strasse"]'],
    ['of a part of a word', '[#17 "art"]'],
    ['of one letter', '[#17 "e"]'],
    ['of a part of a number', '[#17 "200 €"]'],
    ['without marks', '[#17 never said]'],
    ['in italics', '[#17 *never said*]'],
    ['in code', '[#17 `never said`]'],
    ['that is not closed', '[#17 “never said]'],
    ['across a blank line', '[#17 "never\n\nsaid"]'],
    ['longer than a citation', `[#17 "${'never said '.repeat(300)}"]`],
    ['in braces', '{#17 "never said"}'],
    ['in two brackets', '([#17 "never said"])'],
    ['in a line of code', '`[#17 "never said"]`'],
    ['with a name', '[#17 "never said" – Anna (baker)]'],
    ['with other digits', '[#١٧ "never said"]'],
    ['with a word for its number', '[Answer 17: never said]'],
    ['with a word for its number, in round brackets', '(Answer 17: "never said")'],
    ['of nothing', '[#17 "…"]'],
    ['without words', '[answers #3, #17]'],
    ['without words, in other languages', '[Antworten #3 und #17]'],
    ['without words or a label', '(#40, #41)'],
    ['that is a link inside the text', '[#17 "never said"](#17)'],
    ['that is a link inside the text, without words', '[#17](#17)'],
    ['that has its sign in its link', '[17](#17)'],
    ['in a link', '[[#17 "never said"]](#17)'],
    ['in lenticular brackets', '【#17】'],
    ['with a dagger', '【17†source】'],
    ['with a dagger and a place', '【4:17†some_file.md】'],
    ['with a dagger, of no answer', '【99†L5-L9】'],
    ['with a numero sign', '[№17]'],
    ['with a numero sign and words', '[№ 17 "never said"]'],
    ['in bold', '**[#17 "never said"]**'],
    ['in italics and brackets', '_([#17 "never said"])_'],
  ])('%s is dropped, and the line stays', (_, written) => {
    expect(textOf(`- Two batches ${written}\n- Next`)).toBe('- Two batches\n- Next');
    expect(textOf(`- ${written} Two batches, planned apart`)).toBe('- Two batches, planned apart');
    expect(textOf(`Two batches ${written}, planned apart.`)).toBe('Two batches, planned apart.');
  });

  it.each([
    ['Two 【17†L3】【3†L4】 batches', 'Two batches'],
    ['Two batches[#17 "never"] a day', 'Two batches a day'],
    ['Two ([#17](#17), [#3](#3)) batches', 'Two batches'],
    ['Two [#17 "never"], [#3 "no"].', 'Two.'],
    ['Two [#17 "in two parts"], [#3 "no"] a day', 'Two [#17 "in two parts"] a day'],
    ['Two [#3 "no"]; [#17 "in two parts"] a day', 'Two [#17 "in two parts"] a day'],
    ['Two ([#3 "no"], says Anna)', 'Two (says Anna)'],
    ['[#17 "never"]: two batches', 'two batches'],
  ])('leaves no marks when it is dropped from %s', (written, text) => {
    expect(textOf(written)).toBe(text);
  });

  it('is one of several in a bracket', () => {
    expect(textOf('Alert [#3 "by lunch"; #7 "by noon"; #17 "in two parts"]')).toBe(
      'Alert [#3 "by lunch"] [#17 "in two parts"]',
    );
    expect(textOf('Alert [#3, #17 "in two parts"]')).toBe('Alert [#17 "in two parts"]');
  });

  it.each([
    ['[#17 "in two parts"; "lost one"]', '[#17 "in two parts"] [#17 "lost one"]'],
    ['[#17 "never said", "lost one"]', '[#17 "lost one"]'],
    ['[#17 "parts" / #1,234 "hives"]', '[#17 "parts"] [#1234 "hives"]'],
    ['[#17 "in two parts" and "lost one"]', '[#17 "in two parts"] [#17 "lost one"]'],
    ['[#17 “never said” “lost one”]', '[#17 "lost one"]'],
    ['#1,234 “keep hives”', '[#1234 "keep hives"]'],
    ['[#17 “parts” + #3 “never”]', '[#17 "parts"]'],
    ['["in two parts"; "lost one", #17]', '[#17 "in two parts"] [#17 "lost one"]'],
    ['["by lunch" #3; "lost one" #17]', '[#3 "by lunch"] [#17 "lost one"]'],
  ])('is checked apart from others in its bracket: %s', (written, text) => {
    expect(textOf(`Alert ${written}`)).toBe(`Alert ${text}`);
  });

  it('inside of a quote that is dropped is checked too', () => {
    const { text, citations } = checkCitations('She told “me ‘never said’ (#40)” (#17).', evidence);
    expect(text).toBe('She told me never said.');
    expect(citations.map(({ kept }) => kept)).toEqual([false, false]);
  });

  it('that the text ends in is dropped', () => {
    expect(textOf('Two [#17 "in two parts"] batches [#17 "in tw')).toBe('Two [#17 "in two parts"] batches');
  });

  it('that stands is drawn, however long', () => {
    const { text } = checkCitations(`x [#21 "${'word '.repeat(83)}word"]`, evidence);
    expect(citedParts(text)).toMatchObject([{}, { kind: 'citation', answer: 21 }]);
  });

  it('keeps quotes that the answer holds itself', () => {
    const line = 'Chase [#7 "he wrote "sorry tomorrow""]';
    expect(textOf(line)).toBe(line);
  });

  it('stays in its sentence when its number is behind it, and is no quote without an answer', () => {
    const sentence = 'Sie legen die Menge „nach Gefühl um drei Uhr nachts“ (#5) fest.';
    expect(textOf(sentence)).toBe(sentence);
    expect(textOf('Sie fürchten „leere Regale“ (#5), sagt man.')).toBe(
      'Sie fürchten leere Regale, sagt man.',
    );
    expect(textOf('Button “Log visit” [answers #3, #7]')).toBe('Button “Log visit”');
  });

  it('is dropped where there is no survey', () => {
    expect(checkCitations('9 of 13 (#40, #41) say “too late” (#40)', noAnswers).text).toBe(
      '9 of 13 say too late',
    );
  });

  it.each([
    'Green (#333), blue (#204060) and (#2F4F4F) on [#FAFAF5]',
    'Copy: "Order #1024" (order #1024)',
    'See [the list](https://shop.example/#17) and [x #17](https://shop.example)',
    'It’s 5 o’clock (5 "regular" clients)',
    '[ ] A box, [x] another, `array[3]`',
    'Answer #3 is quiet.',
    'A rule {color: #333} and {{#each items}} [#204060]',
    '[Day 3: call five walkers] (Table 17: "window seat")',
    '- [Step 3](#step-3) and [1. Overview](#1-overview)',
    '【3】 rooms, order №17 of „Laden №3“, a dagger 3† and **17**',
    'Issue [#17](https://code.example/issues/17) and [#17 too late](https://code.example/17)',
  ])('is not found in %s', (line) => {
    expect(checkCitations(line, evidence)).toEqual({ text: line, citations: [] });
  });

  it('is checked once: a checked text does not change', () => {
    const text = 'A [#3 "by lunch"] “in two parts” (#17) b (#99: "no") «by lunch» #3';
    expect(textOf(textOf(text))).toBe(textOf(text));
  });

  it('never throws, and loses no line', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '#3',
      '#17',
      ' "',
      '" ',
      '“',
      '”',
      "'",
      'x',
      '\n',
      ' ',
      '…',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        expect(textOf(text).split('x').length).toBeGreaterThanOrEqual(1);
        expect(textOf(textOf(text))).toBe(textOf(text));
        expect(textOf(text).length).toBeLessThanOrEqual(text.length * 3 + 20);
      }),
    );
    for (const start of ['["', "a'", '(#1 ', '“', '"', '[a '])
      expect(textOf(start.repeat(10_000)).length).toBeGreaterThan(0);
  });
});

it('is drawn apart from its line', () => {
  expect(citedParts('Two batches [#17 "in two parts"], „nach Gefühl“ (#5, #6)')).toEqual([
    { kind: 'text', text: 'Two batches ' },
    { kind: 'citation', text: '[#17 "in two parts"]', answer: 17, quote: 'in two parts' },
    { kind: 'text', text: ', ' },
    { kind: 'quote', text: '„nach Gefühl“ (#5, #6)', words: '„nach Gefühl“', answers: [5, 6] },
  ]);
});
