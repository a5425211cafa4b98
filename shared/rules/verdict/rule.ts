import type { OptionMark, SurveyQuestion } from '#shared/contracts/validation.ts';

/** The founder's rule of a survey, sealed at its first answer (design 7.20). The marks stand beside the options. */
export type VerdictRule = {
  /** Percent of the people asked that must have the problem. */
  line: number;
  /** Counted submissions below which nothing is decided. */
  minimumAnswers: number;
};

export const defaultRule: VerdictRule = { line: 40, minimumAnswers: 12 };
export const ruleLimits = { lowestLine: 10, highestLine: 80, fewestAnswers: 5, mostAnswers: 1_000 };

/**
 * The text whose SHA-256 seals a survey's rule: anybody with the questions can write it again and compare. One line of
 * JSON in this order of keys, `options` with their marks for each deciding question.
 */
export function sealedText({ line, minimumAnswers }: VerdictRule, questions: SurveyQuestion[]): string {
  const marked = questions.flatMap(({ question, options, marks }) =>
    marks ? [{ question, options: (options ?? []).map((option, at) => [option, marks[at] ?? null]) }] : [],
  );
  return JSON.stringify({ line, minimumAnswers, questions: marked });
}

/** The marks of a survey's questions as a version of its rule keeps them. */
export function marksOf(questions: SurveyQuestion[]): (OptionMark[] | null)[] {
  return questions.map(({ marks }) => marks ?? null);
}
