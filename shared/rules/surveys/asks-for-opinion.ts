import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { featuresOf, readModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import stored from './question-kinds.data.json' with { type: 'json' };

const model = readModel(stored);

/**
 * Is a question surely about the future, a wish or an opinion? Answers to such a question decide nothing.
 * False where the model isn't sure, and in languages that it was not fitted on (decision 19).
 */
export function asksForOpinion(question: string): boolean {
  return scoreOf(model, featuresOf(question)) >= model.sure;
}

/** True where the model leans that way without being sure: the founder is asked. */
export function mayAskForOpinion(question: string): boolean {
  return scoreOf(model, featuresOf(question)) >= unsure && !asksForOpinion(question);
}

const unsure = 0.5;

/** The beginning of a question about the past, for the founder to complete. */
export const pastForms: Record<IdeaLanguage, string> = {
  en: 'How often last month did you …?',
  de: 'Wie oft haben Sie letzten Monat …?',
  fr: 'Le mois dernier, combien de fois avez-vous … ?',
  es: 'El mes pasado, ¿cuántas veces …?',
};
