import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';

/** What a survey's answers say, in the form in which features are traced to them. */
export type AnswerEvidence = {
  surveyId: string;
  idea: string;
  submissionCount: number;
  /** How many of the newest written answers a question there are here; null when every written answer is. */
  newest: number | null;
  /** Free answers; `number` is the submission's, as the results show it. */
  answers: { number: number; question: string; text: string }[];
  /** Options with how many chose them, of how many who answered the question, or null where that is not known. */
  options: { question: string; name: string; count: number; answered: number | null }[];
};

/** An analysis lists the newest texts of a question, up to so many texts and characters, from the newest submissions. */
export const listedTexts = { perQuestion: 100, characters: 100_000, submissions: 500 };

/**
 * The evidence of an analysis, questions in the survey's order. Texts whose numbers were not kept (analyses from
 * before they were) are left out, since nothing could be traced to them: `answers` is then empty.
 */
export function answerEvidence(analysis: SurveyAnalysis): AnswerEvidence {
  const { surveyId, idea, submissionCount, aggregatedData } = analysis;
  const newest = newestOf(analysis);
  const evidence: AnswerEvidence = { surveyId, idea, submissionCount, newest, answers: [], options: [] };
  const answered = new Map(analysis.signals.map((signal) => [signal.question, signal.answered]));
  for (const question of questionsOf(analysis)) {
    const numbers = Object.hasOwn(analysis.textNumbers, question)
      ? analysis.textNumbers[question]
      : undefined;
    for (const [index, entry] of (aggregatedData[question] ?? []).entries()) {
      const number = numbers?.[index];
      if (typeof entry !== 'string')
        evidence.options.push({ question, ...entry, answered: answered.get(question) ?? null });
      else if (number !== undefined && entry.trim() !== '')
        evidence.answers.push({ number, question, text: entry });
    }
  }
  return evidence;
}

/** The shortest of the lists that may have been cut, so that "the newest n" holds for each question. */
function newestOf({ aggregatedData, submissionCount }: SurveyAnalysis): number | null {
  const cut = Object.values(aggregatedData).flatMap((entries) => {
    const lengths = entries.flatMap((entry) => (typeof entry === 'string' ? [entry.length] : []));
    const characters = lengths.reduce((sum, length) => sum + length, 0);
    const mayBeCut =
      submissionCount > listedTexts.submissions ||
      lengths.length >= listedTexts.perQuestion ||
      characters + longestAnswer > listedTexts.characters;
    return mayBeCut && lengths.length > 0 ? [lengths.length] : [];
  });
  return cut.length > 0 ? Math.min(...cut) : null;
}

// The next text that did not fit a list is at most this long.
const longestAnswer = 10_000;

function questionsOf({ aggregatedData, questionOrder }: SurveyAnalysis): string[] {
  const named = Object.keys(aggregatedData);
  const ordered = questionOrder.filter((question) => Object.hasOwn(aggregatedData, question));
  return [...new Set([...ordered, ...named])];
}
