import * as z from 'zod/mini';
import { text } from './text.ts';

/** The languages that surveys and plans are written in without a model. */
export const ideaLanguages = ['en', 'de', 'fr', 'es'] as const;
export type IdeaLanguage = (typeof ideaLanguages)[number];

/** Longest phrase that a founder may type into a box. */
export const phraseLimit = 160;

const phrase = text(phraseLimit);

/** An idea in the founder's words: three boxes and the first question (design 7.11). An empty one is open. */
export const ideaReading = z.object({
  /** Has the problem: "small bakeries". */
  who: phrase,
  /** Goes wrong today: "throw away unsold bread". */
  trouble: phrase,
  /** The founder's answer to it, which no respondent sees: "alerts at noon". */
  solution: phrase,
  /** Rest of "How often last month did …?", as the founder asks a friend: "you throw away unsold bread". */
  question: phrase,
  /** The idea's language; `other` for one that plans are not written in. */
  language: z.enum([...ideaLanguages, 'other']),
});
export type IdeaReading = z.infer<typeof ideaReading>;
