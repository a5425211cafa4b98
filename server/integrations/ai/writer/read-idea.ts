import { type IdeaLanguage, type IdeaReading, ideaLanguages } from '#shared/contracts/reading.ts';
import type { ValidationPlan } from '#shared/contracts/surveys/validation.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { markIdea } from '#shared/rules/plans/read-idea.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';

/** Characters that tell a language. */
const readLimit = 600;

/**
 * Reads an idea without a model (design 7.11): word for word, and only what is sure. A box stays empty where the sentence
 * does not say it plainly, and in other languages than English all of them do; `needsAsking` tells when that is too little.
 */
export async function readIdea(text: string): Promise<IdeaReading> {
  const idea = text
    .slice(0, readLimit)
    .replace(/https?:\/\/\S+|<[^>]*>|[\p{Extended_Pictographic}\p{Cc}]/gu, ' ')
    .trim();
  const language = await languageOf(idea);
  const marked = language === 'en' ? markIdea(text) : { who: '', trouble: '', solution: '', question: '' };
  return { ...marked, language };
}

/**
 * The plan of an idea with the reading it is written from; the reading alone when that leaves a box or the question
 * open. A reading that the founder was shown counts instead of our own.
 */
export async function readAndPlan(
  idea: string,
  given?: IdeaReading,
): Promise<IdeaReading | (IdeaReading & ValidationPlan)> {
  const reading = given ?? (await readIdea(idea));
  return needsAsking(reading) ? reading : { ...reading, ...writePlan(reading, idea) };
}

/** Short sentences resemble related languages: accept a supported language that is nearly as likely. */
export async function languageOf(idea: string): Promise<IdeaLanguage | 'other'> {
  if (!/\p{L}{2}/u.test(idea)) return 'en';
  // Loaded at the first idea: it takes 60 MB that a process without ideas can do without.
  const { eld } = await import('eld/extrasmall');
  const scores = Object.entries(eld.detect(idea).getScores()).toSorted(([, a], [, b]) => b - a);
  const [best] = scores;
  const own = scores.find(([language]) => isOwn(language));
  if (!best) return 'en';
  return own && best[1] - own[1] <= 0.02 && isOwn(own[0]) ? own[0] : 'other';
}

function isOwn(language: string): language is IdeaLanguage {
  return ideaLanguages.some((own) => own === language);
}
