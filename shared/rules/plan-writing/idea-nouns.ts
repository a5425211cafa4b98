import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import { plain, wordSet } from './phrase-forms.ts';
import lists from './words.json' with { type: 'json' };

const words = {
  en: {
    functionWords: wordSet(lists.en.functionWords),
    generic: wordSet(lists.en.generic),
    verbs: wordSet(`${lists.en.verbs} ${lists.en.troubleVerbs}`),
  },
  de: {
    functionWords: wordSet(lists.de.functionWords),
    generic: wordSet(lists.de.generic),
    verbs: wordSet(''),
  },
  fr: {
    functionWords: wordSet(lists.fr.functionWords),
    generic: wordSet(lists.fr.generic),
    verbs: wordSet(lists.fr.verbs),
  },
  es: {
    functionWords: wordSet(lists.es.functionWords),
    generic: wordSet(lists.es.generic),
    verbs: wordSet(lists.es.verbs),
  },
};

/** The nouns that say what a reading is about, in lower case, the one that names the group first. */
export type IdeaNouns = { who: string[]; what: string[] };

export function ideaNouns(reading: IdeaReading, language: IdeaLanguage): IdeaNouns {
  const what = [...nounsOf(reading.job, language), ...nounsOf(reading.trouble, language)];
  return { who: nounsOf(reading.who, language), what: [...new Set(what)] };
}

/**
 * Nouns by their place: function words and marks part a phrase, and the noun is the last word of such a part in
 * English, the capitalised one in German and the first in French and Spanish.
 */
function nounsOf(phrase: string, language: IdeaLanguage): string[] {
  const { functionWords, generic, verbs } = words[language];
  const parts: string[][] = [[]];
  for (const word of plain(phrase).match(/[\p{L}\p{M}'’-]+|[^\s\p{L}]/gu) ?? []) {
    const isWord = /^\p{L}/u.test(word) && !functionWords.has(word.toLowerCase().replaceAll('’', "'"));
    if (isWord) parts.at(-1)?.push(word);
    else parts.push([]);
  }
  const isContent = (word: string) =>
    /^[\p{L}-]{3,16}$/u.test(word) && !generic.has(word.toLowerCase()) && !/ly$/.test(word);
  const nouns = parts.flatMap((part, index) => {
    const rest = index === 0 && verbs.has(part[0]?.toLowerCase() ?? '') ? part.slice(1) : part;
    const named = language === 'de' ? rest.filter((word) => /^\p{Lu}/u.test(word)) : rest;
    const noun = language === 'fr' || language === 'es' ? named.find(isContent) : named.findLast(isContent);
    return noun ? [noun.toLowerCase()] : [];
  });
  return [...new Set(nouns)];
}

/** An English noun in the singular; others as they are. */
export function singular(noun: string, language: IdeaLanguage): string {
  if (language !== 'en' || /(ss|us|is|news)$/.test(noun)) return noun;
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  return noun.replace(/(ss|sh|ch|x|zz)es$/, '$1').replace(/([^s])s$/, '$1');
}
