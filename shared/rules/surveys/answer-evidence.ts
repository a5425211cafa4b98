import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';

/** An analysis lists the newest texts of a question, up to so many texts and characters, from the newest submissions. */
export const listedTexts = { perQuestion: 100, characters: 100_000, submissions: 500 };

/**
 * The evidence of an analysis, questions in the survey's order. Texts without stored numbers (analyses from
 * before they were) are left out, since nothing could be traced to them: `answers` is then empty.
 */
export function answerEvidence(analysis: SurveyAnalysis): AnswerEvidence {
  const { surveyId, idea, submissionCount, aggregatedData, choices } = analysis;
  const newest = newestOf(analysis);
  const evidence: AnswerEvidence = {
    surveyId,
    idea,
    submissionCount,
    newest,
    verdict: { decision: analysis.analysis.goNoGoDecision, line: analysis.line },
    figures: analysis.figures.map(({ has, counted, label, says, options }) => {
      return { has, counted, label, says, options };
    }),
    answers: [],
    options: [],
  };
  for (const question of questionsOf(analysis)) {
    const numbers = Object.hasOwn(analysis.textNumbers, question)
      ? analysis.textNumbers[question]
      : undefined;
    for (const [index, entry] of (aggregatedData[question] ?? []).entries()) {
      const number = numbers?.[index];
      if (typeof entry !== 'string') {
        const chosen = choices && Object.hasOwn(choices, question) ? choices[question] : undefined;
        const count = chosen?.answered ?? null;
        evidence.options.push({ question, ...entry, answered: count, ...chosen?.options[index] });
      } else if (number !== undefined && entry.trim() !== '')
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
