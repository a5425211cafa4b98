import { postScorer } from '#server/features/outreach/find/intent/post-features.ts';
import { readModel } from '#shared/rules/text/linear-model.ts';
import { type Phrases, plainWordsOf, readPhrases, startsPhrase } from '#shared/rules/text/phrases.ts';
import { ages, fillers, inside, kin, phrases, placeNames, places, spellings } from './distress.data.ts';
import stored from './distress-model.data.json' with { type: 'json' };

/** The parts of a post that show whether its author is in distress. */
export type DistressCase = {
  title: string;
  threadTitle: string | null;
  body: string;
  host: string;
  community: string | null;
};

const model = readModel(stored);
const score = postScorer([model]);

/**
 * True for a post that may come from a person in a crisis or from a minor, by its place, hashtags, whole phrases, or a
 * model that was fitted on labelled posts: the strictest decides (decision 21). Doubt counts as distress.
 */
export function isInDistress(post: DistressCase): boolean {
  return hasSignOfDistress(post) || distressOf(post) >= model.sure;
}

/** True by place, hashtag or phrase alone. */
export function hasSignOfDistress({ title, threadTitle, body, host, community }: DistressCase): boolean {
  const text = `${title}\n${threadTitle ?? ''}\n${body}`;
  const tags = [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag);
  if ([host, community ?? '', ...tags].some(isPlaceOfDistress)) return true;
  if (inside.some((part) => text.includes(part))) return true;
  const words = levelledWords(text);
  const named = words.map(nameOf);
  return words.some((_, at) => startsPhrase(signs, words, at) || startsPhrase(signsOfSomebody, named, at));
}

function distressOf({ title, threadTitle, body }: DistressCase): number {
  return score({ title: title || (threadTitle ?? ''), text: body })[0] ?? 0;
}

/** A community may carry its server's name, as in 'depression@lemmy.world'. */
function isPlaceOfDistress(name: string): boolean {
  return name.split('@').some((part) => {
    const joined = plainWordsOf(part).join('');
    return placeNames.has(joined) || places.some((place) => joined.includes(place));
  });
}

/** Words without accents, contractions written out, and without words that change nothing about a phrase. */
function levelledWords(text: string): string[] {
  return plainWordsOf(text.replaceAll(/['’]ll\b/gi, ' will'))
    .flatMap((word) => (Object.hasOwn(spellings, word) ? (spellings[word] ?? '').split(' ') : [word]))
    .filter((word) => !fillers.has(word));
}

/** Anybody close is "<kin>", the age of a minor "<age>". */
function nameOf(word: string): string {
  if (kin.has(word)) return '<kin>';
  if (word.endsWith('s') && kin.has(word.slice(0, -1))) return '<kin>s';
  return ages.has(word) ? '<age>' : word;
}

const [signs, signsOfSomebody] = [false, true].map((isOfSomebody) =>
  readPhrases(phrases.filter((phrase) => phrase.includes('<') === isOfSomebody).map(levelled)),
) as [Phrases, Phrases];

function levelled(phrase: string): string {
  const parts = phrase.split(' ').flatMap((part) => (/[<*]/.test(part) ? [part] : levelledWords(part)));
  return parts.join(' ');
}
