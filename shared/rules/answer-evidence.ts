import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';

/** What a survey's answers say, in the form in which features are traced to them. */
export type AnswerEvidence = {
  surveyId: string;
  idea: string;
  submissionCount: number;
  /** Free answers; `number` is the submission's, as the results show it. */
  answers: { number: number; question: string; text: string }[];
  /** Options with how many chose them, of how many who answered the question, or who took part where that is not known. */
  options: { question: string; name: string; count: number; answered: number }[];
};

/**
 * The evidence of an analysis, questions in the survey's order. Texts whose numbers were not kept (analyses from
 * before they were) are left out, since nothing could be traced to them: `answers` is then empty.
 */
export function answerEvidence(analysis: SurveyAnalysis): AnswerEvidence {
  const { surveyId, idea, submissionCount, aggregatedData } = analysis;
  const evidence: AnswerEvidence = { surveyId, idea, submissionCount, answers: [], options: [] };
  const answered = new Map(analysis.signals.map((signal) => [signal.question, signal.answered]));
  for (const question of questionsOf(analysis)) {
    const numbers = Object.hasOwn(analysis.textNumbers, question)
      ? analysis.textNumbers[question]
      : undefined;
    for (const [index, entry] of (aggregatedData[question] ?? []).entries()) {
      const number = numbers?.[index];
      if (typeof entry !== 'string')
        evidence.options.push({ question, ...entry, answered: answered.get(question) ?? submissionCount });
      else if (number !== undefined && entry.trim() !== '')
        evidence.answers.push({ number, question, text: entry });
    }
  }
  return evidence;
}

function questionsOf({ aggregatedData, questionOrder }: SurveyAnalysis): string[] {
  const named = Object.keys(aggregatedData);
  const ordered = questionOrder.filter((question) => Object.hasOwn(aggregatedData, question));
  return [...new Set([...ordered, ...named])];
}
