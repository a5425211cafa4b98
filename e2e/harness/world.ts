import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { readOptionSignal } from '#shared/rules/option-signal.ts';
import { type Account, buyPlan, openAccount, startCheckout } from './api.ts';
import { newPerson } from './person.ts';
import { type Answerer, type SeededSurvey, seedAnswers, seedSurvey } from './seed.ts';

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
export const pictureIdea = 'A tool that tells a small bakery how much bread to bake tomorrow';
const secondIdea = 'A shared calendar for separated parents that shows who picks the children up today';

export async function makeWorld(url: string): Promise<World> {
  const founder = await openAccount(url, 'free', newPerson('Ada Founder'));
  const paidSessionId = await buyPlan(url, founder, 'pro');
  const newcomer = await openAccount(url, 'free', newPerson('Noor Newcomer'));
  const go = await seedSurvey(url, founder, { idea: pictureIdea });
  await seedAnswers(url, founder, go, 38, mostlyShowing);
  const open = await seedSurvey(url, founder, { idea: secondIdea, publicLink: true });
  await seedAnswers(url, founder, open, 7, halfShowing);
  const unanswered = await seedSurvey(url, founder, { idea: 'A map of benches with shade' });
  const checkoutPath = new URL(await startCheckout(url, newcomer, 'pro')).pathname;
  return { url, founder, newcomer, go, open, unanswered, checkoutPath, paidSessionId };
}

/** Nine of ten show the problem, so the verdict is Go. */
const mostlyShowing: Answerer = (question, index, position) =>
  answer(question, index, position, index % 10 !== 3);

/** Every other one shows it: a handful of answers leaves everything open. */
const halfShowing: Answerer = (question, index, position) =>
  answer(question, index, position, index % 2 === 0);

function answer(question: SurveyQuestion, index: number, position: number, shows: boolean): string {
  const { options, multiSelect } = question;
  if (!options) return written[(index + position) % written.length] ?? '';
  const signal = readOptionSignal(question);
  const showing = signal?.showing ?? options.map((_, at) => at);
  const denying = signal ? options.map((_, at) => at).filter((at) => !showing.includes(at)) : showing;
  const wanted = shows || denying.length === 0 ? showing : denying;
  const first = options[wanted[(index + position) % wanted.length] ?? 0] ?? '';
  const second = options[wanted[(index + position + 1) % wanted.length] ?? 0] ?? '';
  const several = multiSelect && shows && index % 3 === 0 && second !== first;
  return several ? options.filter((option) => option === first || option === second).join(', ') : first;
}

/** Made-up answers for tests and pictures; they fit any question about the last time. */
const written = [
  'Last Tuesday it rained, and a third of what we had made was left in the evening.',
  'We guessed by the weather and were wrong twice in one week.',
  'I keep a notebook, but on busy days nobody fills it in.',
  'We ran out before ten and had to send people away.',
  'I asked my sister, who did it for years, and wrote down what she said.',
  'It cost me about two hours, and then I did it from memory again.',
  'A spreadsheet. I dropped it because it took longer than guessing.',
];
