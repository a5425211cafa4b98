import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';

/** The founder's rule of a survey, sealed at its first answer (design 7.20). The marks are beside the options. */
export type VerdictRule = {
  /** Percent of the people asked that must have the problem. */
  line: number;
  /** People with a counted answer to the first deciding question; with fewer nothing is decided. */
  minimumAnswers: number;
};

export const defaultRule: VerdictRule = { line: 40, minimumAnswers: 12 };
export const ruleLimits = { lowestLine: 10, highestLine: 80, fewestAnswers: 5, mostAnswers: 1_000 };

/** The thresholds by which submissions are set apart (design 7.21); published under "How this was decided". */
export const qualityThresholds = {
  /** 600 words a minute: twice as fast as quick readers, and the options are not even counted. */
  charactersPerSecond: 60,
  /** Five equal answers in a row of three options come by chance in less than 2 % of honest submissions. */
  straightLineQuestions: 5,
  straightLineOptions: 3,
  /** Two people write the same short sentence, but hardly the same 40 characters. */
  copyCharacters: 40,
  /** A visitor's network: a family answers within ten minutes, a script sends more. */
  burstSubmissions: 5,
  burstSeconds: 600,
};

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
