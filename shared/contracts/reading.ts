import * as z from 'zod/mini';

/** The languages that surveys and plans are written in without a model. */
export const ideaLanguages = ['en', 'de', 'fr', 'es'] as const;
export type IdeaLanguage = (typeof ideaLanguages)[number];

/** Longest phrase that a founder may type into a box. */
export const phraseLimit = 160;

const phrase = z.string().check(z.maxLength(phraseLimit));

/** An idea read into three phrases (design 7.11). An empty phrase is one that the sentence does not say. */
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
