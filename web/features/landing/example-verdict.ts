import { defaultRule, markOf } from '#shared/rules/verdict/rule.ts';
import { reachVerdict, sideOf, type Verdict } from '#shared/rules/verdict/verdict.ts';
import { exampleQuestions } from './example-survey.data.ts';
import type { ShownVerdict } from './preview/example-start.data.ts';

const { line } = defaultRule;

/** Verdict of the product's own rule on the example after that many answers. */
export function exampleVerdict(answers: number): ShownVerdict {
  const people = Array.from({ length: answers }, (_, person) => {
    const marks = exampleQuestions.map((question) => markOf(question, choiceOf(person, answers, question)));
    return { channel: null, marks, count: 1 };
  });
  const verdict = reachVerdict(exampleQuestions, people, defaultRule);
  return {
    answers,
    decision: verdict.decision,
    sentiment: verdict.sentiment,
    line,
    reason: explain(verdict),
    figures: verdict.figures.map(({ question, has, low, high }, position) => {
      return { name: exampleQuestions[position]?.short ?? question, has, low, high };
    }),
  };
}

function explain({ decision, moreAnswers, figures }: Verdict): string {
  if (decision !== "Can't tell yet") {
    const side = decision === 'Go' ? 'above' : 'below';
    const there = figures.filter((figure) => sideOf(figure, line) === side).length;
    return `${there} of ${figures.length} ranges lie ${side} the ${line}\u00a0% line.`;
  }
  return moreAnswers === null
    ? 'More answers like these would not settle it.'
    : `About ${moreAnswers} more ${moreAnswers === 1 ? 'answer' : 'answers'} like these would settle it.`;
}

/** Whole people in the given shares; the last option takes what rounding leaves. */
function choiceOf(person: number, answers: number, question: (typeof exampleQuestions)[number]): string {
  const counts = question.shares.slice(0, -1).map((share) => Math.round(share * answers));
  const ends = counts.map((_, at) => counts.slice(0, at + 1).reduce((sum, count) => sum + count, 0));
  const place = ends.findIndex((end) => person < end);
  return question.options?.at(place) ?? '';
}
