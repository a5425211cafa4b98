/** The founder's rule of a survey, sealed at its first answer (design 7.20). The marks stand beside the options. */
export type VerdictRule = {
  /** Percent of the people asked that must have the problem. */
  line: number;
  /** Counted submissions below which nothing is decided. */
  minimumAnswers: number;
};

export const defaultRule: VerdictRule = { line: 40, minimumAnswers: 12 };
export const ruleLimits = { lowestLine: 10, highestLine: 80, fewestAnswers: 5, mostAnswers: 1_000 };
