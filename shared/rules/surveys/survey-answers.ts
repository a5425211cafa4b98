import type { SurveyResponse } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { preview, storable } from '#shared/rules/text/plain-text.ts';
import { answerSeparator, splitOptions } from './joined-options.ts';

/**
 * An option, a free text, the chosen options of a multi-select question, or null for no answer. A person's answers are
 * one a question, in the survey's order.
 */
export type SurveyAnswer = string | string[] | null;

/** True for questions that are answered with checkboxes. */
export function isMultiSelect(question: SurveyQuestion): boolean {
  return question.type === 'multiple-choice' && question.multiSelect === true;
}

/** Position of the question whose answer says it didn't happen; -1 when none does. After it the rest is optional. */
export function endOfSurvey(questions: SurveyQuestion[], answers: SurveyAnswer[]): number {
  return questions.findIndex(
    ({ endsWith }, at) => endsWith !== undefined && [answers[at]].flat().includes(endsWith),
  );
}

/**
 * Positions of the questions that still need an answer: all but checkboxes (specification 5), up to the one that ends
 * the survey (design 7.18).
 */
export function findUnanswered(questions: SurveyQuestion[], answers: SurveyAnswer[]): number[] {
  const end = endOfSurvey(questions, answers);
  const asked = end < 0 ? questions : questions.slice(0, end);
  return asked.flatMap((question, at) =>
    !isMultiSelect(question) && String(answers[at] ?? '').trim() === '' ? [at] : [],
  );
}

/** The answers up to the one that says it didn't happen; null in place of those after it, which count nowhere. */
export function answersThatCount(questions: SurveyQuestion[], answers: SurveyAnswer[]): SurveyAnswer[] {
  const end = endOfSurvey(questions, answers);
  return end < 0 ? answers : answers.map((answer, at) => (at > end ? null : answer));
}

/** The answers as they are sent: multi-select answers joined with ', ' (specification 3), and as a list. */
export function toResponses(questions: SurveyQuestion[], answers: SurveyAnswer[]): SurveyResponse[] {
  return questions.map(({ question }, at) => {
    const answer = answers[at] ?? '';
    return typeof answer === 'string'
      ? { question, answer: storable(answer) }
      : { question, answer: answer.join(answerSeparator), choices: answer };
  });
}

/**
 * Reads what a respondent sent against the survey's own questions (design 7.16 to 7.18).
 * @returns the answers, or in `problem` why they can't be taken.
 */
export function readAnswers(
  questions: SurveyQuestion[],
  responses: SurveyResponse[],
): { answers: SurveyAnswer[] } | { problem: string } {
  const sent = new Map(responses.map((response) => [response.question, response]));
  if (sent.size < responses.length) return { problem: 'a question is answered twice' };
  const answers: SurveyAnswer[] = [];
  for (const question of questions) {
    const answer = readAnswer(question, sent.get(question.question));
    if (answer === undefined) return { problem: `“${excerpt(question)}” has no such option` };
    if (Array.isArray(answer) && new Set(answer).size < answer.length)
      return { problem: `“${excerpt(question)}” has an option twice` };
    answers.push(answer);
    sent.delete(question.question);
  }
  const [open] = findUnanswered(questions, answers).flatMap((at) => questions[at] ?? []);
  if (open) return { problem: `“${excerpt(open)}” is not answered` };
  const [unknown] = sent.keys();
  if (unknown !== undefined)
    return { problem: `“${excerpt({ question: unknown })}” is not a question of it` };
  return { answers };
}

/** Undefined for an answer that fits none of the options. A list counts before the text that it was joined to. */
function readAnswer(question: SurveyQuestion, sent: SurveyResponse | undefined): SurveyAnswer | undefined {
  const { answer = '', choices } = sent ?? {};
  const options = question.options ?? [];
  if (isMultiSelect(question) && choices) {
    if (choices.length === 0) return null;
    return choices.every((choice) => options.includes(choice)) ? choices : undefined;
  }
  if (answer.trim() === '') return null;
  if (question.type === 'open-ended') return answer;
  if (question.multiSelect) return splitOptions(answer, options) ?? undefined;
  return options.includes(answer) ? answer : undefined;
}

function excerpt({ question }: Pick<SurveyQuestion, 'question'>): string {
  return preview(question, 80);
}

/**
 * A survey's counters are one flat list: for each question the number who answered it, then one a option. Slots are
 * positions in that list.
 */
export function countersOf(questions: SurveyQuestion[]): number {
  return questions.reduce((length, question) => length + 1 + optionsOf(question).length, 0);
}

/**
 * Slots that one submission raises, each at most once. Answers after the one that ends the survey count nowhere; check
 * boxes that were asked and left blank count as answered: nothing of the list was so.
 */
export function slotsOf(questions: SurveyQuestion[], answers: SurveyAnswer[]): number[] {
  const slots: number[] = [];
  let start = 0;
  const end = endOfSurvey(questions, answers);
  const counted = answersThatCount(questions, answers);
  for (const [index, question] of questions.entries()) {
    const options = optionsOf(question);
    const isBlankList = isMultiSelect(question) && (end < 0 || index <= end);
    const answer = counted[index] ?? (isBlankList ? [] : null);
    if (answer !== null) {
      slots.push(start);
      for (const chosen of [answer].flat()) {
        const place = options.indexOf(chosen);
        if (place >= 0) slots.push(start + 1 + place);
      }
    }
    start += 1 + options.length;
  }
  return slots;
}

/**
 * One question's counts: how many answered it, and how many chose each option (none for free text). `numbers` has the
 * first submissions that chose each option, where they were read.
 */
export type QuestionTally = { answered: number; options: number[]; numbers?: number[][] };

/** Turns the flat counters back into one tally a question. */
export function readTallies(questions: SurveyQuestion[], counts: number[]): QuestionTally[] {
  let start = 0;
  return questions.map((question) => {
    const end = start + 1 + optionsOf(question).length;
    const [answered = 0, ...options] = counts.slice(start, end);
    start = end;
    return { answered, options };
  });
}

function optionsOf({ type, options }: SurveyQuestion): string[] {
  return type === 'multiple-choice' ? (options ?? []) : [];
}
