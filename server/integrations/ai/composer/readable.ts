import { activityNouns, ownPurpose, wholeActivities } from './activities.data.ts';
import { isEnglish } from './idea-text.ts';
import { wordsOf } from './idea-words.ts';
import { kinds } from './kinds.data.ts';
import { isPeople } from './nouns.ts';
import { topics } from './topics.data.ts';
import { asInfinitive } from './verb-forms.ts';
import { plainProducts, productPurpose } from './verbs.data.ts';

/** Why an idea was not read: it is in another language, its words mean nothing, or its shape is not known. */
export type Unread = 'foreign' | 'no words' | 'unclear';

/** Whether a sentence can be tried at all; null when it can. */
export function unreadable(sentence: string): Exclude<Unread, 'unclear'> | null {
  const words = wordsOf(sentence).filter((word) => /^\p{L}/u.test(word));
  if (words.length === 0) return 'no words';
  if (/[^\p{Script=Latin}\p{N}\s\p{P}\p{S}\p{M}\p{Cf}]/u.test(sentence)) return 'foreign';
  const isKnown = (word: string) => knownWords.has(word) || asInfinitive(word) !== null || isPeople(word);
  const known = words.filter(isKnown).length * 4 >= words.length;
  const odd = words.filter((word) => unspoken.test(word)).length;
  if (!known && (odd * 2 >= words.length || (words.length >= 3 && isEnglish(sentence)))) return 'no words';
  return isEnglish(sentence) ? null : 'foreign';
}

// Letters in orders that words of English don't have, most of them neighbours on a keyboard.
const unspoken = /^[^aeiouyà-ÿ]{3,}$|q(?!u)|sdf|dfg|fgh|hj|jk|xc|cv|vb|zx|wq|zz[^aeiouyl]|(.)\1\1/i;

const lists = [...Object.values(topics), ...Object.values(kinds)].map(({ words }) => words);
const names = [plainProducts, productPurpose, activityNouns, ownPurpose, wholeActivities].flatMap((table) =>
  table instanceof Set ? [...table] : Object.keys(table),
);

const smallWords =
  'a an the for that to with and of in on who where which your their my our by from at is are be it i we you no not app so but or as';

const knownWords = new Set(
  [...lists, ...names, smallWords].flatMap((text) => wordsOf(text.replaceAll('_', ' ').replaceAll('~', ''))),
);
