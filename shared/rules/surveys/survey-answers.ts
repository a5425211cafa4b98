import type { SurveyResponse } from '#shared/contracts/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { preview } from '#shared/rules/text/preview.ts';

/** An option, a free text, the chosen options of a multi-select question, or null for no answer. */
export type SurveyAnswer = string | string[] | null;

/** Separator of the answers to a multi-select question on the wire (specification 3). */
export const answerSeparator = ', ';

/** True where an answer must be given: everywhere but at checkboxes (specification 5), until `endsSurvey`. */
export function isRequired(question: SurveyQuestion): boolean {
  return !(question.type === 'multiple-choice' && question.multiSelect);
}

/** True for an answer that says it didn't happen: after it the rest of the survey is optional (design 7.18). */
export function endsSurvey({ endsWith }: SurveyQuestion, answer: SurveyAnswer): boolean {
  if (endsWith === undefined) return false;
  return Array.isArray(answer) ? answer.includes(endsWith) : answer === endsWith;
}

/** Position of the question whose answer says it didn't happen; -1 when none does. */
export function endOfSurvey(questions: SurveyQuestion[], answers: SurveyAnswer[]): number {
  return questions.findIndex((question, at) => endsSurvey(question, answers[at] ?? null));
}

/** The answers up to the one that says it didn't happen; null in place of those after it, which count nowhere. */
export function answersThatCount(questions: SurveyQuestion[], answers: SurveyAnswer[]): SurveyAnswer[] {
  const end = endOfSurvey(questions, answers);
  return end < 0 ? answers : answers.map((answer, at) => (at > end ? null : answer));
}

/**
 * Reads what a respondent sent against the survey's own questions (design 7.16 to 7.18).
 * @returns one answer a question in the survey's order, or in `problem` why they can't be taken.
 */
export function readAnswers(
  questions: SurveyQuestion[],
  responses: SurveyResponse[],
): { answers: SurveyAnswer[] } | { problem: string } {
  const sent = new Map(responses.map(({ question, answer }) => [question, answer]));
  if (sent.size < responses.length) return { problem: 'a question is answered twice' };
  const answers: SurveyAnswer[] = [];
  let hasEnded = false;
  for (const question of questions) {
    const answer = readAnswer(question, sent.get(question.question) ?? '');
    if (answer === undefined) return { problem: `“${excerpt(question.question)}” has no such option` };
    if (Array.isArray(answer) && new Set(answer).size < answer.length)
      return { problem: `“${excerpt(question.question)}” has an option twice` };
    if (answer === null && isRequired(question) && !hasEnded)
      return { problem: `“${excerpt(question.question)}” is not answered` };
    hasEnded ||= endsSurvey(question, answer);
    answers.push(answer);
    sent.delete(question.question);
  }
  const [unknown] = sent.keys();
  if (unknown !== undefined) return { problem: `“${excerpt(unknown)}” is not a question of it` };
  return { answers };
}

/** Undefined for an answer that fits none of the options. */
function readAnswer(question: SurveyQuestion, sent: string): SurveyAnswer | undefined {
  if (sent.trim() === '') return null;
  if (question.type === 'open-ended') return sent;
  const options = question.options ?? [];
  if (question.multiSelect) return splitOptions(sent, options) ?? undefined;
  return options.includes(sent) ? sent : undefined;
}

/**
 * Splits joined options, which may hold the separator themselves: longest first.
 * Null when the text is not made of the options.
 */
export function splitOptions(joined: string, options: string[]): string[] | null {
  const longestFirst = options.toSorted((a, b) => b.length - a.length);
  const dead = new Set<number>();
  const from = (start: number, chosen: string[]): string[] | null => {
    if (dead.has(start)) return null;
    for (const option of longestFirst) {
      if (!joined.startsWith(option, start)) continue;
      const end = start + option.length;
      if (end === joined.length) return [...chosen, option];
      if (!joined.startsWith(answerSeparator, end)) continue;
      const rest = from(end + answerSeparator.length, [...chosen, option]);
      if (rest) return rest;
    }
    dead.add(start);
    return null;
  };
  return from(0, []);
}

function excerpt(question: string): string {
  return preview(question, 80);
}
