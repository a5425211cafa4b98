import { createContext, use } from 'react';
import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { internal } from '#shared/messages/failures.ts';
import { surveyPageMessages } from '#shared/messages/survey-page.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { en, type SurveyTexts } from './en.ts';

const loaders = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
};

/** The texts of a language; English for others, and where they can't be loaded. */
export async function loadTexts(language: unknown): Promise<SurveyTexts> {
  const load = isTranslated(language) ? loaders[language] : null;
  return load
    ? load().then(
        ({ texts }) => texts,
        () => en,
      )
    : en;
}

function isTranslated(language: unknown): language is Exclude<IdeaLanguage, 'en'> {
  return language === 'de' || language === 'fr' || language === 'es';
}

export const TextsContext = createContext(en);

export function useTexts(): SurveyTexts {
  return use(TextsContext);
}

export function pageToast(texts: SurveyTexts, code: keyof typeof surveyPageMessages): ToastContent {
  const { title, text } = texts.messages[code];
  return { title, text, tone: surveyPageMessages[code].tone };
}

/** Text of a failed call: the server's words, in the page's language where it has them. */
export function failureText(texts: SurveyTexts, error: unknown): string {
  if (!(error instanceof ApiError)) return texts.errors.internal ?? internal.text;
  return (error.code && texts.errors[error.code]) || error.message;
}
