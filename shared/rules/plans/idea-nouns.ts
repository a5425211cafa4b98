import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import { plain, wordSet } from './phrase-forms.ts';
import lists from './words.json' with { type: 'json' };

/** Nouns in lower case, each list in the order of the text. */
export type IdeaNouns = { who: string[]; what: string[] };

/** The nouns that say what a reading is about; a trouble's only noun counts for little when it may be a verb. */
export function ideaNouns({ who, trouble }: IdeaReading, language: IdeaLanguage): IdeaNouns {
  const heads = (phrases: string[][]) => unique(phrases.map((phrase) => headOf(phrase, language)));
  const isSure = (noun: string) => who === '' || !words[language].starts.has(noun);
  return {
    who: heads(nounPhrases(who, language)),
    what: heads(nounPhrases(trouble, language)).filter(isSure),
  };
}

/** An English noun in the singular; others as they are. */
export function singular(noun: string, language: IdeaReading['language']): string {
  if (
    language !== 'en' ||
    /(ss|us|is|news|[^l]ics|diabetes|series|maths|clothes|goods|glasses|scissors)$/.test(noun)
  )
    return noun;
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  return noun.replace(/(ss|sh|ch|x|zz)es$/, '$1').replace(/([^s])s$/, '$1');
}

const words = {
  en: wordsOf(lists.en, `${lists.en.verbs} ${lists.en.troubleVerbs}`, lists.en.nounLike),
  de: wordsOf(lists.de, ''),
  fr: wordsOf(lists.fr, lists.fr.verbs),
  es: wordsOf(lists.es, lists.es.verbs),
};

type WordLists = { functionWords: string; generic: string };

/** `starts` are verbs where a verb may be, `verbs` those that are never nouns. */
function wordsOf({ functionWords, generic }: WordLists, verbs: string, nounLike = '') {
  const starts = wordSet(verbs);
  const nouns = wordSet(nounLike);
  return {
    functionWords: wordSet(functionWords),
    generic: wordSet(generic),
    starts,
    verbs: new Set([...starts].filter((verb) => !nouns.has(verb))),
  };
}

const companies = wordSet(lists.companies);

/** Spanish nouns that look like infinitives behind "a" and "al". */
const notInfinitives = wordSet('alquiler bar escolar hogar lugar mar militar mujer taller');

function isSpanishInfinitive(word: string): boolean {
  return /[aei]r(se|l[aeo]s?)?$/.test(word) && !notInfinitives.has(word);
}

/** Function words behind which a verb is. */
const beforeVerb = wordSet(
  "no que se ne qui ils elles ellos ellas to can could will who they we you i can't cannot don't never always often not",
);

/** Endings of adverbs, participles and verbs. */
const notNouns: Record<IdeaLanguage, RegExp> = {
  en: /(ly|[^es]ed|ied)$/,
  de: /^$/,
  fr: /ment$/,
  es: /(mente|[ai]d[oa]s?)$/,
};
const pluralVerb: Record<IdeaLanguage, RegExp> = { en: /^$/, de: /^$/, fr: /ent$/, es: /[ae]n$/ };

/**
 * Words that name something, by their place: function words and marks part a phrase, and a verb at the start of a part
 * is left out. In German only capitalised words count.
 */
function nounPhrases(phrase: string, language: IdeaLanguage): string[][] {
  const { functionWords, generic, verbs } = words[language];
  const isNoun = (word: string) =>
    /^(?=.*\p{L})[\p{L}\d-]{3,20}$/u.test(word) &&
    !generic.has(word) &&
    !companies.has(word) &&
    !verbs.has(word) &&
    !verbs.has(singular(word, language)) &&
    !notNouns[language].test(word);
  return partsOf(phrase, functionWords)
    .map(({ before, part }) => {
      const [first = ''] = part;
      if (language === 'es' && /^al?$/.test(before) && isSpanishInfinitive(first)) return part.slice(1);
      return before === '' || beforeVerb.has(before) ? withoutVerb(part, language) : part;
    })
    .map((part) => (language === 'de' ? part.filter((word) => /^\p{Lu}/u.test(word)) : part))
    .map((part) => part.map((word) => word.toLowerCase()).filter(isNoun))
    .filter((part) => part.length > 0);
}

/** The words between function words and marks, each part with the function word before it. */
function partsOf(phrase: string, functionWords: Set<string>): { before: string; part: string[] }[] {
  const parts: { before: string; part: string[] }[] = [{ before: '', part: [] }];
  for (const word of plain(phrase).match(/[\p{L}\p{M}\d'’-]+|[^\s\p{L}\d]/gu) ?? []) {
    const lower = word.toLowerCase().replaceAll('’', "'");
    if (/^[\p{L}\d]/u.test(word) && !functionWords.has(lower)) parts.at(-1)?.part.push(word);
    else parts.push({ before: lower, part: [] });
  }
  return parts.filter(({ part }) => part.length > 0);
}

function withoutVerb(part: string[], language: IdeaLanguage): string[] {
  const first = part[0]?.toLowerCase() ?? '';
  return words[language].starts.has(first) || pluralVerb[language].test(first) ? part.slice(1) : part;
}

/** The head is last in English and German, first in French and Spanish; a verb's look-alike only if all are. */
function headOf(phrase: string[], language: IdeaLanguage): string {
  if (language === 'fr' || language === 'es') return phrase[0] ?? '';
  const { starts } = words[language];
  const isVerbLike = (word: string) => word.endsWith('ing') || starts.has(word);
  return phrase.findLast((word) => !isVerbLike(word)) ?? phrase.at(-1) ?? '';
}

function unique(items: string[]): string[] {
  return [...new Set(items)];
}
