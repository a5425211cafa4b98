import { expect, test } from 'vitest';
import { prepareRanking } from './rank-posts.ts';

const invoices =
  'Invoices and payment reminders for freelancers: late clients, deposits, currencies and tax receipts.';

async function confidenceOf(title: string, body: string, description = invoices) {
  const ranking = await prepareRanking(description);
  return ranking.rank([{ title, body, threadTitle: null }])[0]?.confidence ?? null;
}

test('rises with every telling word that a post shares, and is never certain', async () => {
  const bodies = [
    'Every second invoice needs a reminder.',
    'Every second invoice needs a reminder, says a freelancer.',
    'Every second invoice needs a reminder, says a freelancer about clients.',
    'Every second invoice needs a reminder, says a freelancer about clients, deposits and currencies.',
  ];
  const confidences = await Promise.all(bodies.map((body) => confidenceOf('Invoices', body)));
  expect(confidences).toEqual(confidences.toSorted((a, b) => Number(a) - Number(b)));
  expect(new Set(confidences).size).toBe(bodies.length);
  expect(Math.max(...confidences.map(Number))).toBeLessThan(98);
});

test('is below 90 with three telling words, and not with five', async () => {
  expect(await confidenceOf('Invoices', 'A freelancer waits for deposits.')).toBeLessThan(90);
  expect(
    await confidenceOf('Invoices', 'A freelancer waits for deposits, receipts and late clients.'),
  ).toBeGreaterThanOrEqual(90);
});

test('is none for what only shares numbers, times and measures', async () => {
  const description =
    'A plumbing parts catalogue for people who keep twenty minutes a day and points of interest';
  const body =
    'I have twenty minutes a day and lose interest after some weeks. Which points of grammar come first?';
  expect(await confidenceOf('A language in twenty minutes a day', body, description)).toBeNull();
});
