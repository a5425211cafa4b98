import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import type { SocialGroup } from '#shared/contracts/validation.ts';
import { type CoachSection, type CoachWords, featureName, isAudienceKnown } from './coach-words.ts';
import {
  incomeOf,
  type MarketFigures,
  peopleWithProblem,
  reachableMarket,
  reachablePeople,
  remarksOn,
  wholeMarket,
} from './market-figures.ts';
import { placesFor } from './places.ts';

const target = 1000;

/** What to count from stranger to paying customer, and the way to the first 1000 of them. */
export function acquisitionSection(words: CoachWords, core: string[]): CoachSection {
  return { aarrrMetrics: funnel(words, core), outreachTactics: tactics(words) };
}

function funnel(words: CoachWords, core: string[]) {
  const { plan, kind, monetization } = words;
  const feature = core[0] ?? words.features[0] ?? '';
  const again = plan.isRare
    ? 'the next time it comes up, however long that takes'
    : 'the next time it comes up, within a month';
  const income = incomeOf(target, words.figures);
  return {
    acquisition: `${isAudienceKnown(plan) ? `One of your people (${plan.audience})` : 'Somebody'} opens ${plan.name} or writes to you for the first time. Count each person once, by the place they came from; ask them, because links don’t tell everything.`,
    activation: `It has been of use to them: ${kind.moment}. Count the people who get there, out of all who came, and note where the others stopped. The feature that has to carry it is “${featureName(feature)}”.`,
    retention: `Somebody for whom it was of use turns to ${plan.name} again ${again}. Count them by the week in which they came first, so that new people don’t hide those who left.`,
    referral: `Somebody comes because a user told them. Ask every newcomer “Who told you?”, write the name down, and count the users who brought at least one person.`,
    revenue: `Somebody pays, and what is left after costs is noted beside it. Begin with “${featureName(monetization[0] ?? '')}” and count payments, not promises.${income ? ` By your price, the first ${target} customers would bring ${income}.` : ` For the first ${target} customers multiply ${target} by the price that you fill in under Market Research.`}${marketNote(words.figures)}`,
  };
}

function tactics(words: CoachWords): string[] {
  const { plan } = words;
  return [
    `The weakest assumption about reaching them is that a stranger answers you at all. Test it first: write to the first ten by name, people from your interviews and whomever they name. Tell them what you found out, offer to do it for them by hand, and ask who else has the trouble. It works if most of them answer and some name somebody.`,
    communityTactic(plan),
    momentTactic(plan),
    partnerTactic(plan),
    `From the first hundred to the first ${target}: each week look at where those came from who stayed, do more of that one thing and drop the weakest. Ask each person for whom it was of use, right then, whom to tell.${reachNote(words)}`,
  ];
}

function communityTactic(plan: PlanWords): string {
  const { talk, ask, founders } = placesFor(plan);
  const places =
    talk.length > 0
      ? `Places where they talk: ${named(talk)}.`
      : `Places where they talk have to be found, because none of the communities listed here is about this: ask in each interview “Where do you read or talk about it?” and go there. For the opinion of other founders, who are not your customers, there are ${named(founders)}.`;
  const reading = ask.map(
    (site) => ` On ${named([site])} read and answer only; promotion isn’t welcome there.`,
  );
  return `${places} Read the rules of each place first and keep to them. Answer questions for some weeks without naming ${plan.name}; where your own work may be mentioned, say that it is yours. Never post the same text twice.${reading.join('')} Count conversations that begin, and people who come from each place.`;
}

function named(groups: SocialGroup[]): string {
  return groups.map(({ name, url }) => `${name} (${url})`).join(', ');
}

function momentTactic(plan: PlanWords): string {
  const where = plan.where
    ? `It comes up ${plan.where}`
    : 'Ask in the interviews where they are when it comes up, because the idea does not say it';
  return `Be there at the moment: ${lower(where)}. Put one sentence and a way to reach you exactly there, such as a notice, a card or a few words of somebody who is there anyway, with the consent of whoever owns the place. Count the people who come from it, place by place.`;
}

function partnerTactic(plan: PlanWords): string {
  const others = plan.others
    .filter((other) => !/^(My|A friend|Friends|Nobody|Housemates)\b/.test(other))
    .map(lower);
  const who =
    others.length > 0
      ? `, such as ${others.slice(0, 3).join(', ')}`
      : ' (the interviews will show who they are)';
  return `People who meet them anyway${who}: help one of them with a real case first, then ask for an introduction to one person, not for a mailing to all. Count introductions, and how many of them become users.`;
}

/** The market in figures, which stand nowhere else once market research is written. */
function marketNote(figures: MarketFigures): string {
  const whole = wholeMarket(figures);
  const part = reachableMarket(figures);
  const sums = [
    ...(whole ? [`TAM, the whole market: ${whole.said}.`] : []),
    ...(part ? [`SAM, the part that you can reach: ${part.said}.`] : []),
  ];
  const notes = [...sums, remarksOn(figures)].filter(Boolean).join(' ');
  return notes && ` Your figures under Market Research: ${notes}`;
}

function reachNote({ figures }: CoachWords): string {
  const reachable = reachablePeople(figures);
  const people = reachable ?? peopleWithProblem(figures);
  if (!people) return '';
  const share = (target / people.value) * 100;
  const said = share.toLocaleString('en-US', { maximumSignificantDigits: 2 });
  const whom = reachable ? 'those whom you can reach' : 'all who have the problem';
  return share > 100
    ? ` By your own figures (${people.said} people) there are fewer than ${target} of them${reachable ? ' within your reach' : ''}: widen the circle, or aim lower.`
    : ` By your own figures (${people.said} people) ${target} customers are ${said}% of ${whom}.`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
