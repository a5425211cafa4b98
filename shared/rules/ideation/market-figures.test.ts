import { describe, expect, it } from 'vitest';
import { appendSection } from './ideation-sections.ts';
import {
  figureProblem,
  figuresIn,
  type MarketFigures,
  marketSums,
  percentOf,
  pricesWithPeriod,
  readFactors,
  sizeWords,
  writeFactor,
} from './market-figures.ts';

const bread: MarketFigures = { population: '168,000', share: '22 of 35', price: '$1,000', reach: '5 %' };
const sumsOf = (given: Partial<MarketFigures>) => marketSums({ ...bread, ...given });

describe('the market', () => {
  it('is people × share × price, and the part that can be reached', () => {
    expect(marketSums(bread)).toEqual({
      wholeTotal: 'about $106 million',
      reachableTotal: '$5.28 million',
      income: '$1 million',
    });
    expect(sumsOf({ population: '1,200', share: '75 %', price: '$120', reach: '10%' })).toMatchObject({
      wholeTotal: '$108,000',
      reachableTotal: '$10,800',
    });
  });

  it('is worded in the language of the idea', () => {
    const price = '1.000 €';
    const said = (['en', 'de', 'fr', 'es'] as const).map((language) =>
      sizeWords('tam', { ...bread, price }, language).replace(/\s/g, ' '),
    );
    expect(said).toEqual([
      'about €106 million a year',
      'etwa 106 Millionen € im Jahr',
      'environ 106 millions de € par an',
      'unos 106 millones de € al año',
    ]);
  });

  it('has no reachable part without a share', () => {
    expect(sumsOf({ reach: '' })?.reachableTotal).toBeNull();
  });

  it.each([
    [{ population: '1.200' }, '$754,286'],
    [{ population: '1 200' }, '$754,286'],
    [{ population: '1’200' }, '$754,286'],
    [{ population: '2.5 million bakers', price: '$1' }, '$1.57 million'],
    [{ population: '2,5 Mio.', price: '$1' }, '$1.57 million'],
    [{ population: '40k', price: '$1' }, '$25,143'],
    [{ population: '1,000,000', share: '1 in 20', price: '$1' }, '$50,000'],
    [{ population: '100', share: '0.05', price: '$1' }, '$5'],
    [{ population: '100', share: '5', price: '$1' }, '$5'],
    [{ population: '100', share: '22 von 44', price: '1.500,50 $' }, '$75,025'],
    [{ population: '100', share: '50 %', price: '9,99 € a month' }, '€5,994'],
    [{ population: '100', share: '50 %', price: '$10 a day' }, '$182,500'],
    [{ population: '100', share: '50 %', price: '$10/week' }, '$26,000'],
    [{ population: '100', share: '50 %', price: '10 € wöchentlich' }, '€26,000'],
    [{ population: '100', share: '50 %', price: '10 Euro im Monat' }, '€6,000'],
    [{ population: '100', share: '50 %', price: 'EUR 10 pro Quartal' }, 'EUR 2,000'],
    [{ population: '100', share: '50 %', price: '10 € par trimestre' }, '€2,000'],
    [{ population: '100', share: '50 %', price: '10 € al día' }, '€182,500'],
    [{ population: '100', share: '50 %', price: '10 € al año' }, '€500'],
    [{ population: '100', share: '50 %', price: '$2k p.a.' }, '$100,000'],
    [{ population: '100', share: '50 %', price: '9 dollars a month' }, '$5,400'],
    [{ population: '100', share: '50 %', price: '9 € / Monat' }, '€5,400'],
    [{ population: '100', share: '50 %', price: 'around 9 a month' }, '5,400'],
    [{ population: '100', share: '50 %', price: '9,- € im Monat' }, '€5,400'],
    [{ population: '100', share: '50 %', price: 'CHF 9.– pro Monat' }, 'CHF 5,400'],
    [{ population: '100', share: '50 %', price: 'vielleicht 9,50 € (pro Monat)' }, '€5,700'],
    [{ population: '100', share: '50 %', price: 'por mes: 9 €' }, '€5,400'],
    [{ population: '100', share: '50 %', price: 'about ₹900 a year' }, '₹45,000'],
    [
      { population: 'about 100 bakers in the north of the country, says the guild there', price: '$1' },
      '$63',
    ],
    [{ population: '100', share: 'about 50 % of them', price: '$1' }, '$50'],
    [{ population: '100', share: '22 of 44 throw away bread weekly', price: '$1' }, '$50'],
    [{ population: '100', share: 'peut-être 1 sur 4', price: '$1' }, '$25'],
  ])('is read as written: %j', (figures, total) => {
    expect(sumsOf(figures)?.wholeTotal.replace('about ', '')).toBe(total);
  });

  it.each([
    ['population', '5 to 10', 'no-number'],
    ['population', '5-10', 'no-number'],
    ['population', '-5', 'no-number'],
    ['population', '0', 'no-number'],
    ['population', 'many', 'no-number'],
    ['population', '30 %', 'no-number'],
    ['population', '🐝'.repeat(5_000), 'no-number'],
    ['population', '9'.repeat(400), 'no-number'],
    ['price', 'two hundred', 'no-number'],
    ['price', '2 hundred', 'no-number'],
    ['price', '$9 a fortnight', 'no-period'],
    ['price', '$9 per user per month', 'no-period'],
    ['price', 'fortnightly $9', 'no-period'],
    ['price', '3 lakh', 'no-number'],
    ['price', '$9 QTR', 'no-period'],
    ['price', 'about $9', 'no-period'],
    ['price', '$9 every other month', 'no-period'],
    ['price', '$9 or $12', 'no-number'],
    ['price', 'SEK 9 a week', null],
    ['price', '9.99 USD/month', null],
    ['population', '3 lakh', 'no-number'],
    ['share', '140 %', 'no-share'],
    ['share', '36 of 35', 'no-share'],
    ['share', 'most of them', 'no-share'],
    ['share', '5 to 10 %', 'no-share'],
    ['share', '5 to 10', 'no-share'],
    ['reach', 'about 5 %', null],
    ['reach', '2 of 5 to 10', 'no-share'],
    ['reach', '0 %', 'no-share'],
    ['population', ' ', null],
    ['population', '168,000', null],
    ['share', '22 sur 35', null],
    ['share', '63,5 %', null],
  ] as const)('says what is wrong with %s %s', (factor, value, problem) => {
    expect(figureProblem(factor, value)).toBe(problem);
    if (problem) expect(marketSums({ ...bread, [factor]: value })?.reachableTotal ?? null).toBeNull();
  });

  it('offers the periods of a price that says none', () => {
    expect(pricesWithPeriod('about $9', 'en')).toEqual(['about $9 a month', 'about $9 a year']);
    expect(pricesWithPeriod('etwa 9 € alle 14 Tage', 'de')).toEqual([]);
    expect(pricesWithPeriod('etwa 9 Euro die Fahrt', 'de')).toEqual([
      'etwa 9 Euro im Monat',
      'etwa 9 Euro im Jahr',
    ]);
    expect(pricesWithPeriod('quizás 1.200,50 € cada uno', 'es')).toContain('quizás 1.200,50 € al mes');
    expect(pricesWithPeriod('$2k for all', 'fr')).toContain('$2k par an');
    for (const price of ['', '$9', '$9 a month', 'cheap']) expect(pricesWithPeriod(price, 'en')).toEqual([]);
    for (const language of ['en', 'de', 'fr', 'es'] as const)
      for (const price of pricesWithPeriod('so 9', language))
        expect(figureProblem('price', price)).toBeNull();
  });

  it('says a count as percent', () => {
    expect(percentOf('22 of 35')).toBe(63);
    expect(percentOf('some')).toBeNull();
  });
});

const section = `**TAM (total addressable market):** about $106 million a year

- **Menschen (Bäcker: alle):** 168,000
- **Share with the problem:** 22 of 35 (source: a survey)
- **Price:** $1,000

**SAM (serviceable addressable market):** N/A

- **Reach:** N/A

**Gap analysis:** nobody says when`;

describe('the worksheet of a section', () => {
  it('is read by its places, whatever its labels say', () => {
    const read = readFactors(section).map(({ factor, label, value, source }) => [
      factor,
      label,
      value,
      source,
    ]);
    expect(read).toEqual([
      ['population', 'Menschen (Bäcker: alle)', '168,000', ''],
      ['share', 'Share with the problem', '22 of 35', 'a survey'],
      ['price', 'Price', '$1,000', ''],
      ['reach', 'Reach', '', ''],
    ]);
    const content = appendSection('', 'MARKET_RESEARCH', section);
    expect(figuresIn(content)).toEqual({ ...bread, reach: '' });
    expect(figuresIn('### Startup Ideation\n\n- **People:** 5')).toBeNull();
  });

  it('is text in any other shape', () => {
    expect(readFactors(section.replace('- **Price:** $1,000', ''))).toEqual([]);
    expect(readFactors(section.replace('**TAM', '**Market'))).toEqual([]);
  });

  it('takes another value, and the sizes that were computed follow', () => {
    const cheaper = writeFactor(section, 'price', '$100 (a year)');
    expect(cheaper).toBe(section.replace('$1,000', '$100 a year').replace('$106 million', '$10.6 million'));
    const reached = writeFactor(section, 'reach', '5 %');
    expect(reached).toContain('**SAM (serviceable addressable market):** $5.28 million a year');
    expect(reached).toContain('- **Reach:** 5 %');
    expect(writeFactor(reached, 'reach', ' ')).toBe(section);
    expect(writeFactor('No worksheet', 'price', '$9')).toBe('No worksheet');
  });

  it('keeps the founder’s own words for a size', () => {
    const own = section.replace('about $106 million a year', 'huge');
    expect(writeFactor(own, 'price', '$9')).toContain('market):** huge');
  });
});
