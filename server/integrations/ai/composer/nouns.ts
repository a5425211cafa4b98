import { peopleWords, thingsLikePeople } from './people.data.ts';

/** The singular of a noun, good enough to compare words by: stories → story, boxes → box, dogs → dog. */
export function singularOf(word: string): string {
  if (Object.hasOwn(irregulars, word)) return irregulars[word] ?? word;
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word) && word.length > 3 && !/(is|news|maths|ics)$/.test(word)) return word.slice(0, -1);
  return word;
}

export function isPlural(word: string): boolean {
  const lower = word.toLowerCase();
  return Object.hasOwn(irregulars, lower) || singularOf(lower) !== lower;
}

/** Whether a noun phrase names people or a group of people, judged by its last word. */
export function isPeople(phrase: string): boolean {
  const words =
    phrase
      .toLowerCase()
      .replace(/[’']s?$/, '')
      .match(/[\p{L}’'-]+/gu) ?? [];
  const head = words.at(-1) ?? '';
  if (thingsLikePeople.has(head) || /(?<![lm])overs$/.test(head)) return false;
  return (
    peopleWords.has(head) ||
    groupsOfTwo.test(phrase) ||
    /..(ers|ors|ists|ians|mates|eers|folk|people|women|men|aires|preneurs)$/.test(head)
  );
}

// Words that are people only together: a bank is none, a food bank is run by some.
const groupsOfTwo =
  /\b((food|time) banks|food trucks|fire departments|(nursing|care|retirement|funeral) homes)$/i;

const irregulars: Record<string, string> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  teeth: 'tooth',
  feet: 'foot',
  lives: 'life',
  knives: 'knife',
  shelves: 'shelf',
  leaves: 'leaf',
  wives: 'wife',
  bees: 'bee',
  movies: 'movie',
  cookies: 'cookie',
  hobbies: 'hobby',
  shoes: 'shoe',
  caches: 'cache',
  dies: 'die',
  pies: 'pie',
  ties: 'tie',
  cafés: 'café',
  clothes: 'clothes',
  glasses: 'glasses',
  series: 'series',
};
