import { expect, it } from 'vitest';
import { linkMark, markMentions, nameMark } from './product-mentions.ts';

it.each([
  'https://my-seat-plan.example',
  'https://my-seat-plan.example/start-here',
  'https://www.my-seat-plan.co-op.example:8080',
])('finds the links to a product whose address has hyphens: %s', (url) => {
  const product = { name: 'Seat-Plan', url };
  expect(markMentions(`See ${url}, it helps.`, product)).toBe(`See ${linkMark}, it helps.`);
  expect(markMentions('See https://my-seat.example, it helps.', product)).not.toContain(linkMark);
});

it('finds a name with hyphens however it is joined', () => {
  const product = { name: 'Seat-Plan' };
  for (const name of ['Seat-Plan', 'seat plan', 'SeatPlan', 'SEAT_PLAN'])
    expect(markMentions(`We use ${name} now.`, product)).toBe(`We use ${nameMark} now.`);
});

it('marks a text by the product that is given, however many were asked for before', () => {
  const [one, other] = [{ name: 'QuietDesk' }, { name: 'TableFor' }];
  for (const product of [one, other, one, { ...other }])
    expect(markMentions(`It is ${product.name}.`, product)).toBe(`It is ${nameMark}.`);
  expect(markMentions('It is TableFor.', one)).toBe('It is TableFor.');
});
