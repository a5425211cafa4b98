import { describe, expect, test } from 'vitest';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { readIdeationReply } from '#shared/rules/ideation-reply.ts';
import { appendSection } from '#shared/rules/ideation-sections.ts';
import { composeIdeation } from './compose-ideation.ts';

const idea = 'An app that helps users find the best local coffee shops based on their mood.';

/** The session after these stages, each turned into Markdown as the product does. */
function sessionOf(stages: IdeationStage[], edit = (content: string) => content): string {
  return stages.reduce((content, stage) => {
    const reply = JSON.stringify(composeIdeation({ stage, idea, content }));
    return edit(appendSection(content, stage, readIdeationReply(stage, reply).markdown));
  }, '');
}

const first = sessionOf(['IDEATION']);
const textOf = (stage: IdeationStage, content: string) =>
  JSON.stringify(composeIdeation({ stage, idea, content }), null, 1);
/** The text with a part of it replaced; fails when the part is not there. */
function edited(content: string, part: string | RegExp, by: string): string {
  const changed = content.replace(part, by);
  expect(changed).not.toBe(content);
  return changed;
}

test('a session that nobody edited gives the same sections as the idea alone', () => {
  for (const stage of ['MARKET_RESEARCH', 'VALIDATION', 'MVP', 'ACQUISITION'] as const)
    expect(composeIdeation({ stage, idea, content: first })).toEqual(
      composeIdeation({ stage, idea, content: '' }),
    );
});

test('the name that the founder gave is used from then on', () => {
  const content = edited(first, '**App name:** Coffee Compass', '**App name:** Bean There');
  for (const stage of ['VALIDATION', 'MVP', 'ACQUISITION'] as const) {
    expect(textOf(stage, content)).toContain('Bean There');
    expect(textOf(stage, content)).not.toContain('Coffee Compass');
  }
});

test('the core features are the founder’s first three, in their order, and what is left out is named', () => {
  const features =
    '- Quiet corners: which seats are far from the grinder\n- Sockets\n- Seats free now\n- A loyalty card';
  const content = edited(first, /(?<=\*\*Features:\*\*\n\n)(- .+\n)+/, `${features}\n`);
  const { coreFeatureSet, developmentSteps } = composeIdeation({ stage: 'MVP', idea, content });
  expect(coreFeatureSet).toEqual([
    'Quiet corners: which seats are far from the grinder',
    'Sockets',
    'Seats free now',
    expect.stringContaining('A count of the one moment'),
    expect.stringMatching(/^Left out for now: “A loyalty card”; also .* because /),
  ]);
  expect(JSON.stringify(developmentSteps)).toContain('single feature, “Quiet corners”');
});

test('a single feature is enough, and the one of the first version is what activation rests on', () => {
  const one = edited(first, /(?<=\*\*Features:\*\*\n\n)(- .+\n)+/, '- Sockets\n');
  const { coreFeatureSet } = composeIdeation({ stage: 'MVP', idea, content: one });
  expect(coreFeatureSet).toHaveLength(3);
  const built = appendSection(one, 'MVP', '**Core feature set:**\n\n- Plugs on a map: with photographs');
  expect(textOf('ACQUISITION', built)).toContain('“Plugs on a map”');
});

test('the problem and the people that stand there after edits are what the interviews are about', () => {
  const content = edited(
    first,
    'Coffee Compass helps people find the best local coffee shops based on their mood.',
    'Coffee Compass helps night nurses swap shifts at short notice.',
  );
  expect(textOf('VALIDATION', content)).toContain(
    'When was the last time you had to swap shifts at short notice',
  );
  expect(textOf('VALIDATION', content)).not.toMatch(/good local coffee/);
  expect(textOf('MARKET_RESEARCH', content)).toContain('Population (night nurses');
});

test('people named under demographics replace those of the idea', () => {
  const content = edited(
    first,
    /(?<=\*\*Demographics:\*\* ).+/,
    'Long-distance lorry drivers on night tours, above all in winter.',
  );
  expect(textOf('MARKET_RESEARCH', content)).toContain(
    'Population (long-distance lorry drivers on night tours',
  );
});

test('people who are told in another shape are quoted', () => {
  const content = edited(first, /(?<=\*\*Demographics:\*\* ).+/, 'Age 25-40, urban');
  expect(textOf('MARKET_RESEARCH', content)).toContain('people you describe as “age 25-40”');
});

test('an assumption of the founder’s own is tested first', () => {
  const content = edited(
    first,
    /The weakest assumption is .+?; test/,
    'The weakest assumption is that cafés keep their seats up to date; test',
  );
  for (const stage of ['VALIDATION', 'MVP'] as const)
    expect(textOf(stage, content)).toContain('weakest assumption, that cafés keep their seats up to date');
});

test('a section rewritten in prose without our labels is still read', () => {
  const content =
    '### Startup Ideation\n\nI changed my mind. It helps dog owners find reliable sitters during holidays.';
  expect(textOf('VALIDATION', content)).toContain('find reliable sitters');
  expect(textOf('MARKET_RESEARCH', content)).toContain('Population (dog owners');
});

test('the sections alone are enough where the idea was not kept', () => {
  const section = composeIdeation({ stage: 'VALIDATION', idea: '', content: first });
  expect(JSON.stringify(section)).toContain('find the best local coffee shops');
  expect(JSON.stringify(section)).toContain('Coffee Compass');
});

test('an idea in another language is understood once the founder has told it in English', () => {
  const german = 'Eine App, die Nachbarn hilft, Werkzeuge zu teilen';
  const section = JSON.stringify(composeIdeation({ stage: 'IDEATION', idea: german, content: '' }));
  const content = appendSection('', 'IDEATION', readIdeationReply('IDEATION', section).markdown);
  const told = edited(content, /\S+ \S+ is the working name.*/, 'It helps neighbours share tools.');
  const later = JSON.stringify(composeIdeation({ stage: 'VALIDATION', idea: german, content: told }));
  expect(later).toContain('When was the last time you tried to share tools');
});

describe('figures that the founder filled in under market research', () => {
  const research = sessionOf(['IDEATION', 'MARKET_RESEARCH']);
  const fill = (population: string, share: string, price: string) =>
    [
      ['Population', population],
      ['Share', share],
      ['Price', price],
    ].reduce(
      (content, [name = '', value = '']) =>
        edited(content, new RegExp(`(?<=\\*\\*${name} \\(.+?:\\*\\* )\\[fill in\\]`), value),
      research,
    );

  test.each([
    ['250,000', '5%', '$30 a year', '250,000 × 5% × $30 = $375,000 a year'],
    ['250.000', '0.05', '30 €', '250.000 × 0.05 × €30 = €375,000 a year'],
    ['2.5 million', '1 in 20', '$9.99 a month', '2.5 million × 1 in 20 × $9.99 × 12 = $14,985,000 a year'],
    ['40k people', '5', 'EUR 12', '40 k × 5% × 12 EUR = 24,000 EUR a year'],
  ])('%s people, %s of them, %s are multiplied and shown', (population, share, price, sum) => {
    expect(textOf('MARKET_RESEARCH', fill(population, share, price))).toContain(sum);
  });

  test('are used by the later stages, each as arithmetic', () => {
    const content = fill('250,000', '5%', '$30 a year');
    expect(textOf('VALIDATION', content)).toContain('250,000 × 5% = 12,500 people');
    expect(textOf('ACQUISITION', content)).toContain('1000 × $30 = $30,000 a year');
    expect(textOf('ACQUISITION', content)).toContain('1000 customers are 8% of all who have the problem');
  });

  test('that leave too few people are said to', () => {
    expect(textOf('ACQUISITION', fill('9,000', '5%', '$30'))).toMatch(/fewer than 1000 of them/);
  });

  test('in a year or a name of a source are not taken for them', () => {
    const content = edited(research, '(source: national', '(source, 2025: national');
    expect(textOf('MARKET_RESEARCH', content)).not.toContain('2025');
  });

  test('that are not all there give no sum', () => {
    const content = edited(research, '[fill in]', '250,000');
    expect(textOf('MARKET_RESEARCH', content)).toContain('"formula": "population × share × price"');
    expect(textOf('MARKET_RESEARCH', content)).toContain('"value": "250,000"');
  });

  test('in a table or as bare lines are read as well', () => {
    const rows = '| Population | 250,000 | Office 2025 |\n| Share | 5% | your guess |\nPrice: $30';
    const content = `### Market Research\n\n${rows}`;
    expect(textOf('MARKET_RESEARCH', content)).toContain('= $375,000 a year');
  });
});
