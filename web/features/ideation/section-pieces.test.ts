import { expect, it } from 'vitest';
import { sectionPieces } from './section-pieces.ts';

const market = [
  '**TAM (total addressable market):** population × share × price',
  '',
  '- **Number of nurses:** N/A',
  '- **Share who say “lose sleep”:** N/A (your guess)',
  '- **Price a year:** $9',
  '',
  '**SAM (serviceable addressable market):** whole market × share you reach',
  '',
  '- **Share of nurses you reach:** 10 %',
].join('\n');

const kinds = (text: string) => sectionPieces(text).map(({ kind }) => kind);

it('the lines of a market worksheet are one piece, at the place of the first', () => {
  expect(kinds(`${market}\n\n**Competitor analysis:**\n\n- Paper`)).toEqual(['market', 'title', 'text']);
});

it('a market that a model put into words stays text', () => {
  expect(kinds('**TAM:** Ten thousand × a few.\n\n- **Price a year:** $9')).toEqual(['text']);
});

it('lines that are links alone are one piece', () => {
  const text =
    '- [G2](https://g2.example/?q=a%20b)\n- [A](https://a.example), [B](https://b.example)\n- See [C](https://c.example)';
  expect(sectionPieces(text)).toEqual([
    {
      kind: 'links',
      from: 0,
      links: [
        { name: 'G2', url: 'https://g2.example/?q=a%20b' },
        { name: 'A', url: 'https://a.example' },
        { name: 'B', url: 'https://b.example' },
      ],
    },
    { kind: 'text', from: text.indexOf('- See'), text: '- See [C](https://c.example)' },
  ]);
  expect(kinds('- [run](javascript:alert)')).toEqual(['text']);
});

it('each piece begins where its first line does', () => {
  const text = '**Features:**\n\n- One\n- Two\n\n**Design:** Plain.';
  for (const piece of sectionPieces(text))
    expect(
      text
        .slice(piece.from)
        .replace(/^\*\*/, '')
        .startsWith('text' in piece ? piece.text : ''),
    ).toBe(true);
});
