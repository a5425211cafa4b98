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
    ['A desk where medical students can check their statistics', 'medical students', ''],
    ['A map so that tourists can find clean toilets', 'tourists', ''],
    ['Bells so that rowers never collide in fog again', 'rowers', 'collide in fog'],
    ['A lounge for night guards who can’t find a warm meal', 'night guards', 'can’t find a warm meal'],
    ['A coat for riders whose horses spook', 'riders', ''],
    ['Weavers who lose orders to fakes could sign their cloth', 'Weavers', 'lose orders to fakes'],
    ['An app for dog walkers who like a plan, because clients forget to pay them', 'dog walkers', ''],
    ['Tired of losing socks? A sock club.', '', 'losing socks'],
    ['No more wet tents: a drying room for campers', 'campers', 'wet tents'],
    ['Stop wasting food at weddings: a van for caterers', 'caterers', 'wasting food at weddings'],
    ['Nobody checks the extinguishers, so we do', '', 'Nobody checks the extinguishers'],
    ['Sign at the kitchen table instead of queuing at the bank', '', 'queuing at the bank'],
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
    ['Bakers waste their flour', ''],
    ['Office workers never know which desk is free', ''],
    ['A lounge for night guards who can’t find a warm meal', ''],
    ['Nobody checks the extinguishers', ''],
    ['No more wet tents', ''],
  ])('asks "%s" of "you" only where nothing else changes', (idea, question) => {
    expect(markIdea(idea).question).toBe(question);
  });

  it('leaves out a frequency at the end, and a trouble with one inside', () => {
    expect(markIdea('Beekeepers waste honey every autumn').trouble).toBe('waste honey');
    expect(markIdea('Beekeepers waste a day every week on forms').trouble).toBe('');
  });

  it('marks the founder’s answer where the sentence begins with it', () => {
    expect(markIdea('A charging map for wheelchair users').solution).toBe('charging map');
    expect(markIdea('An app for wheelchair users').solution).toBe('');
  });
});
