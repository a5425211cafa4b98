import type { OptionMark, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { asksForOpinion } from '#shared/rules/surveys/asks-for-opinion.ts';
import { endOfSurvey, isMultiSelect } from '#shared/rules/surveys/survey-answers.ts';

/** The mark of one person's answer; `uncounted` for options that are not counted, null where nothing was asked. */
export type AnswerMark = 'has' | 'hasnt' | 'uncounted' | null;

/** Reason why a marked question decides nothing: marks on one side only, or a question about the future or an opinion. */
export type MarkProblem = 'one-sided' | 'opinion';

/** One line that says why a marked question decides nothing; the same in the editor, the server's reply and the results. */
export const markProblemTexts: Record<MarkProblem, string> = {
  'one-sided': 'Decides nothing yet: mark an option that has the problem and one that doesn’t.',
  opinion: 'Decides nothing: it asks about the future or an opinion. Ask what happened.',
};

/** True for a question that can decide: it asks what happened, and its options are marked on both sides (design 7.20). */
export function isDeciding(question: SurveyQuestion): boolean {
  return question.marks !== undefined && findMarkProblem(question) === null;
}

/** Why a marked question decides nothing; null for one that decides, and for one without marks. */
export function findMarkProblem(question: SurveyQuestion): MarkProblem | null {
  if (!question.marks) return null;
  if (asksForOpinion(question.question)) return 'opinion';
  const marks = countedMarks(question);
  return marks.includes('has') && marks.includes('hasnt') ? null : 'one-sided';
}

/** The marked questions that decide nothing, and why. */
export function findNotDeciding(questions: SurveyQuestion[]): { question: string; problem: MarkProblem }[] {
  return questions.flatMap((question) => {
    const problem = findMarkProblem(question);
    return problem ? [{ question: question.question, problem }] : [];
  });
}

/** The marks as they count: the option that says it didn't happen speaks against the problem unless marked. */
export function countedMarks({ options, marks, endsWith }: SurveyQuestion): OptionMark[] {
  return (marks ?? []).map((mark, at) => mark ?? (options?.[at] === endsWith ? 'hasnt' : null));
}

/**
 * The mark of an answer: of several chosen options, one that shows the problem counts first. Check boxes that were
 * asked and left blank say that somebody doesn't have it (design 7.20).
 */
export function markOf(
  question: SurveyQuestion,
  answer: string | string[] | null,
  isAsked = true,
): AnswerMark {
  if (!isAsked) return null;
  const chosen = [answer ?? []].flat();
  if (chosen.length === 0) return isMultiSelect(question) ? 'hasnt' : null;
  const marks = countedMarks(question);
  const said = chosen.map((option) => marks[question.options?.indexOf(option) ?? -1]);
  if (said.includes('has')) return 'has';
  return said.includes('hasnt') ? 'hasnt' : 'uncounted';
}

/**
 * Marks a submission by most of its deciding answers; null where as many speak for the problem as against it.
 * The questions are read once for many submissions.
 */
export function submissionMarker(
  questions: SurveyQuestion[],
): (answers: (string | string[] | null)[]) => OptionMark {
  const deciding = questions.map(isDeciding);
  return (answers) => {
    const end = endOfSurvey(questions, answers);
    const marks = questions.map((question, at) =>
      deciding[at] ? markOf(question, answers[at] ?? null, end < 0 || at <= end) : null,
    );
    const count = (wanted: AnswerMark) => marks.filter((mark) => mark === wanted).length;
    const more = count('has') - count('hasnt');
    if (more === 0) return null;
    return more > 0 ? 'has' : 'hasnt';
  };
}
