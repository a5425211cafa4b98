import { reachVerdict, signalStanding, type Verdict } from '#shared/rules/verdict.ts';
import { exampleIdea, exampleQuestions } from './example-survey.data.ts';

/** What the product's own rule says of the example after that many answers. */
export function exampleVerdict(answers: number): Verdict {
  return reachVerdict({
    idea: exampleIdea,
    questions: exampleQuestions,
    tallies: exampleQuestions.map(({ shares }) => spread(answers, shares)),
    submissionCount: answers,
    texts: [],
  });
}

/** Says what the decision rests on, or what it would take. */
export function exampleReason({ decision, moreAnswers, signals, line }: Verdict): string {
  if (decision !== "Can't tell yet") {
    const side = decision === 'Go' ? 'above' : 'below';
    const there = signals.filter((signal) => signalStanding(signal) === side).length;
    return `${there} of ${signals.length} signals lie wholly ${side} the ${line} % line.`;
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
