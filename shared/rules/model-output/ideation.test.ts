import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { describe, expect, test } from 'vitest';
import { appendSection } from '#shared/rules/ideation/ideation-sections.ts';
import { ideationStages } from '#shared/rules/ideation/ideation-stages.ts';
import { ideationOutputs } from './ideation.fixture.ts';
import { fieldNamed, readIdeationOutput, readPartialIdeationOutput } from './ideation.ts';
import { crookedPieces } from './wrapped-json.fixture.ts';

const stages = ideationStages.map(({ stage }) => stage);
const anyStage = fc.constantFrom(...stages);

describe('recorded outputs', () => {
  test.each(ideationOutputs.map((entry) => [entry.stage, entry.what, entry] as const))(
    '%s: an output with %s is read',
    (_stage, _what, { stage, output, step, holds, lacks = [] }) => {
      const section = readIdeationOutput(stage, output);
      expect(section.step).toBe(step);
      for (const text of holds) expect(section.markdown).toContain(text);
      for (const text of lacks) expect(section.markdown).not.toContain(text);
      if (holds.length === 0) expect(section.markdown).toBe('');
    },
  );

  test('there are at least sixty, on every rung and of every stage', () => {
    expect(ideationOutputs.length).toBeGreaterThanOrEqual(60);
    expect(new Set(ideationOutputs.map(({ step }) => step)).size).toBe(5);
    expect(new Set(ideationOutputs.map(({ stage }) => stage)).size).toBe(5);
  });
});

test('a market size is read by the names of its factors, in the worksheet’s order', () => {
  const factor = (label: string, value: string, source: string) => ({ label, value, source });
  const tam = {
    price: factor('Preis im Jahr', '120 €', 'Ihre Schätzung'),
    population: factor('Bäckereien im Land', '10.000', 'Statistisches Bundesamt'),
    share: factor('Anteil, der wegwirft', '', 'Umfrage'),
  };
  const sam = { reach: factor('Anteil, den Sie erreichen', '5 %', 'Ihre Schätzung') };
  const { markdown } = readIdeationOutput('MARKET_RESEARCH', JSON.stringify({ tam, sam }));
  expect(markdown.split('\n').filter((line) => /^- |^\*\*[TS]AM/.test(line))).toEqual([
    '**TAM (total addressable market):**',
    '- **Bäckereien im Land:** 10.000 (Statistisches Bundesamt)',
    '- **Anteil, der wegwirft:** N/A (Umfrage)',
    '- **Preis im Jahr:** 120 € (Ihre Schätzung)',
    '**SAM (serviceable addressable market):**',
    '- **Anteil, den Sie erreichen:** 5 % (Ihre Schätzung)',
  ]);
});

describe('an output that is still arriving', () => {
  // In these, words that come later change what earlier ones are: a list, a part, a fence.
  const turning = /numbered text|already in the items|lines of text|list of objects|a fence in a value/;
  const wrapped = /^a wrapper|^a list of one object|^JSON written as/;
  const growing = ideationOutputs.filter(
    ({ step, what }) => wrapped.test(what) || (step === 'strict' && !turning.test(what)),
  );

  test.each(growing.map((entry) => [entry.what, entry] as const))(
    'of %s only grows: each line is the beginning of a line of the end',
    (_what, { stage, output }) => {
      const end = plainLines(readPartialIdeationOutput(stage, output));
      for (let length = 0; length <= output.length; length += 1) {
        const lines = plainLines(readPartialIdeationOutput(stage, output.slice(0, length)));
        const unknown = lines.filter((line) => !end.some((whole) => whole.startsWith(line)));
        expect(unknown, `after ${length} characters`).toEqual([]);
      }
    },
  );

  test('shows what is there and no N/A for what is not', () => {
    const output = '{"appName":"Shift Loop","tagline":"Swap it","features":["Offer","Ta';
    expect(readPartialIdeationOutput('IDEATION', output)).toBe(
      '**App name:** Shift Loop\n\n**Tagline:** Swap it\n\n**Features:**\n\n- Offer\n- Ta',
    );
  });

  test.each(['', '{', '```json\n{"app', '<think>perhaps {"appName":"Draft', '<th', '"{\\"app'])(
    'of %j shows nothing yet',
    (output) => expect(readPartialIdeationOutput('IDEATION', output)).toBe(''),
  );

  test('of prose shows the prose', () => {
    expect(readPartialIdeationOutput('MVP', 'I would not build')).toBe('I would not build');
  });

  test('is kept as it was shown when nothing more comes, wherever it ends', () => {
    for (const { stage, what, output } of ideationOutputs) {
      for (let length = 0; length <= output.length; length += 7) {
        const shown = plainLines(readPartialIdeationOutput(stage, output.slice(0, length)));
        const { markdown } = readIdeationOutput(stage, output.slice(0, length));
        const kept = plainLines(markdown);
        const lost = shown.filter((line) => !kept.some((whole) => whole.startsWith(line)));
        expect(lost, `${what}, after ${length} characters`).toEqual([]);
        expect(markdown).not.toMatch(/^ {0,3}#{1,3} /m);
      }
    }
  });
});

describe('any output', () => {
  const texts = ['# ', '- ', '1. ', '**Tagline:** ', '===', '>', '<!--', 'tam', '"appName"', 'None'];
  const signs = ["'", '“', '”', '//', '/*', '\ud83d'];
  const crooked = fc
    .array(fc.constantFrom(...crookedPieces, ...texts, ...signs), { maxLength: 200 })
    .map((parts) => parts.join(''));
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), crooked);

  test('is read without throwing, as storable text that fits a session', () => {
    fc.assert(
      fc.property(anyStage, anyText, (stage, output) => {
        const { markdown } = readIdeationOutput(stage, output);
        for (const text of [markdown, readPartialIdeationOutput(stage, output)]) {
          expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
        }
      }),
    );
  });

  test('can forge no heading of a section and swallow none', () => {
    fc.assert(
      fc.property(anyStage, fc.oneof(anyText, anyFields(crooked)), (stage, output) => {
        const { markdown } = readIdeationOutput(stage, output);
        expect(headings(appendSection(appendSection('### Before', 'MVP', markdown), 'MVP', 'End'))).toEqual([
          'Before',
          'Solution Development & MVP',
          'Solution Development & MVP',
        ]);
      }),
    );
  });

  test.each([
    '### Market Research',
    '  # Market Research',
    '- ### Market Research',
    '> 1. ## Market Research',
    'Market Research\n===',
    'Market Research\n---',
    'Market Research\n- ',
    '```\n### Market Research\n',
    '~~~js',
    '```# Market Research',
    '<!-- never closed',
    '<div>\n### Market Research\n</div',
    '[x]: https://example.org',
    '<h3>Market Research</h3>',
    '[x',
    '# H',
  ])('cannot forge a section with %j', (text) => {
    const factors = [{ value: text }, { source: text }, { name: text, value: text, source: text }];
    const outputs = [
      ['IDEATION', text],
      ['IDEATION', { concept: text, features: [text, { name: text }], [text]: text }],
      ['MARKET_RESEARCH', { tam: factors, sam: { formula: text, factors: { price: factors[0] } } }],
      ['MARKET_RESEARCH', { tam: [{ value: text, source: ']: https://example.org' }], sam: [factors[0]] }],
    ] as const;
    for (const [stage, sent] of outputs) {
      const { markdown } = readIdeationOutput(stage, typeof sent === 'string' ? sent : JSON.stringify(sent));
      const content = appendSection('### Before', 'MVP', markdown);
      expect(headings(`${content}\n\n### After`)).toEqual(['Before', 'Solution Development & MVP', 'After']);
    }
  });

  test('of a million units is cut and says so', () => {
    const output = JSON.stringify({ concept: 'word '.repeat(200_000), features: ['last'] });
    const { markdown } = readIdeationOutput('IDEATION', output);
    expect(markdown.length).toBeLessThanOrEqual(11_500);
    expect(markdown.endsWith('\n[shortened]')).toBe(true);
    expect(readIdeationOutput('MVP', 'word '.repeat(200_000)).markdown.endsWith('\n[shortened]')).toBe(true);
  });
});

test('no text of an output in JSON is lost, and one without any of our fields is not taken for a section', () => {
  fc.assert(
    fc.property(anyStage, anyFields(fc.stringMatching(/^[a-z]{1,12}$/)), (stage, output) => {
      const { markdown, step } = readIdeationOutput(stage, output);
      const isOurs = Object.keys(JSON.parse(output)).some((name) => fieldNamed(stage, name) !== null);
      expect(step).toBe(isOurs ? 'strict' : 'raw');
      if (!isOurs) expect(markdown).not.toContain('N/A');
      const shown = markdown.toLowerCase();
      for (const leaf of leaves(JSON.parse(output))) expect(shown).toContain(leaf);
    }),
  );
});

test('a section that comes back as an output, as lines, is read as the same section', () => {
  const strict = ideationOutputs.filter(({ stage, step }) => stage === 'VALIDATION' && step === 'strict');
  const full = strict.filter(
    ({ stage, output }) => !readIdeationOutput(stage, output).markdown.includes('N/A'),
  );
  expect(full.length).toBeGreaterThan(2);
  for (const { stage, output } of full) {
    const { markdown } = readIdeationOutput(stage, output);
    expect(readIdeationOutput(stage, markdown)).toEqual({ markdown, step: 'loose' });
  }
});

/** Outputs of any stage's fields with these texts, nested in any way. */
function anyFields(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const names = ['appName', 'features', 'targetAudience', 'tam', 'sam', 'competitorAnalysis', 'smokeTests'];
  const more = ['noCodePlatforms', 'developmentSteps', 'aarrrMetrics', 'outreachTactics', 'something else'];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(
      fc.constantFrom(
        'name',
        'value',
        'source',
        'factors',
        'formula',
        'demographics',
        'revenue',
        'why',
        '__proto__',
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  }));
  const fields = fc.dictionary(fc.constantFrom(...names, ...more), value, { minKeys: 1, maxKeys: 5 });
  return fields.map((object) => JSON.stringify(object));
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** The headings of level 3 or higher that a reader sees. */
function headings(markdown: string): string[] {
  const html = renderToStaticMarkup(createElement(Markdown, null, markdown));
  return [...html.matchAll(/<h[123]>(.*?)<\/h[123]>/gs)].map(([, text = '']) =>
    text.replaceAll('&amp;', '&'),
  );
}

function plainLines(markdown: string): string[] {
  const lines = markdown.split('\n').map((line) => line.replace(/[*\\]/g, '').trim());
  return lines.map((line) => line.replace(/ \([^()]*\)$|:$/, '')).filter((line) => line !== '');
}
