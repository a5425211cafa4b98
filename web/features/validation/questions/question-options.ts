import type { OptionMark, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { spliced } from '#shared/rules/lists.ts';

/** A choice with one option worded differently, under the same mark. */
export function renameOption(question: SurveyQuestion, index: number, option: string): SurveyQuestion {
  const { options, endsWith } = question;
  const isEnd = endsWith !== undefined && options?.[index] === endsWith;
  return {
    ...question,
    options: spliced(optionsOf(question), index, 1, option),
    ...(isEnd ? { endsWith: option } : {}),
  };
}

/** A choice without one of its options, and without that option's mark. */
export function removeOption(question: SurveyQuestion, index: number): SurveyQuestion {
  const { endsWith, ...rest } = question;
  const options = spliced(optionsOf(question), index, 1);
  const next: SurveyQuestion = { ...rest, options };
  if (rest.marks) next.marks = spliced(rest.marks, index, 1);
  if (endsWith !== undefined && options.includes(endsWith)) next.endsWith = endsWith;
  return next;
}

/** A choice with another, empty option, which is not counted. */
export function addOption(question: SurveyQuestion): SurveyQuestion {
  const next: SurveyQuestion = { ...question, options: [...optionsOf(question), ''] };
  if (question.marks) next.marks = [...question.marks, null];
  return next;
}

export function markOption(question: SurveyQuestion, index: number, mark: OptionMark): SurveyQuestion {
  return { ...question, marks: question.marks && spliced(question.marks, index, 1, mark) };
}

/** A choice that decides, all of it not counted yet, or one that doesn't. */
export function withMarks({ marks: _, ...question }: SurveyQuestion, isDeciding: boolean): SurveyQuestion {
  return isDeciding ? { ...question, marks: optionsOf(question).map(() => null) } : question;
}

/** The marks as founders read them (design 7.20). */
export const markLabels: { mark: OptionMark; label: string }[] = [
  { mark: 'has', label: 'Has the problem' },
  { mark: 'hasnt', label: 'Doesn’t' },
  { mark: null, label: 'Not counted' },
];

function optionsOf({ options }: SurveyQuestion): string[] {
  return options ?? [];
}
