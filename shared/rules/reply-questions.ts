import type { OptionMark, SurveyQuestion } from '#shared/contracts/validation.ts';
import { textOf } from './reply-text.ts';

const mostQuestions = 7;
const mostOptions = 20;

/**
 * The survey questions of a reply, at most 7 (Specification 9), each text once. A question is multiple
 * choice when it has at least two different options and is not said to be open; all others are open-ended.
 */
export function readSurveyQuestions(values: unknown[]): SurveyQuestion[] {
  const questions = values.slice(0, 100).map(readSurveyQuestion);
  return uniqueBy(questions, (question) => question.question)
    .filter((question) => question.question !== '')
    .slice(0, mostQuestions);
}

function readSurveyQuestion(value: unknown): SurveyQuestion {
  if (typeof value === 'string') return openEnded(textOf(value));
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const question = textOf(fields.question) || textOf(fields.text);
  const type = textOf(fields.type).toLowerCase();
  const choices = readChoices(fields);
  if (/open|text|free/.test(type) || choices.length < 2) return openEnded(question);
  const options = choices.map(({ option }) => option);
  const multiSelect = /multi.?select|checkbox/.test(type) || isYes(fields.multiSelect);
  const choice: SurveyQuestion = { question, type: 'multiple-choice', options, multiSelect };
  if (choices.some(({ mark }) => mark !== null)) choice.marks = choices.map(({ mark }) => mark);
  const ending = textOf(fields.endsWith);
  if (options.includes(ending)) choice.endsWith = ending;
  return choice;
}

function openEnded(question: string): SurveyQuestion {
  return { question, type: 'open-ended', options: null };
}

/** The options with their marks, which must be as many as the reply's own options. */
function readChoices({ options, marks }: Record<string, unknown>): { option: string; mark: OptionMark }[] {
  if (!Array.isArray(options)) return [];
  const given = Array.isArray(marks) && marks.length === options.length ? marks : [];
  const choices = options.slice(0, 200).map((option, index) => {
    const mark = given[index];
    return { option: optionText(option), mark: mark === 'has' || mark === 'hasnt' ? mark : null };
  });
  return uniqueBy(choices, ({ option }) => option.toLowerCase())
    .filter(({ option }) => option !== '')
    .slice(0, mostOptions);
}

function optionText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return textOf(value);
  const fields = value as Record<string, unknown>;
  return textOf(fields.label) || textOf(fields.text) || textOf(fields.option) || textOf(fields.value);
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|yes|1)$/i.test(value.trim()));
}

function uniqueBy<T>(items: T[], key: (item: T) => string): T[] {
  const first = new Map<string, T>();
  for (const item of items) if (!first.has(key(item))) first.set(key(item), item);
  return [...first.values()];
}
