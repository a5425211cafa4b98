import type { Submission, SubmissionCounts } from '#shared/contracts/surveys/submissions.ts';
import type { Survey } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { countersOf, endOfSurvey } from '#shared/rules/surveys/survey-answers.ts';
import { type AnswerMark, isDeciding, markOf } from '#shared/rules/verdict/marks.ts';

/** One question as a column of the table. */
export type AnswerColumn = {
  position: number;
  question: SurveyQuestion;
  /** The question's short name, else its text, which is cut where it is shown. */
  title: string;
  /** Its options by their slots; none for free text. */
  options: { slot: number; name: string }[];
  /** True for the question whose marks are in the table. */
  isMarked: boolean;
};

/** The columns in the survey's order. */
export function answerColumns({ questions }: Pick<Survey, 'questions'>): AnswerColumn[] {
  const lead = leadPosition(questions);
  return questions.map((question, position) => {
    const start = countersOf(questions.slice(0, position));
    const options = question.type === 'multiple-choice' ? (question.options ?? []) : [];
    return {
      position,
      question,
      title: question.label?.trim() || question.question,
      options: options.map((name, at) => ({ slot: start + 1 + at, name })),
      isMarked: position === lead && isDeciding(question),
    };
  });
}

/** The column whose options are above the table: the first that decides, else the first with options. */
export function leadColumn(columns: AnswerColumn[]): AnswerColumn | undefined {
  const lead = leadPosition(columns.map(({ question }) => question));
  return columns[lead];
}

function leadPosition(questions: SurveyQuestion[]): number {
  const deciding = questions.findIndex(isDeciding);
  return deciding < 0 ? questions.findIndex(({ type }) => type === 'multiple-choice') : deciding;
}

/**
 * The mark of a column's answer, as the figures count it. Not counted is one behind the end of the survey, and one to a
 * later deciding question of somebody who hasn't the problem by the first.
 */
export function shownMark(
  columns: AnswerColumn[],
  { question, position }: AnswerColumn,
  answers: Submission['answers'],
): AnswerMark {
  const questions = columns.map((column) => column.question);
  const end = endOfSurvey(questions, answers);
  const markAt = (asked: SurveyQuestion, at: number) =>
    markOf(asked, answers[at] ?? null, end < 0 || at <= end);
  const first = columns.find((column) => isDeciding(column.question));
  const isAsked = !first || first.position >= position || markAt(first.question, first.position) === 'has';
  const mark = isAsked ? markAt(question, position) : null;
  return mark === null && (answers[position] ?? null) !== null ? 'uncounted' : mark;
}

/** The first column of free text, whose words a card shows. */
export function textColumn(columns: AnswerColumn[]): AnswerColumn | undefined {
  return columns.find(({ question }) => question.type === 'open-ended');
}

/** A place as it is shown: a link that names none is just a link. */
export function placeName(place: string | null): string {
  return place ?? 'Link';
}

/** Answers to list: everything that is stored. */
export function storedCount({ counted, apart }: Pick<SubmissionCounts, 'counted' | 'apart'>): number {
  return counted + apart;
}
