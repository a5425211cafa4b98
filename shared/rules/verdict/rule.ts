import type { OptionMark, SurveyQuestion } from '#shared/contracts/validation.ts';

/** The founder's rule of a survey, sealed at its first answer (design 7.20). The marks are beside the options. */
export type VerdictRule = {
  /** Percent of the people asked that must have the problem. */
  line: number;
  /** Counted submissions below which nothing is decided. */
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

/** True when some option is marked as having the problem. */
export function isDeciding({ marks }: SurveyQuestion): boolean {
  return marks?.includes('has') ?? false;
}

/** The marks as they count: the option that says it didn't happen speaks against the problem unless marked. */
export function countedMarks({ options, marks, endsWith }: SurveyQuestion): OptionMark[] {
  return (marks ?? []).map((mark, at) => mark ?? (options?.[at] === endsWith ? 'hasnt' : null));
}

/** The mark of an answer: of several chosen options, one that shows the problem counts first. */
export function markOf(question: SurveyQuestion, answer: string | string[] | null): OptionMark {
  const { options } = question;
  const marks = countedMarks(question);
  const chosen = [answer ?? []].flat().map((option) => marks[options?.indexOf(option) ?? -1]);
  if (chosen.includes('has')) return 'has';
  return chosen.includes('hasnt') ? 'hasnt' : null;
}

/** The mark of most deciding answers; null where as many speak for the problem as against it. */
export function markOfSubmission(
  questions: SurveyQuestion[],
  answers: (string | string[] | null)[],
): OptionMark {
  const marks = questions.map((question, at) =>
    isDeciding(question) ? markOf(question, answers[at] ?? null) : null,
  );
  const count = (wanted: OptionMark) => marks.filter((mark) => mark === wanted).length;
  const more = count('has') - count('hasnt');
  if (more === 0) return null;
  return more > 0 ? 'has' : 'hasnt';
}

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
