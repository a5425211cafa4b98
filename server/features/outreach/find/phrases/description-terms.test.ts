import { expect, test } from 'vitest';
import {
  inventedPost,
  inventedSource,
  seatingPlanner,
  testNow,
} from '#server/features/outreach/find/invented-posts.data.ts';
import { opportunityService } from '#server/features/outreach/find/service.ts';
import { loadBackground } from './background.ts';
import { isWeighable, termReader } from './description-terms.ts';
import { keyPhrasesOf } from './key-phrases.ts';

const background = await loadBackground();
const german =
  'Ein Planer für Hochzeiten: Gästeliste, Sitzplan, Rückmeldungen und Menüwünsche für Brautpaare und die Köche.';

test.each([
  german,
  'Plan de table et liste des invités de mariage, avec les réponses et les menus.',
  'Planificador de bodas: lista de invitados, mesas y menús para parejas.',
  'Organizzare il matrimonio: lista degli invitati, tavoli e menu per le coppie.',
  'App voor het plannen van een bruiloft: gastenlijst en tafelindeling voor koppels.',
  'Planowanie ślubu: lista gości, stoły i menu dla par.',
])('does not take English rarity for that of another language: %s', (description) => {
  expect(isWeighable(description, background)).toBe(false);
});

test.each([
  seatingPlanner.description,
  'Kubernetes cost dashboards: GKE, EKS, Terraform, Helm and Prometheus for SREs.',
  'Hire a van with a bed and a back door by the sea: the war on parking fees in Las Palmas and La Paz.',
])('weighs English, jargon and names among it: %s', (description) => {
  expect(isWeighable(description, background)).toBe(true);
});

test('leaves out what every text of its language says, and only in that language', () => {
  const phrases = keyPhrasesOf(german, background);
  expect(phrases.join(' ').split(' ')).toEqual(expect.arrayContaining(['gästeliste', 'sitzplan']));
  for (const word of ['ein', 'für', 'und', 'die']) expect(phrases.join(' ').split(' ')).not.toContain(word);
  expect(termReader(german)('war')).toBeNull();
  expect(termReader('A board game about the great war')('war')).toBe('war');
});

test('shows German posts for a German description, never as sure, and none that share little', async () => {
  const posts = [
    inventedPost({
      title: 'Wie macht ihr den Sitzplan und die Gästeliste?',
      body: 'Wir planen gerade. Der Sitzplan ändert sich mit den Rückmeldungen jeden Tag, und die Köche fragen nach den Menüwünschen der Brautpaare.',
    }),
    inventedPost({
      title: 'Was kostet eine Reise für die ganze Familie?',
      body: 'Ein Freund und ich fragen für die Köche und die Rückmeldungen.',
    }),
  ];
  const { found } = await opportunityService({
    sources: { sourcesFor: () => [inventedSource(posts)] },
    ai: null,
    now: () => testNow,
    randomId: () => 'id',
  }).search(
    {
      product: { ...seatingPlanner, description: german },
      asker: { forums: [], blueskySession: null },
      ownNames: [],
      isKnown: () => false,
    },
    { signal: new AbortController().signal },
  );
  expect(found.map(({ post }) => post.title)).toEqual([posts[0]?.title]);
  expect(found[0]?.opportunity.confidence).toBeLessThanOrEqual(75);
  expect(found[0]?.opportunity.keywords_used).not.toContain('für');
});
