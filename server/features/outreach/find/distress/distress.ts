import { postFeatures } from '#server/features/outreach/find/intent/post-features.ts';
import { readModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import { plainWordsOf, readPhrases, startsPhrase } from '#shared/rules/text/phrases.ts';
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
  return words.some((_, at) => startsPhrase(signs, words, at));
}

function distressOf({ title, threadTitle, body }: DistressCase): number {
  return scoreOf(model, postFeatures({ title: title || (threadTitle ?? ''), text: body }));
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

const signs = readPhrases(
  phrases
    .flatMap((phrase) =>
      phrase.includes('<kin>') ? kin.map((one) => phrase.replace('<kin>', one)) : [phrase],
    )
    .flatMap((phrase) =>
      phrase.includes('<age>') ? ages.map((one) => phrase.replace('<age>', one)) : [phrase],
    )
    .map((phrase) =>
      phrase
        .split(' ')
        .flatMap((part) => (part.endsWith('*') ? [part] : levelledWords(part)))
        .join(' '),
    ),
);
