import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import { ideaLanguages, phraseLimit } from '#shared/contracts/reading.ts';
import { readByMarkers } from './read-by-markers.ts';
import { readEnglish } from './read-english.ts';

/** Characters that are read: the first sentence says what an idea is about. */
const readLimit = 600;

/**
 * Reads an idea into who has the problem, what they try to do and what goes wrong (design 7.11), without a model and
 * word for word. A box stays empty where the sentence does not say it plainly; `needsAsking` tells when that is too little.
 */
export async function readIdea(text: string): Promise<IdeaReading> {
  const idea = text
    .slice(0, readLimit)
    .replace(/https?:\/\/\S+|<[^>]*>|[\p{Extended_Pictographic}\p{Cc}]/gu, ' ')
    .trim();
  const language = await languageOf(idea);
  const { who, job, trouble } =
    language === 'other' ? nothing : language === 'en' ? readEnglish(idea) : readByMarkers(idea, language);
  return { who: short(who), job: short(job), trouble: short(trouble), language };
}

const nothing = { who: '', job: '', trouble: '' };

const short = (phrase: string) => (phrase.length > phraseLimit ? '' : phrase);

/** Short sentences look like a related language too: one of ours that is nearly as likely counts. */
async function languageOf(idea: string): Promise<IdeaLanguage | 'other'> {
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
