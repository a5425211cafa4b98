import { type IdeaLanguage, ideaLanguages } from '#shared/contracts/reading.ts';
import lists from './words.json' with { type: 'json' };

/** The language with the most function words in a text; English when none has more. */
export function guessLanguage(text: string): IdeaLanguage {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const score = (language: IdeaLanguage) => words.filter((word) => functionWords[language].has(word)).length;
  return ideaLanguages.reduce((best, language) => (score(language) > score(best) ? language : best));
}

const wordsOf = (language: IdeaLanguage) => new Set(lists[language].functionWords.split(' '));
const functionWords = { en: wordsOf('en'), de: wordsOf('de'), fr: wordsOf('fr'), es: wordsOf('es') };
