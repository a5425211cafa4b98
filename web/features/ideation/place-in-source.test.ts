import { expect, it } from 'vitest';
import { placeInSource } from './place-in-source.ts';

const source = '### Market\n\n- **Ten** thousand [homes](https://a.example/long) in *town*\n- Second line';

it.each([
  ['', '', '- **Ten'],
  ['Ten', '- **Ten', '** thousand'],
  ['Ten thousand ', '- **Ten** thousand', ' [homes]'],
  ['Ten thousand homes', '[homes', '](https'],
  ['Ten thousand homes in to', 'in *to', 'wn*'],
])('a click after "%s" leads to its place in the Markdown', (before, left, right) => {
  const place = placeInSource(source, source.indexOf('- **Ten'), before);
  expect(source.slice(0, place).endsWith(left)).toBe(true);
  expect(source.slice(place).startsWith(right)).toBe(true);
});

it('letters that stand nowhere in the Markdown are passed', () => {
  expect(placeInSource('a & b', 0, 'a ☂ b')).toBe(5);
});
