import { expect, test } from 'vitest';
import { loadWordWeights } from '#server/features/outreach/find/phrases/word-weights.ts';
import { seatingPlanner } from '#server/features/outreach/find/search.fixture.ts';
import { isWeighable } from './query.ts';
import { prepareRanking } from './rank-posts.ts';

const weights = await loadWordWeights();
const invoices =
  'Invoices and payment reminders for freelancers: late clients, deposits, currencies and tax receipts.';

async function closenessOf(title: string, body: string, description = invoices) {
  const ranking = await prepareRanking(description);
  return ranking.rank([{ title, body, threadTitle: null }])[0]?.subject ?? null;
}

test('rises with every telling word that a post shares, and is never certain', async () => {
  const bodies = [
    'Every second invoice needs a reminder.',
    'Every second invoice needs a reminder, says a freelancer.',
    'Every second invoice needs a reminder, says a freelancer about clients.',
    'Every second invoice needs a reminder, says a freelancer about clients, deposits and currencies.',
  ];
  const confidences = await Promise.all(bodies.map((body) => closenessOf('Invoices', body)));
  expect(confidences).toEqual([...new Set(confidences)].toSorted((a, b) => Number(a) - Number(b)));
  expect(Math.max(...confidences.map(Number))).toBeLessThan(98);
});

test('is below 90 with three telling words, and not with five', async () => {
  expect(await closenessOf('Invoices', 'A freelancer waits for deposits.')).toBeLessThan(90);
  const five = 'A freelancer waits for deposits, receipts and late clients.';
  expect(await closenessOf('Invoices', five)).toBeGreaterThanOrEqual(90);
});

test('is none for what only shares numbers, times and measures', async () => {
  const description =
    'A plumbing parts catalogue for people who keep twenty minutes a day and points of interest';
  const body =
    'I have twenty minutes a day and lose interest after some weeks. Which points of grammar come first?';
  expect(await closenessOf('A language in twenty minutes a day', body, description)).toBeNull();
});

test.each([
  [false, 'Ein Planer für Hochzeiten: Gästeliste, Sitzplan, Rückmeldungen für Brautpaare und die Köche.'],
  [false, 'Plan de table et liste des invités de mariage, avec les réponses et les menus.'],
  [false, 'Planificador de bodas: lista de invitados, mesas y menús para parejas.'],
  [false, 'Organizzare il matrimonio: lista degli invitati, tavoli e menu per le coppie.'],
  [false, 'App voor het plannen van een bruiloft: gastenlijst en tafelindeling voor koppels.'],
  [false, 'Planowanie ślubu: lista gości, stoły i menu dla par.'],
  [true, seatingPlanner.description],
  [true, 'Kubernetes cost dashboards: GKE, EKS, Terraform, Helm and Prometheus for SREs.'],
  [
    true,
    'Hire a van with a bed and a back door by the sea: the war on parking fees in Las Palmas and La Paz.',
  ],
])('takes English rarity for that of the language: %s for %s', (isEnglish, description) => {
  expect(isWeighable(description, weights)).toBe(isEnglish);
});

test('finds a rare word in a title enough, and a common one not', async () => {
  expect(await closenessOf('Looking for low cost invoicing software', '')).toBe(88);
  expect(await closenessOf('Which tax software?', '')).toBeNull();
  expect(await closenessOf('Which software?', 'It is for my invoicing.')).toBeNull();
});

test('needs the word on which a short description hangs', async () => {
  const description = 'An ETF tracker. It shows what an ETF holds and costs.';
  const body = 'It shows what it holds and what it costs.';
  expect(await closenessOf('Which ETH tracker do you use?', body, description)).toBeNull();
  expect(await closenessOf('Which ETF tracker do you use?', body, description)).toBeGreaterThan(60);
});
