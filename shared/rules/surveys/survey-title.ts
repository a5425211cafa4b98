import type { IdeaLanguage } from '#shared/contracts/reading.ts';

type TitleFrame = { feedbackFor: string; questionsFor: string; questions: string };

/** Frames of a survey's title (specification 2). Each is right around the name of any group of people. */
const frames: Record<IdeaLanguage, TitleFrame> = {
  en: {
    feedbackFor: 'Feedback for:',
    questionsFor: 'a few questions for {who}',
    questions: 'a few questions',
  },
  de: {
    feedbackFor: 'Feedback zu:',
    questionsFor: 'ein paar Fragen an {who}',
    questions: 'ein paar Fragen',
  },
  fr: {
    feedbackFor: 'Votre avis sur :',
    questionsFor: 'quelques questions pour {who}',
    questions: 'quelques questions',
  },
  es: {
    feedbackFor: 'Tu opinión sobre:',
    questionsFor: 'unas preguntas para {who}',
    questions: 'unas preguntas',
  },
};

/** The title that people who answer read first, in the questions' language. */
export function surveyTitle(subject: string, language: IdeaLanguage): string {
  return `${frames[language].feedbackFor} ${subject}`;
}

/** Names the people asked and nothing else: a problem or an answer in the title would lead them. */
export function askedPeople(who: string, language: IdeaLanguage): string {
  const { questionsFor, questions } = frames[language];
  return who === '' ? questions : questionsFor.replace('{who}', () => who);
}
