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
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
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

test('a feature that the founder added at the end comes first, and one of ours is left out', () => {
  const content = edited(first, '\n**Design:**', '- Overdue list: who is late\n\n**Design:**');
  const section = composeIdeation({ stage: 'MVP', idea, content });
  const { features } = composeIdeation({ stage: 'IDEATION', idea, content: '' });
  const ours = String(features).split(/[:,(]/)[0];
  const core = listOf(section.coreFeatureSet);
  expect(core[0]).toBe('Overdue list: who is late');
  expect(core[1]).toContain(ours);
  expect(core.at(-1)).toMatch(/^Left out for now: “/);
  expect(core.at(-1)).not.toContain('Overdue list');
});

test('features that the idea names are the first ones, and none of them is left out for one of ours', () => {
  const said =
    'An app for choir directors that keeps track of who has which sheet music. It has a late list, reminders by e-mail, and a QR code on each folder.';
  const own = ['A late list', 'Reminders by e-mail', 'A QR code on each folder'];
  const section = composeIdeation({ stage: 'IDEATION', idea: said, content: '' });
  expect(listOf(section.features).slice(0, 3)).toEqual(own);
  expect(listOf(section.features)).toHaveLength(5);
  const { markdown } = readIdeationReply('IDEATION', JSON.stringify(section));
  const content = edited(
    appendSection('', 'IDEATION', markdown),
    '\n**Design:**',
    '- Seat plan\n\n**Design:**',
  );
  const core = listOf(composeIdeation({ stage: 'MVP', idea: said, content }).coreFeatureSet);
  expect(core.slice(0, 4)).toEqual(['Seat plan', ...own]);
  expect(core).toHaveLength(5);
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

  const reaching = (content: string, share: string) =>
    edited(content, /(?<=\*\*Share you can reach .*:\*\* )\[fill in\]/, share);

  test.each([
    ['250,000', '5%', '$30 a year', '250,000 × 5% × $30 = $375,000 a year'],
    ['250.000', '0.05', '30 €', '250.000 × 0.05 × €30 = €375,000 a year'],
    ['2.5 million', '1 in 20', '$9.99 a month', '2.5 million × 1 in 20 × $9.99 × 12 = $14,985,000 a year'],
    ['40k people', '5', 'EUR 12', '40 k × 5% × 12 EUR = 24,000 EUR a year'],
    ['~250 000 nurses', '12.5 %', '$30 (monthly)', '250 000 × 12.5% × $30 × 12 = $11,250,000 a year'],
    ['250,000 (Destatis 2024)', '3/10', '1.299,00 €', '250,000 × 3/10 × €1,299 = €97,425,000 a year'],
    [
      '250,000; statistics office, 2025',
      '0.125',
      '$2.50 per quarter',
      '250,000 × 0.125 × $2.50 × 4 = $312,500 a year',
    ],
    ['1,200', '10 per cent (your guess)', '$3 a week', '1,200 × 10 per cent × $3 × 52 = $18,720 a year'],
    ['1,200', '50%', '30 € per person, yearly', '1,200 × 50% × €30 = €18,000 a year'],
  ])('%s people, %s of them, %s are multiplied and shown', (population, share, price, sum) => {
    expect(textOf('MARKET_RESEARCH', fill(population, share, price))).toContain(sum);
  });

  test.each([
    '10-20 thousand',
    '10 – 20 thousand',
    '2024: 250,000',
    '-5',
    '- 5',
    '250 (in thousands)',
    '5 per 1000 people',
    '1.250 million',
    '250,0000',
    '12,000 bicycles',
    '0',
    'over 5,000',
    '12,000 (of 30,000)',
  ])('a population of %j is no number, and nothing is multiplied', (population) => {
    expect(textOf('VALIDATION', fill(population, '5%', '$30'))).not.toMatch(/which makes/);
    expect(textOf('MARKET_RESEARCH', fill(population, '5%', '$30'))).toContain(
      '"population × share × price"',
    );
  });

  test.each([
    '5-10%',
    '150%',
    '50% of 20%',
    'half',
    '1',
    '0%',
    '-5',
    '30 in 20',
    '5% per year',
    '< 5%',
    '5% (of 20%)',
  ])('a share of %j is no number, and nothing is multiplied', (share) => {
    expect(textOf('VALIDATION', fill('250,000', share, '$30'))).not.toMatch(/which makes/);
  });

  test.each([
    '$20-30',
    '$3 per day',
    '$30 per visit',
    '$30 every 2 weeks',
    '$30 once',
    '30 € pro Monat',
    '$30 (per visit)',
    '$30 (half a year)',
    '$30 (source: office) per visit',
    '-5',
    '30 MAX',
    'free',
    '$30 € a year',
    'up to $30',
    '$30, or $300 for ten',
  ])('a price of %j is not one for a year, and nothing is multiplied', (price) => {
    expect(textOf('ACQUISITION', fill('250,000', '5%', price))).not.toMatch(/By your price/);
  });

  test.each([
    ['Price per month: $30', '$30 × 12 = $360,000 a year'],
    ['Price per month: $30 a month', '$30 × 12 = $360,000 a year'],
    ['Price per month: $30 a year', null],
    ['Price per visit: $30', null],
    ['Price (a day): $30', null],
    ['| Price | $30 | per month |', null],
    ['| Price | $30 | office 2025 |', '$30 = $30,000 a year'],
  ])('of a line of the founder’s own, "%s", the label counts as well', (line, sum) => {
    const said = textOf('ACQUISITION', `### Market Research\n\n${line}`);
    if (sum === null) expect(said).not.toMatch(/By your price/);
    else expect(said).toContain(`1000 × ${sum}`);
  });

  test('of a competitor are not taken for one’s own', () => {
    const content = `${research}\n- Price: $12 a month`;
    expect(textOf('ACQUISITION', content)).not.toMatch(/By your price/);
  });

  test('are said to be missing where there are none, and to be the founder’s own where there are some', () => {
    const note = (content: string) => noteOf(composeIdeation({ stage: 'MARKET_RESEARCH', idea, content }));
    expect(note(research)).toMatch(/^No figure is filled in for you.+ under Acquiring First Customers\.$/);
    expect(note(edited(research, '[fill in]', '250,000'))).toMatch(
      /^The figures here are the ones that you wrote; the others are not known yet/,
    );
  });

  test('that are all there are not said to be missing', () => {
    const content = reaching(fill('250,000', '5%', '$30'), '10%');
    const note = noteOf(composeIdeation({ stage: 'MARKET_RESEARCH', idea, content }));
    expect(note).toMatch(/^The figures here are the ones that you wrote; replace each guess/);
  });

  test('are used by the later stages, each as arithmetic', () => {
    const content = fill('250,000', '5%', '$30 a year');
    expect(textOf('VALIDATION', content)).toContain('250,000 × 5% = 12,500 people');
    expect(textOf('ACQUISITION', content)).toContain('1000 × $30 = $30,000 a year');
    expect(textOf('ACQUISITION', content)).toContain('1000 customers are 8% of all who have the problem');
  });

  test('are shown as they were written, with their cents', () => {
    expect(textOf('ACQUISITION', fill('12,000', '30 %', '1.200,50 €'))).toContain(
      '1000 × €1,200.50 = €1,200,500 a year',
    );
    expect(textOf('ACQUISITION', fill('12,000', '30 %', '$0.125'))).toContain('1000 × $0.125 = $125 a year');
  });

  test('that are complete give the market in the section that follows, the part within reach with its share', () => {
    const content = fill('12,000', '30 %', '$40');
    const whole = 'TAM, the whole market: 12,000 × 30% × $40 = $144,000 a year.';
    expect(textOf('ACQUISITION', content)).toContain(whole);
    expect(textOf('ACQUISITION', content)).not.toContain('SAM');
    const reached = textOf('ACQUISITION', reaching(content, 'about 5%'));
    expect(reached).toContain(whole);
    expect(reached).toContain('SAM, the part that you can reach: $144,000 × 5% = $7,200 a year.');
    expect(reached).toContain('“about 5%” is read as 5%.');
    expect(reached).toContain(
      '(12,000 × 30% × 5% = 180 people) there are fewer than 1000 of them within your reach',
    );
    expect(textOf('ACQUISITION', reaching(content, '50%'))).toContain(
      '= 1,800 people) 1000 customers are 56% of those whom you can reach',
    );
  });

  test.each([
    ['12,000', '150%', '$40', 'the share “150%” is above 100%'],
    ['12,000', '30 in 20', '$40', 'the share “30 in 20” is above 100%'],
    ['12,000', 'half', '$40', 'the share “half” can’t be read as one share above 0% and up to 100%'],
    ['10-20 thousand', '30%', '$40', 'the population “10-20 thousand” can’t be read as one number above 0'],
    ['12,000', '30%', '$3 per day', 'the price “$3 per day” can’t be read as one amount above 0 for a year'],
  ])('of which one can’t be used (%s, %s, %s) are told', (population, share, price, reason) => {
    const content = fill(population, share, price);
    expect(textOf('ACQUISITION', content)).toContain(`Not used in the arithmetic: ${reason}.`);
    expect(textOf('ACQUISITION', content)).not.toContain('TAM');
    expect(noteOf(composeIdeation({ stage: 'MARKET_RESEARCH', idea, content }))).toContain(reason);
  });

  test('that are too long to be read are told by their beginning', () => {
    const long = '12,000 by the list of our federation and about as many again who sing without one';
    expect(textOf('ACQUISITION', fill(long, '30%', '$40'))).toMatch(
      /the population “12,000 by the list .*…” can’t be read/,
    );
  });

  test('behind a label that holds their unit are told', () => {
    expect(textOf('ACQUISITION', '### Market Research\n\nPopulation in thousands: 250')).toContain(
      'the population “250” stands behind a label with a unit; write the whole number.',
    );
  });

  test('that were not given are not called unused', () => {
    expect(textOf('ACQUISITION', research)).not.toMatch(/Not used|Your figures/);
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

function noteOf(section: Record<string, unknown>): string {
  return JSON.parse(JSON.stringify(section)).tam.note;
}
