import type { IdeaLanguage } from '#shared/contracts/reading.ts';

type TitleFrame = { feedbackFor: string; ideaFor: string; idea: string };

/** Frames of a survey's title (specification 2). Each is right around the name of any group of people. */
const frames: Record<IdeaLanguage, TitleFrame> = {
  en: {
    feedbackFor: 'Feedback for:',
    ideaFor: 'an idea for {who}',
    idea: 'an idea',
  },
  de: {
    feedbackFor: 'Feedback zu:',
    ideaFor: 'einer Idee für {who}',
    idea: 'einer Idee',
  },
  fr: {
    feedbackFor: 'Votre avis sur :',
    ideaFor: 'une idée pour {who}',
    idea: 'une idée',
  },
  es: {
    feedbackFor: 'Tu opinión sobre:',
    ideaFor: 'una idea para {who}',
    idea: 'una idea',
  },
};

/** The title that people who answer read first, in the questions' language. */
export function surveyTitle(subject: string, language: IdeaLanguage): string {
  return `${frames[language].feedbackFor} ${subject}`;
}

/** Names the people asked and nothing else: a problem or an answer in the title would lead them. */
export function askedPeople(who: string, language: IdeaLanguage): string {
  const { ideaFor, idea } = frames[language];
  return who === '' ? idea : ideaFor.replace('{who}', () => who);
}
