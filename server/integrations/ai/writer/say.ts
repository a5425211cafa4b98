import type { IdeaReading } from '#shared/contracts/reading.ts';
import { ideaNouns } from '#shared/rules/plans/idea-nouns.ts';
import { fillFirst, phraseForms } from '#shared/rules/plans/phrase-forms.ts';

export const blankMark = '[fill in]';

/** Fills the first template that can be filled, phrases cut to keep to the number of words. */
export type Say = (templates: string | string[], mostWords?: number) => string;

/**
 * English texts around a reading's phrases. `{who}` falls back on the quoted phrase, `{it}` is the idea's first noun or
 * else what is said of the trouble, `{you}` asks the reader; where a form is not certain the phrase is quoted.
 */
export function sayer(reading: IdeaReading, idea: string, more: Record<string, string>): Say {
  const phrases = phraseForms(reading, idea, 'en');
  const isNamed = reading.language === 'en' && reading.trouble !== blankMark;
  const [noun] = isNamed ? ideaNouns(reading, 'en').what : [];
  const forms = {
    ...phrases,
    ...more,
    quotedSaid: phrases.quotedTrouble ?? phrases.quotedJob,
    you: phrases.yourTrouble ?? (phrases.yourJob && `try to ${phrases.yourJob}`),
    it: noun && `the ${noun}`,
    // Filled later, by links.
    places: '{places}',
  };
  return (templates, mostWords = 18) => {
    const wanted = [templates]
      .flat()
      .map((template) => template.replace('{name}', () => more.name ?? '{name}'));
    const quoted = (template: string) => template.replace(/\{[Ww]ho\}/g, '{quotedWho}');
    const told = (template: string) => template.replaceAll('{it}', '{quotedSaid}');
    const all = [
      wanted,
      wanted.map(quoted),
      wanted.map(told),
      wanted.map((template) => quoted(told(template))),
    ];
    const fill = (most: number) => fillFirst(all.flat(), forms, most);
    return fill(mostWords) || fill(Number.POSITIVE_INFINITY);
  };
}
