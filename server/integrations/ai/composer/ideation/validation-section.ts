import { fill } from '#server/integrations/ai/composer/plan-questions.ts';
import { pitchOf } from '#server/integrations/ai/composer/plan-texts.ts';
import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { assumptionTest, otherTests } from './assumption-test.ts';
import { type CoachSection, type CoachWords, needOf } from './coach-words.ts';
import { peopleWithProblem } from './market-figures.ts';
import { placesFor } from './places.ts';

/** How to find out, before anything is built, whether the problem is real. */
export function validationSection(words: CoachWords): CoachSection {
  return {
    smokeTests: smokeTests(words),
    interviewQuestions: interviewQuestions(words.plan),
    metricsToTrack: metrics(words),
  };
}

function smokeTests(words: CoachWords): string[] {
  const { plan, assumption } = words;
  const promise = plan.quoted ? 'one plain sentence of what you promise' : `the sentence “${pitchOf(plan)}”`;
  const [one, other] = placesFor(plan).talk.map(({ name }) => name);
  const where = one
    ? `in ${other ? `${one} or ${other}` : one}`
    : 'in a group or forum that people from the interviews name';
  const page = `One page: put up ${promise} with a single button behind which you ask for an e-mail address and one real case. Send it only to people who fit. Count: who leaves both, out of all who opened it`;
  const question = `A question among people who know: ask ${where}, where the rules of the place allow it, what others did the last time they ${plan.attempt[1]} ${needOf(plan)}, and don’t mention ${plan.name}. Count: answers that tell of a real case with its details; likes don’t count`;
  return [
    `For the weakest assumption, ${assumption}. ${assumptionTest(words)}. ${stopLine}`,
    ...[question, page, ...otherTests(words)].map((test) => `${test}. ${line}`),
  ];
}

const stopLine =
  'Your line, which you write down before you start and don’t move afterwards: stop or change the idea below [fill in] of [fill in].';
const line = 'Your line: [fill in] of [fill in].';

function interviewQuestions(plan: PlanWords): string[] {
  const { kind } = plan;
  const opening = plan.quoted
    ? `This begins with the idea “${plan.quoted}”: when did {you} last have to do with that, and when before?`
    : 'When was the last time {you} {tried} {need}, and when was the time before that?';
  const questions = [
    opening,
    kind.story,
    'What did you use for it, in which order: which people, notes, tools or places? Can you show me?',
    kind.hardest.question,
    kind.dropped,
    kind.cost === 'time'
      ? 'How much time did it take the last time, and what was left undone because of it?'
      : 'What did it cost in money the last time, everything included, and who paid it?',
    plan.isOrganisation
      ? 'What was the last thing that was bought against it? Who asked for it, who signed, and how long did that take?'
      : 'Whom did you tell about it, and what did they say? Who else has had this happen to them in the last few weeks?',
  ];
  return questions.map((question) => fill(question, plan));
}

function metrics({ plan, assumption, figures }: CoachWords): string[] {
  const period = plan.isRare ? 'last twelve months' : 'last month';
  const counted = peopleWithProblem(figures);
  const share = counted
    ? `Share with the problem: you wrote ${figures.share?.said} under Market Research, which makes ${counted.said} people; put the share that you count in its place.`
    : 'Share with the problem: the part of all you asked who had a case; put it under Market Research in place of the guess.';
  return [
    `Recent cases: people who can tell of one in the ${period}, with a day and a place, out of all you asked.`,
    share,
    plan.kind.cost === 'time'
      ? 'Time: hours lost in the last case, noted person by person; look at the middle one, not at the largest.'
      : 'Money: what the last case cost, noted person by person; look at the middle one, not at the largest.',
    'Effort against it: people who have already paid, built or arranged something. They are your first users.',
    `The weakest assumption, ${assumption}: cases that speak for it and cases that speak against it, in two columns.`,
  ];
}
