import { shorten } from '#server/integrations/ai/composer/idea-text.ts';
import { toThirdPerson } from '#server/integrations/ai/composer/need-wording.ts';
import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { type CoachSection, type CoachWords, isAudienceKnown, peopleOf } from './coach-words.ts';
import { type MarketFigures, reachableMarket, remarksOn, wholeMarket } from './market-figures.ts';
import { sourcesOfPeople, sourcesOfTopic } from './public-sources.data.ts';
import { type Rival, rivals } from './rivals.data.ts';

/** Market size as arithmetic that the founder fills in, what people use today, and how a gap would show. */
export function marketSection(words: CoachWords): CoachSection {
  return {
    tam: wholeOf(words),
    sam: partOf(words),
    competitorAnalysis: rivalsOf(words),
    gapAnalysis: gapOf(words),
  };
}

function wholeOf({ plan, figures }: CoachWords): CoachSection {
  const { population, share, price } = figures;
  const period = plan.isRare ? 'twelve months' : 'month';
  return {
    formula: withSum('population × share × price', wholeMarket(figures)?.said),
    factors: [
      factor(`Population (${placed(peopleOf(plan))})`, population?.said, sourceOf(plan)),
      factor(
        `Share (those who ${plan.attempt[1]} ${toThirdPerson(plan.need.short)} in the last ${period})`,
        share?.said,
        guess,
      ),
      factor('Price (what one of them spends on it in a year today)', price?.said, priceSource),
    ],
    note: noteOn(figures),
  };
}

function noteOn(figures: MarketFigures): string {
  const { population, share, price, reach, unused = [] } = figures;
  const all = [population, share, price, reach];
  const known = all.filter((figure) => figure !== null).length;
  return [noteOnKnown(known, all.length, unused.length), remarksOn(figures)].filter(Boolean).join(' ');
}

function noteOnKnown(known: number, all: number, unused: number): string {
  const counted = 'replace each guess as soon as you have counted.';
  const type = `behind the factors, each as a single number, and ${counted} This section stays as you leave it. The sums from your figures stand in later sections: the whole market and the part that you can reach under Acquiring First Customers.`;
  if (known === 0 && unused > 0)
    return `None of the figures that you wrote can be used yet. Type them ${type}`;
  if (known === 0)
    return `No figure is filled in for you, because none of them is known yet. Type yours ${type}`;
  if (known < all)
    return `The figures here are the ones that you wrote; the others are not known yet, or could not be read as one number. Type them ${type}`;
  return `The figures here are the ones that you wrote; ${counted}`;
}

function placed(people: string): string {
  return /(?<!have) in /.test(people) ? people : `${people}, in the country where you start`;
}

function partOf({ figures }: CoachWords): CoachSection {
  return {
    formula: withSum('whole market × share you can reach', reachableMarket(figures)?.said),
    factors: [
      factor('Whole market', wholeMarket(figures)?.said.split(' = ')[1], 'the arithmetic above'),
      factor(
        'Share you can reach (your town, your language, the places where you can speak to them)',
        figures.reach?.said,
        guess,
      ),
    ],
  };
}

const guess = 'your guess';
const priceSource = 'what people in the interviews paid last, and the public prices of what they use today';

function factor(name: string, value: string | undefined, source: string) {
  return { name, value: value ?? '', source };
}

function withSum(formula: string, said: string | undefined): string {
  return said ? `${formula}: ${said}` : formula;
}

function sourceOf(plan: PlanWords): string {
  const own = plan.topicIds.map((id) => sourcesOfTopic[id]).find((source) => source !== undefined);
  return own ?? sourcesOfPeople[plan.relation];
}

function rivalsOf(words: CoachWords): Rival[] {
  const { plan, kind, form } = words;
  const known = [...new Set([form.rival, ...kind.rivals])].slice(0, 2).map((id) => rivals[id]);
  const named = namedInIdea(plan.idea);
  return [...(named ? [named] : []), rivals.nothing, ...known, madeForIt(words)];
}

// "… instead of buying new ones": what the founder sets the idea against.
function namedInIdea(idea: string): Rival | null {
  const said = idea.match(
    /\b(?:instead of|rather than|(?:an? )?(?:\p{L}+ )?alternative to|better than|replaces?) ([^.,;:!?()]{3,60})/iu,
  )?.[1];
  if (!said) return null;
  return {
    name: `“${said.trim()}”, which the idea names itself`,
    doesWell: 'to be found out: why people choose it again',
    leavesOut: 'to be found out: what they grumble about while they use it',
    check: 'ask somebody who uses it now to show you how, from start to finish',
  };
}

function madeForIt(words: CoachWords): Rival {
  return {
    name: 'Products made for the same purpose',
    doesWell: 'to be filled in for each one that you find; none is named here, because none was looked up',
    leavesOut: 'to be filled in from what unhappy customers write, with link and date',
    check: `search for ${searchesFor(words).join(', ')}, also in the app stores and in the language of your customers. Note for each: for whom, what for, its price, the complaint that keeps coming back, and when it was last changed.`,
  };
}

function searchesFor({ plan, form }: CoachWords): string[] {
  if (plan.quoted) return [`“${shorten(plan.quoted, 80)}”`];
  const searches = form.searches.map((search) => `“${search.replaceAll('{need}', plan.need.short)}”`);
  const forWhom = `“${plan.need.short} for ${plan.audience}”`;
  return isAudienceKnown(plan) ? [...searches.slice(0, 3), forWhom] : searches;
}

function gapOf({ plan }: CoachWords): string {
  const difficulties = plan.kind.hardest.options.slice(0, 3).map((option) => `“${option}”`);
  return [
    `The weakest assumption about this market is that ${peopleOf(plan)} are unhappy enough with what they do today to change it.`,
    `A gap shows in complaints: read the middling and the bad reviews of what you found, copy each complaint with its link and date, and sort them under headings such as ${difficulties.join(', ')}.`,
    'A complaint speaks for a gap when it comes from strangers in several places, has been there for a long time, and cost them something.',
    `Then ask of each: did it come from ${peopleOf(plan)}? What did they do next, and did they leave? Who has tried to close this gap before, and why did that end? Is it open because it is hard, dear or forbidden, or because too few people mind?`,
    'To find no complaints is a result as well: it speaks for doing nothing.',
  ].join(' ');
}
