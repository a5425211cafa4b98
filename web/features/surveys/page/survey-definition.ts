import type { SocialGroup, SurveyQuestion } from '#shared/contracts/validation.ts';

/** What the page shows and sends of a survey, wherever it was read. */
export type SurveyDefinition = {
  idea: string;
  socialLinks: SocialGroup[];
  questions: SurveyQuestion[];
  /** The visitor's own: answers are a preview. */
  isOwner?: boolean;
};

/** Reads a definition from the browser's storage or the wire; null when it can't be answered as it stands. */
export function toDefinition(value: unknown): SurveyDefinition | null {
  if (typeof value !== 'object' || value === null) return null;
  const { idea, socialLinks, questions, isOwner } = value as Partial<Record<keyof SurveyDefinition, unknown>>;
  if (typeof idea !== 'string' || idea.trim() === '') return null;
  if (!Array.isArray(questions) || questions.length === 0 || !questions.every(isQuestion)) return null;
  if (new Set(questions.map((q) => q.question)).size < questions.length) return null;
  return {
    idea,
    socialLinks: Array.isArray(socialLinks) ? socialLinks : [],
    questions,
    ...(isOwner === true ? { isOwner } : {}),
  };
}

function isQuestion(value: unknown): value is SurveyQuestion {
  if (typeof value !== 'object' || value === null) return false;
  const { question, type, options } = value as Partial<Record<keyof SurveyQuestion, unknown>>;
  if (typeof question !== 'string' || question.trim() === '') return false;
  if (type === 'open-ended') return true;
  return type === 'multiple-choice' && Array.isArray(options) && options.length > 0 && options.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
