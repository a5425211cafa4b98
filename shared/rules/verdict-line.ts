/** Share in percent that a signal must reach, the same for every survey and fixed before the first answer. */
export const verdictLine = 40;

/** Fewer submissions, or fewer answers to a question, decide nothing. */
export const minimumAnswers = 5;
