import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { defaultRule, markOf } from '#shared/rules/verdict/rule.ts';
import { reachVerdict, sideOf, type Verdict } from '#shared/rules/verdict/verdict.ts';
import type { ShownVerdict } from '#web/features/landing/preview/examples.data.ts';

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

type ExampleQuestion = SurveyQuestion & { short: string; shares: number[] };

/** A made-up survey: its counts grow with the slider, in shares that come out whole at each of its steps. */
export const exampleQuestions: ExampleQuestion[] = [
  {
    short: 'Argued every week',
    question: 'In the last month, how often did you argue about whose day it was?',
    type: 'multiple-choice',
    options: ['Every week', 'Once', 'Never'],
    marks: ['has', 'hasnt', 'hasnt'],
    shares: [0.55, 0.25, 0.2],
  },
  {
    short: 'Paid for a fix before',
    question: 'What have you already paid for to solve it?',
    type: 'multiple-choice',
    options: ['An app', 'Nothing'],
    marks: ['has', 'hasnt'],
    shares: [0.45, 0.55],
  },
  {
    short: 'Tried a fix, left it',
    question: 'What have you tried and given up again?',
    type: 'multiple-choice',
    options: ['A shared app', 'A paper planner', 'Nothing'],
    marks: ['has', 'has', 'hasnt'],
    shares: [0.3, 0.2, 0.5],
  },
];
