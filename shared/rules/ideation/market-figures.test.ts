import { describe, expect, it } from 'vitest';
import { appendSection } from './ideation-sections.ts';
import { marketSums, readFactorLine, writeFactor } from './market-figures.ts';

function sumsOf({ population = '1,200', share = '75 %', price = '$120', reach = '[fill in]' }) {
  const lines = [
    `- **Number of night nurses: all of them:** ${population} (your guess)`,
    `- **Share for whom this was true: “lose: sleep”:** ${share}`,
    `- **Price a year that night nurses pay:** ${price} (source: interviews, 2026)`,
    `- **Share of night nurses you can reach this year:** ${reach} (your guess)`,
  ];
  return marketSums(appendSection('', 'MARKET_RESEARCH', lines.join('\n')));
}

describe('the market', () => {
  it('is the product of the founder’s figures', () => {
    expect(sumsOf({ reach: '10%' })).toEqual({
      whole: '1,200 × 75% × $120 = $108,000 a year',
      income: '1,000 × $120 = $120,000 a year',
      wholeTotal: '$108,000',
      reachableTotal: '$10,800',
    });
  });

  it('has no reachable part without a share', () => {
    expect(sumsOf({})?.reachableTotal).toBeNull();
  });

  it.each([
    [{ population: '1.200' }, '1,200 × '],
    [{ population: '2.5 million nurses' }, '2,500,000 × '],
    [{ population: '40k' }, '40,000 × '],
    [{ share: '1 in 20' }, ' × 5% × '],
    [{ share: '0.05' }, ' × 5% × '],
    [{ share: '5' }, ' × 5% × '],
    [{ share: '.05' }, ' × 5% × '],
    [{ price: '9,99 € a month' }, ' × €9.99 × 12 = '],
  ])('is read as written: %j', (figures, part) => {
    expect(sumsOf(figures)?.whole).toContain(part);
  });

  it.each([
    { population: '[fill in]' },
    { population: '5 to 10' },
    { population: '' },
    { share: '140 %' },
    { share: 'most of them' },
    { price: 'about two hundred' },
    { price: '2 hundred' },
  ])('is not computed from %j', (figures) => {
    expect(sumsOf(figures)).toBeNull();
  });

  it('is not computed without its section', () => {
    expect(marketSums('### Startup Ideation\n\nNumber of nurses: 5')).toBeNull();
  });
});

describe('a line of the worksheet', () => {
  const line = '- **Share who say “lose: sleep”:** [fill in] (your guess)';

  it('is read with its blank, its value and its source', () => {
    expect(readFactorLine(line)).toEqual({
      factor: 'share',
      label: 'Share who say “lose: sleep”',
      value: '',
      source: 'your guess',
    });
    expect(readFactorLine('- **Number of nurses:** 1,200')).toMatchObject({ value: '1,200', source: '' });
    expect(readFactorLine('- **Price a year:** $9 (source: a survey)')).toMatchObject({ source: 'a survey' });
    expect(readFactorLine('**TAM:** population × share × price')).toBeNull();
    expect(readFactorLine('Number of nurses: 5')).toBeNull();
  });

  it('takes another value, and the lines around it stay', () => {
    const text = `**TAM:** x\n\n${line}\n- Other`;
    const filled = writeFactor(text, 'share', ' 75 % (about) ');
    expect(filled).toBe(text.replace('[fill in]', '75 % about'));
    expect(writeFactor(filled, 'share', ' ')).toBe(text);
    expect(writeFactor(text, 'price', '$9')).toBe(text);
    expect(writeFactor('- **Price:** $1', 'price', '$$9')).toBe('- **Price:** $$9');
  });
});
