import type { OptionMark, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import type { QuestionTally } from '#shared/rules/surveys/survey-answers.ts';
import type { VerdictRule } from '#shared/rules/verdict/rule.ts';
import type { AnswerGroup } from '#shared/rules/verdict/verdict.ts';

/** One free-text answer, as typed. */
export type WrittenAnswer = {
  /** Position of its question. */
  question: number;
  /** Number of its submission: #4. */
  number: number;
  answer: string;
  /** The same person's mark in most deciding questions. */
  mark: OptionMark;
};

/** All that an analysis rests on; submissions that were set apart are in none of it but `setApart`. */
export type Evidence = {
  idea: string;
  /** The people asked, as the founder names them; '' without a name. */
  people: string;
  questions: SurveyQuestion[];
  /** One for each question. */
  tallies: QuestionTally[];
  groups: AnswerGroup[];
  rule: VerdictRule;
  /** Changes of the rule, and of the wording, after people had answered. */
  ruleChanges: number;
  submissionCount: number;
  setApart: number;
  /** Counted or set apart by the owner. */
  byHand: number;
  /** People's submissions that the owner deleted. */
  deleted: number;
  /** Newest first. */
  texts: WrittenAnswer[];
};

/** Titles under which each question's results are filed, in the survey's order: its text, numbered where two are equal. */
export function questionTitles(questions: SurveyQuestion[]): string[] {
  const seen = new Map<string, number>();
  return questions.map(({ question }) => {
    const times = (seen.get(question) ?? 0) + 1;
    seen.set(question, times);
    return times === 1 ? question : `${question} (${times})`;
  });
}
