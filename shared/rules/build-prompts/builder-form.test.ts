import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BuilderName, builderName, buildPromptLimit } from '#shared/contracts/build-prompts.ts';
import { buildPromptSections } from './build-prompt-sections.ts';
import { formFor } from './builder-form.ts';
import { builderShapes } from './builder-shapes.data.ts';
import { builders } from './builders.data.ts';

const names: BuilderName[] = builderName.options;
const sample = buildPromptSections
  .map(({ id, title }) => `## ${title}\n\n${id === 'slices' ? '1. First\n2. Second' : `- About ${id}`}`)
  .join('\n\n');

const ours = new Set(Object.values(builderShapes).flatMap(({ opening, closing }) => [opening, closing]));
const titles = new Set(buildPromptSections.map(({ title }) => title.toLowerCase()));

/** Content of a text, line by line in any order, without the parts that a form may change. */
function contentOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !ours.has(line))
    .map((line) => {
      const heading = line.match(/^#{1,3} (?:\d+\. )?(.+)$/)?.[1]?.toLowerCase();
      return heading && titles.has(heading) ? heading : line.replace(/^(?:[-*+]|\d+\.) (?:\[ \] )?/, '');
    })
    .sort();
}

test('every builder of the contract can be chosen, each at an address of its own', () => {
  expect(builders.map(({ name }) => name)).toEqual(names);
  for (const { name, url, title } of builders) {
    expect(url === '' ? name : new URL(url).protocol).toBe(url === '' ? 'plain' : 'https:');
    expect(title).toBeTruthy();
  }
});

test.each(names)('the form for %s keeps every content line', (name) => {
  expect(contentOf(formFor(name, sample))).toEqual(contentOf(sample));
});

test('each builder gets a form of its own', () => {
  expect(new Set(names.map((name) => formFor(name, sample))).size).toBe(names.length);
  expect(formFor('cursor', sample)).toContain('\n- [ ] First\n- [ ] Second');
  expect(formFor('v0', sample).indexOf('## Screens')).toBeLessThan(formFor('v0', sample).indexOf('## Must'));
  expect(formFor('replit', sample)).toContain('## 1. In one sentence');
});

test('opening and closing lines are replaced and do not pile up, also where the founder wrote behind them', () => {
  const edited = `${formFor('lovable', sample)}\n\nMy own last word.`;
  const bolt = formFor('bolt', edited);
  expect(bolt).not.toContain(builderShapes.lovable.opening);
  expect(bolt).not.toContain(builderShapes.lovable.closing);
  expect(bolt.split(builderShapes.bolt.closing)).toHaveLength(2);
  expect(bolt).toContain('My own last word.');
  expect(formFor('plain', bolt)).toBe(formFor('plain', `${sample}\n\nMy own last word.`));
});

test('sections of the founder’s own stay behind the section they stand in', () => {
  const own = sample.replace('- About screens', '- About screens\n\n## Colours of my brand\n\nGreen');
  const text = formFor('cursor', own);
  expect(text).toMatch(/- About screens\n\n## Colours of my brand\n\nGreen\n\n## 6\. /);
});

test('what is in a code block is no heading', () => {
  const text = '## Look\n\n```\n## Must\n- [ ] x\n```\n\n## Must\n- y';
  expect(formFor('bolt', text)).toContain('```\n## Must\n- [ ] x\n```');
});

test('a ticked box stays ticked', () => {
  const text = '## Slices\n\n- [x] First\n- [ ] Second';
  expect(formFor('cursor', formFor('plain', text))).toContain('- [x] First\n- [ ] Second');
});

test.each(['', '\n\n', builderShapes.bolt.opening])(
  'where there is nothing to form, nothing is made: %j',
  (text) => {
    for (const name of names) expect(formFor(name, text)).toBe('');
  },
);

test('a text that the form would make too long stays as it is', () => {
  const text = `## Must\n\n${'a'.repeat(buildPromptLimit - 20)}`;
  for (const name of names) expect(formFor(name, text)).toBe(text);
  for (const name of names)
    expect(formFor(name, `## Must\n\n${'a'.repeat(buildPromptLimit - 3_000)}`).length).toBeLessThan(
      buildPromptLimit,
    );
});

const line = fc.oneof(
  fc.constantFrom(...buildPromptSections.map(({ title }) => `## ${title}`)),
  fc.constantFrom(
    '# Must',
    '### Look',
    '## **Screens**',
    '## 3. Slices',
    '## My own',
    '### Start',
    '```',
    '~~~',
    '',
    '  ',
    '---',
  ),
  fc.constantFrom(
    '- a',
    '* b',
    '12. c',
    '3) d',
    '- [ ] e',
    '- [x] f',
    '- - g',
    '1. 2. h',
    '- [ ] [ ] i',
    '  - j',
    '-',
    '- [ ]',
    'words',
    'a `#` b',
  ),
  fc.constantFrom(...ours),
);
const anyText = fc.array(line, { maxLength: 24 }).map((lines) => lines.join('\n'));
const anyName = fc.constantFrom(...names);

test('a form leaves no trace of the one before, and a second time changes nothing', () => {
  fc.assert(
    fc.property(anyText, anyName, anyName, (text, first, second) => {
      const formed = formFor(second, text);
      expect(formFor(second, formFor(first, text))).toBe(formed);
      expect(formFor(second, formed)).toBe(formed);
    }),
    { numRuns: 500 },
  );
});

const plainLine = fc.oneof(
  fc.constantFrom(...buildPromptSections.map(({ title }) => `## ${title}`), '## My own', '# Title', ''),
  fc.constantFrom(
    '- a',
    '* b',
    '12. c',
    '- [ ] e',
    '- [x] f',
    'words',
    '  indented',
    '> quoted',
    '| a | b |',
  ),
);

test('whatever a founder made of the text, every content line is still there', () => {
  fc.assert(
    fc.property(fc.array(plainLine, { maxLength: 30 }), anyName, (lines, name) => {
      const text = lines.join('\n');
      expect(contentOf(formFor(name, text))).toEqual(contentOf(text));
    }),
    { numRuns: 300 },
  );
});
