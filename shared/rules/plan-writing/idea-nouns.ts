import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import { plain, wordSet } from './phrase-forms.ts';
import lists from './words.json' with { type: 'json' };

const words = {
  en: wordsOf(lists.en, `${lists.en.verbs} ${lists.en.troubleVerbs}`, lists.en.nounLike),
  de: wordsOf(lists.de, ''),
  fr: wordsOf(lists.fr, lists.fr.verbs),
  es: wordsOf(lists.es, lists.es.verbs),
};

/** The nouns that say what a reading is about, in lower case and as they are written, most telling first. */
export type IdeaNouns = {
  who: string[];
  what: string[];
  /** All words that name something, with neighbours joined: "dog", "walkers", "dog-walkers". */
  whoTerms: string[];
  whatTerms: string[];
};

export function ideaNouns({ who, job, trouble }: IdeaReading, language: IdeaLanguage): IdeaNouns {
  const people = nounPhrases(who, language);
  const things = [...nounPhrases(job, language), ...nounPhrases(trouble, language)];
  const nouns = (phrases: string[][]) => unique(phrases.map((phrase) => headOf(phrase, language)));
  return {
    who: nouns(people),
    what: nouns(things),
    whoTerms: unique(people.flatMap(withPairs)),
    whatTerms: unique(things.flatMap(withPairs)),
  };
}

/** An English noun in the singular; others as they are. */
export function singular(noun: string, language: IdeaLanguage): string {
  if (language !== 'en' || /(ss|us|is|news)$/.test(noun)) return noun;
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  return noun.replace(/(ss|sh|ch|x|zz)es$/, '$1').replace(/([^s])s$/, '$1');
}

/**
 * Words that name something, by their place: function words and marks part a phrase, and a verb at its start is left
 * out. In German only capitalised words count.
 */
function nounPhrases(phrase: string, language: IdeaLanguage): string[][] {
  const { functionWords, generic, verbs, starts } = words[language];
  const parts: string[][] = [[]];
  for (const word of plain(phrase).match(/[\p{L}\p{M}\d'’-]+|[^\s\p{L}\d]/gu) ?? []) {
    const isWord = /^[\p{L}\d]/u.test(word) && !functionWords.has(word.toLowerCase().replaceAll('’', "'"));
    if (isWord) parts.at(-1)?.push(word);
    else parts.push([]);
  }
  return parts
    .map((part, index) => (index === 0 ? withoutVerb(part, parts.length > 1, language) : part))
    .map((part) => (language === 'de' ? part.filter((word) => /^\p{Lu}/u.test(word)) : part))
    .map((part) => part.map((word) => word.toLowerCase()))
    .map((part) =>
      part.filter(
        (word) =>
          /^(?=.*\p{L})[\p{L}\d-]{3,20}$/u.test(word) &&
          !generic.has(word) &&
          !verbs.has(word) &&
          !notNouns[language].test(word),
      ),
    )
    .filter((part) => part.length > 0);
}

function withoutVerb(part: string[], hasMore: boolean, language: IdeaLanguage): string[] {
  const first = part[0]?.toLowerCase() ?? '';
  const isVerb = words[language].starts.has(first) || pluralVerb[language].test(first);
  return isVerb && (part.length > 1 || hasMore) ? part.slice(1) : part;
}

const pluralVerb: Record<IdeaLanguage, RegExp> = { en: /^$/, de: /^$/, fr: /ent$/, es: /[ae]n$/ };

/** The head stands last in English and German, first in French and Spanish. */
function headOf(phrase: string[], language: IdeaLanguage): string {
  const isFirst = language === 'fr' || language === 'es';
  const head = isFirst ? phrase[0] : (phrase.findLast((word) => !word.endsWith('ing')) ?? phrase.at(-1));
  return head ?? '';
}

function withPairs(phrase: string[]): string[] {
  return [...phrase, ...phrase.slice(1).map((word, index) => `${phrase[index]}-${word}`)];
}

/** Endings of adverbs and participles. */
const notNouns: Record<IdeaLanguage, RegExp> = {
  en: /(ly|[^es]ed|ied)$/,
  de: /^$/,
  fr: /ment$/,
  es: /(mente|[ai]d[oa]s?)$/,
};

type WordLists = { functionWords: string; generic: string };

/** `starts` are verbs at the start of a phrase, `verbs` those that are never nouns. */
function wordsOf({ functionWords, generic }: WordLists, verbs: string, nounLike = '') {
  const starts = wordSet(verbs);
  return {
    functionWords: wordSet(functionWords),
    generic: wordSet(generic),
    starts,
    verbs: starts.difference(wordSet(nounLike)),
  };
}

function unique(items: string[]): string[] {
  return [...new Set(items)];
}
