import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendSection, replaceStageText, splitSections, stageParts } from './ideation-sections.ts';
import { ideationStages } from './ideation-stages.ts';

test('the first stage replaces all, the others are put at the end', () => {
  const first = appendSection('older notes', 'IDEATION', '**App name:** A\n');
  expect(first).toBe('### Startup Ideation\n\n**App name:** A');
  expect(appendSection(`${first}\nmy words\n\n`, 'MARKET_RESEARCH', 'B')).toBe(
    '### Startup Ideation\n\n**App name:** A\nmy words\n\n### Market Research\n\nB',
  );
  expect(appendSection('', 'MVP', 'C')).toBe('### Solution Development & MVP\n\nC');
});

test('sections come back in order, whatever the founder did to them', () => {
  const content = [
    'a note above',
    '### startup ideation ###\r\n\r\none\n#### Below\ntwo',
    '###   My own heading\nmine',
    '### Market Research',
    '### Market Research\nagain',
    '## Not a section\n####### nor this\n###nor this\n    ### nor code',
  ].join('\n');
  expect(splitSections(content)).toEqual([
    { stage: null, title: '', text: 'a note above' },
    { stage: 'IDEATION', title: 'startup ideation', text: 'one\n#### Below\ntwo' },
    { stage: null, title: 'My own heading', text: 'mine' },
    { stage: 'MARKET_RESEARCH', title: 'Market Research', text: '' },
    {
      stage: null,
      title: 'Market Research',
      text: 'again\n## Not a section\n####### nor this\n###nor this\n    ### nor code',
    },
  ]);
});

test('nothing is a session without sections', () => {
  expect(splitSections('')).toEqual([]);
  expect(splitSections(' \n\n')).toEqual([]);
});

test('appended sections split into themselves', () => {
  const words = fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,3}(\n[a-z]{1,9}){0,2}$/);
  fc.assert(
    fc.property(fc.tuple(words, words, words, words, words), (texts) => {
      const content = ideationStages.reduce(
        (before, { stage }, index) => appendSection(before, stage, texts[index] ?? ''),
        'gone',
      );
      const sections = ideationStages.map(({ stage, title }, index) => ({
        stage,
        title,
        text: texts[index],
      }));
      expect(splitSections(content)).toEqual(sections);
    }),
  );
});

test('no text is lost by splitting', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('### ', '###', '#', ' ', '\n', 'a', 'b', '\r\n', '\t'), { maxLength: 60 }),
      (parts) => {
        const letters = (text: string) => text.replace(/[^ab]/g, '');
        const content = parts.join('');
        const kept = splitSections(content).map(({ title, text }) => title + text);
        expect(letters(kept.join(''))).toBe(letters(content));
      },
    ),
  );
});

test('each stage has all that is written below its heading', () => {
  const content = '### Startup Ideation\n\none\n\n### My own\n\ntwo\n\n### market research\n\nthree';
  expect(stageParts(content)).toEqual([
    { stage: 'IDEATION', heading: '### Startup Ideation', text: 'one\n\n### My own\n\ntwo' },
    { stage: 'MARKET_RESEARCH', heading: '### market research', text: 'three' },
  ]);
  expect(stageParts('')).toEqual([]);
});

test('text above every heading belongs to the first stage that is there', () => {
  const own = 'My own words';
  expect(stageParts(own)).toEqual([{ stage: 'IDEATION', heading: '', text: own }]);
  const content = `${own}\n\n### Market Research\n\none`;
  expect(stageParts(content)).toEqual([{ stage: 'MARKET_RESEARCH', heading: '', text: content }]);
  expect(replaceStageText(content, 'MARKET_RESEARCH', content)).toBe(content);
});

test('one stage is rewritten, and the others stay as they are', () => {
  const content = '### Startup Ideation\n\none\n\n### Problem Validation\n\nthree';
  expect(replaceStageText(content, 'IDEATION', '\nmine\n\n')).toBe(
    '### Startup Ideation\n\nmine\n\n### Problem Validation\n\nthree',
  );
  expect(replaceStageText(content, 'MARKET_RESEARCH', 'two')).toBe(
    '### Startup Ideation\n\none\n\n### Market Research\n\ntwo\n\n### Problem Validation\n\nthree',
  );
  expect(replaceStageText(content, 'ACQUISITION', 'five')).toBe(
    `${content}\n\n### Acquiring First Customers\n\nfive`,
  );
  expect(replaceStageText(content, 'IDEATION', ' \n')).toBe('### Problem Validation\n\nthree');
  expect(replaceStageText('', 'IDEATION', 'mine')).toBe('### Startup Ideation\n\nmine');
  expect(replaceStageText('own words', 'IDEATION', 'mine')).toBe('mine');
});

test('a heading of another stage that is typed into a text stays in that text', () => {
  const content = '### Startup Ideation\n\none\n\n### Market Research\n\ntwo';
  expect(replaceStageText(content, 'IDEATION', '### Market Research\nmine')).toBe(
    '### Startup Ideation\n\n#### Market Research\nmine\n\n### Market Research\n\ntwo',
  );
});

test('no text is lost by rewriting one stage', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('### Startup Ideation', '### MARKET RESEARCH', '### Own', 'a', 'b', '', '  c'),
        {
          maxLength: 12,
        },
      ),
      (lines) => {
        const content = lines.join('\n');
        const letters = (text: string) => text.replace(/[\s#]/g, '');
        // An empty text takes its heading with it.
        for (const { stage, text } of stageParts(content).filter((part) => part.text !== ''))
          expect(letters(replaceStageText(content, stage, text))).toBe(letters(content));
      },
    ),
  );
});
