import { reachVerdict, signalStanding, type Verdict } from '#shared/rules/verdict.ts';
import { exampleIdea, type ShownVerdict } from './example-start.data.ts';
import { exampleQuestions } from './example-survey.data.ts';

/** What the product's own rule says of the example after that many answers. */
export function exampleVerdict(answers: number): ShownVerdict {
  const verdict = reachVerdict({
    idea: exampleIdea,
    questions: exampleQuestions,
    tallies: exampleQuestions.map(({ shares }) => spread(answers, shares)),
    submissionCount: answers,
    texts: [],
  });
  const { decision, sentiment, line, signals } = verdict;
  return {
    answers,
    decision,
    sentiment,
    line,
    reason: explain(verdict),
    signals: signals.map(({ question, showed, low, high }, position) => ({
      name: exampleQuestions[position]?.short ?? question,
      showed,
      low,
      high,
    })),
  };
}

function explain({ decision, moreAnswers, signals, line }: Verdict): string {
  if (decision !== "Can't tell yet") {
    const side = decision === 'Go' ? 'above' : 'below';
    const there = signals.filter((signal) => signalStanding(signal) === side).length;
    return `${there} of ${signals.length} signals lie wholly ${side} the ${line}\u00a0% line.`;
  }
  return moreAnswers === null
    ? 'More answers like these would not settle it.'
    : `About ${moreAnswers} more ${moreAnswers === 1 ? 'answer' : 'answers'} like these would settle it.`;
}

/** Whole people in the given shares; the last option takes what rounding leaves. */
function spread(answers: number, shares: number[]) {
  const options = shares.slice(0, -1).map((share) => Math.round(share * answers));
  const rest = answers - options.reduce((total, count) => total + count, 0);
  return { answered: answers, options: [...options, rest] };
}
