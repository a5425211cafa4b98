import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { readOptionSignal } from '#shared/rules/option-signal.ts';
import { type Account, buyPlan, openAccount, startCheckout } from './api.ts';
import { newPerson } from './person.ts';
import { type Answerer, awaitVerdict, type SeededSurvey, seedSurvey, submitAnswers } from './seed.ts';

/** Everything that the screens show, made once through the product's own API. */
export type World = {
  url: string;
  /** Has the pro plan, a survey that says Go and one that can't tell yet. */
  founder: Account;
  /** Has just signed up. */
  newcomer: Account;
  /** Its verdict is Go. */
  go: SeededSurvey;
  /** Its verdict is "Can't tell yet"; strangers can answer it. */
  open: SeededSurvey;
  /** Nobody has answered it. */
  unanswered: SeededSurvey;
  /** Path of an open checkout page. */
  checkoutPath: string;
  paidSessionId: string;
};

/** The idea that pictures show. */
export const pictureIdea = 'A tool that helps freelancers chase unpaid invoices';
const secondIdea = 'An app that helps small bakeries plan how much bread to bake each day';

export async function makeWorld(url: string): Promise<World> {
  const founder = await openAccount(url, 'free', newPerson('Ada Founder'));
  const paidSessionId = await buyPlan(url, founder, 'pro');
  const newcomer = await openAccount(url, 'free', newPerson('Noor Newcomer'));
  const go = await seedSurvey(url, founder, { idea: pictureIdea });
  await submitAnswers(url, founder, go, { count: 38, answer: mostlyShowing });
  const open = await seedSurvey(url, founder, { idea: secondIdea, publicLink: true });
  await submitAnswers(url, founder, open, { count: 7, answer: halfShowing });
  const unanswered = await seedSurvey(url, founder, { idea: 'A map of benches with shade' });
  await awaitVerdict(url, founder, go, 38);
  await awaitVerdict(url, founder, open, 7);
  await askForPasswordMail(url, newcomer);
  const checkoutPath = new URL(await startCheckout(url, newcomer, 'pro')).pathname;
  return { url, founder, newcomer, go, open, unanswered, checkoutPath, paidSessionId };
}

/** So that the outbox has something to show. */
async function askForPasswordMail(url: string, { email }: Account): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify({ email });
  await fetch(`${url}/api/auth/request-password-reset`, { method: 'POST', headers, body });
}

/** Seven to nine of ten show the problem, depending on the question: Go. */
const mostlyShowing: Answerer = (question, index, position) =>
  question.options
    ? choose(question, index + position, (index * 7 + position * 3) % 10 < 9 - (position % 3))
    : write(index + position, freelancers);

/** Every other one shows it: a handful of answers leaves everything open. */
const halfShowing: Answerer = (question, index, position) =>
  question.options
    ? choose(question, index + position, (index + position) % 2 === 0)
    : write(index + position, bakers);

function choose(question: SurveyQuestion, turn: number, shows: boolean): string {
  const options = question.options ?? [];
  const all = options.map((_, at) => at);
  const showing = readOptionSignal(question)?.showing ?? all;
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
  'I waited, because I did not want to lose the client.',
  'I moved the reminder so often that I ignored it.',
  'somebody else had to ask for me.',
  'I gave up on the last part of it.',
  'I called twice before anybody answered.',
];

function write(turn: number, texts: string[]): string {
  return `${times[turn % times.length]} ${texts[turn % texts.length]}`;
}
