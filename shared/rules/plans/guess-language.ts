import { type IdeaLanguage, ideaLanguages } from '#shared/contracts/reading.ts';
import lists from '#shared/rules/text/function-words.json' with { type: 'json' };

/** Sister languages such as Portuguese and Italian stay below it. */
const leastShare = 0.3;
const leastLead = 1.5;

/** The language with clearly the most function words in a text; English when none has enough of them. */
export function guessLanguage(text: string): IdeaLanguage {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = ideaLanguages.map((language) => {
    return { language, score: words.filter((word) => functionWords[language].has(word)).length };
  });
  const [best, second] = scores.sort((a, b) => b.score - a.score);
  const isClear =
    best && second && best.score > words.length * leastShare && best.score >= second.score * leastLead;
  return isClear ? best.language : 'en';
}

const wordsOf = (language: IdeaLanguage) => new Set(lists[language].split(' '));
const functionWords = { en: wordsOf('en'), de: wordsOf('de'), fr: wordsOf('fr'), es: wordsOf('es') };
