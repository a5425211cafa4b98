import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import type { Answerer } from './world/seed.ts';

/** Seven to nine of ten show the problem, depending on the question: Go. */
export const mostlyShowing: Answerer = (question, index, position) =>
  question.options
    ? choose(question, index + position, (index * 7 + position * 3) % 10 < 9 - (position % 3))
    : write(index, position, freelancers);

/** Every other one shows it: a handful of answers leaves everything open. */
export const halfShowing: Answerer = (question, index, position) =>
  question.options
    ? choose(question, index + position, (index + position) % 2 === 0)
    : write(index, position, bakers);

function choose(question: SurveyQuestion, turn: number, shows: boolean): string {
  const options = question.options ?? [];
  const all = options.map((_, at) => at);
  const marked = all.filter((at) => question.marks?.[at] === 'has');
  const showing = marked.length > 0 ? marked : all;
  const others = all.filter((at) => !showing.includes(at));
  const wanted = shows || others.length === 0 ? showing : others;
  const [first, second] = [wanted[turn % wanted.length], wanted[(turn + 1) % wanted.length]];
  const both = Boolean(question.multiSelect) && shows && turn % 3 === 0;
  return options.filter((_, at) => at === first || (both && at === second)).join(', ');
}

// Made up for tests and pictures; they fit any question about the last time.
const times = [
  'On Tuesday',
  'Last month',
  'Two weeks ago',
  'Just before Easter',
  'In the first week',
  'Yesterday',
  'Once',
];
const bakers = [
  'we went by the weather, and in the evening a third of the shelf was left.',
  'I guessed and was wrong twice in a row.',
  'nobody filled in the notebook, because it was too busy.',
  'we had sold out before ten and sent people away.',
  'I asked my sister, who did it for years, and wrote down what she said.',
  'I dropped the spreadsheet, because guessing was faster.',
];
const freelancers = [
  'I wrote three mails, and the money came six weeks late.',
  'I waited, because I did not want to lose a good client.',
  'I moved the payment reminder so often that I ignored it.',
  'somebody else had to ask for me.',
  'I gave up on the last part of it.',
  'I called twice before anybody answered.',
];

/** All different: one that repeats another would be set apart as a copy. */
function write(index: number, position: number, texts: string[]): string {
  const turn = index + position;
  const text = `${times[turn % times.length]} ${texts[turn % texts.length]}`;
  return index < times.length * texts.length ? text : `${text} It took ${index} minutes.`;
}
