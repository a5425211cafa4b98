import { describe, expect, it } from 'vitest';
import { markIdea } from './read-idea.ts';

const phrasesOf = (idea: string) => {
  const { who, trouble } = markIdea(idea);
  return [who, trouble];
};

describe('marking an idea', () => {
  it.each([
    ['Bakers throw away unsold bread every evening', 'Bakers', 'throw away unsold bread'],
    [
      'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread',
      'small bakeries',
      'throw away unsold bread',
    ],
    ['An app that helps dog owners find trusted walkers nearby', 'dog owners', ''],
    ['Helping small foundries document every melt', 'small foundries', ''],
    ['A kiln map for hobby potters to book a slot', 'hobby potters', ''],
    ['A lounge for night guards who can’t find a warm meal', 'night guards', 'can’t find a warm meal'],
    ['A stand for weavers who lose orders to fakes', 'weavers', 'lose orders to fakes'],
    ['An app for dog walkers who like a plan, because clients forget to pay them', 'dog walkers', ''],
    ['Most weavers have no idea what a loom costs', 'weavers', 'have no idea what a loom costs'],
    ['Tired of losing socks? A sock club.', '', 'losing socks'],
    ['No more wet tents: a drying room for campers', '', 'wet tents'],
  ])('takes the sure phrases of "%s" as they stand', (idea, who, trouble) => {
    expect(phrasesOf(idea)).toEqual([who, trouble]);
  });

  it.each([
    'Scales for beehives',
    'Let dogs run without a leash',
    'A sensor for cellars whose walls are damp',
    'Taxi for dogs',
    'Uber for tractors',
    'A lending library, but for ladders and cement mixers',
    'Sacks for cement mixers',
    'Spare parts for old toasters',
    'Insurers reject the claims of shops because of missing receipts',
    'Couriers leave parcels in the rain, and neighbours have to dry them',
    'Airlines lose the suitcases of travellers',
    'Landlords who keep deposits should be named',
    'Students and pensioners both struggle to pay for dentists',
    'A shared van for bakers, butchers and florists',
    'A booking page so clients can pay at night',
    'Most calendars never remember my settings',
    'How can parents get a night off without paying a fortune?',
    'Nobody needs another list',
    'People tired of waiting need a chair',
    'No more than two clicks to order',
    'Batteries have to be replaced every year',
    'Bikes keep getting stolen at the station',
    'Trees that lose leaves block gutters',
    'Lamps so that streets can be dark after midnight',
    'Connects painters with parents who draw',
    'Flatmates who never buy milk. There has to be a kitty!',
    'An app that helps people live better',
    'An app that helps you reach your goals',
    'We make the world a better place',
    'I want to start a business',
    'SELECT name FROM users WHERE age > 30;',
    'Who won the match last night?',
    'Boil the potatoes, then mash them',
    'An app for everyone',
    '🥖🥖🥖',
    'パン屋は毎晩パンを捨てる',
    'تطبيق للآباء',
    '',
    'x'.repeat(10_000),
    'bread '.repeat(2_000),
    'for '.repeat(2_500),
    'bakers who '.repeat(900),
  ])('marks nothing in %j', (idea) => {
    expect(phrasesOf(idea)).toEqual(['', '']);
  });

  it.each([
    ['Bakers throw away unsold bread every evening', 'you throw away unsold bread'],
    ['School cooks have to guess how many will eat', 'you have to guess how many will eat'],
    ['Potters throw away their clay', ''],
    ['Office workers never know which desk is free', ''],
    ['A lounge for night guards who can’t find a warm meal', ''],
    ['No more wet tents', ''],
  ])('asks "%s" of "you" only where nothing else changes', (idea, question) => {
    expect(markIdea(idea).question).toBe(question);
  });

  it('leaves out a frequency at the end, and a trouble with one inside', () => {
    expect(markIdea('Beekeepers throw out honey every autumn').trouble).toBe('throw out honey');
    expect(markIdea('Beekeepers spend hours every week on forms').trouble).toBe('');
  });

  it('marks the founder’s answer where the sentence begins with it', () => {
    expect(markIdea('A charging map that helps wheelchair users get home').solution).toBe('charging map');
    expect(markIdea('A swap table for potters who drown in clay').solution).toBe('swap table');
    expect(markIdea('A lending library for tools').solution).toBe('');
  });
});
