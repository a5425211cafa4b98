import { toThirdPerson } from '#server/integrations/ai/composer/need-wording.ts';
import { findPlanWords, type PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { readIdea } from '#server/integrations/ai/composer/read-idea.ts';
import { saidFeatures } from '#server/integrations/ai/composer/said-features.ts';
import { type CoachForm, coachForms } from './coach-forms.data.ts';
import { type CoachKind, coachKinds } from './coach-kinds.data.ts';
import type { MarketFigures } from './market-figures.ts';
import { formOf } from './product-form.ts';

/** Everything that the coach's sections are made of: what the idea says, and over it what the founder has edited. */
export type CoachWords = {
  plan: PlanWords;
  kind: CoachKind;
  form: CoachForm;
  /** After "the weakest assumption is": "that …". */
  assumption: string;
  /** Each "short name: what it does", the most important first. */
  features: string[];
  /** How many of them, from the first on, are the founder's own. */
  ownFeatures: number;
  monetization: string[];
  figures: MarketFigures;
};

export type CoachSection = Record<string, unknown>;

/** What the idea alone says. */
export function wordsOfIdea(idea: string): CoachWords {
  const plan = findPlanWords(idea);
  const form = coachForms[formOf(plan, readIdea(idea).sentence)];
  const { kind, features } = kindWords(plan);
  const said = saidFeatures(idea);
  return {
    plan,
    kind,
    features: said.length > 0 ? [...said, ...features].slice(0, mostFeatures) : features,
    ownFeatures: said.length,
    form,
    assumption: form.riskiest,
    monetization: form.monetization,
    figures: { population: null, share: null, price: null, reach: null },
  };
}

const mostFeatures = 5;

/** What the coach says about the plan's kind of problem. */
export function kindWords(plan: PlanWords): Pick<CoachWords, 'kind' | 'features'> {
  // To watch over something is to see a loss coming, which the plan's kinds leave to "dealing".
  const isWatching =
    plan.kindId === 'dealing' && /^(keep an eye on|notice|watch|look out for) /.test(plan.need.short);
  const kind = coachKinds[isWatching ? 'losing' : plan.kindId];
  const difficulties = isWatching ? [] : plan.kind.hardest.options;
  const features = kind.features.map((feature, index) => {
    const difficulty = difficulties[index];
    return difficulty ? `${feature} (against “${difficulty}”)` : feature;
  });
  return { kind, features };
}

/** A text of the coach's data with its places filled in. */
export function put(text: string, { plan, kind }: CoachWords): string {
  return text
    .replaceAll('{byHand}', kind.byHand)
    .replaceAll('{tries}', triesTo(plan))
    .replaceAll('{need}', needOf(plan))
    .replaceAll('{people}', plan.audience)
    .replaceAll('{name}', plan.name);
}

/** What people try to do, of third persons and in few words: "find good local coffee shops". */
export function needOf(plan: PlanWords): string {
  return toThirdPerson(plan.need.short);
}

/** Who the idea is for, or words that stand for them where it does not say. */
export function peopleOf(plan: PlanWords): string {
  return isAudienceKnown(plan) ? plan.audience : 'the people you have in mind';
}

/** Whether the idea or the founder says who it is for. */
export function isAudienceKnown(plan: PlanWords): boolean {
  return plan.isAudienceSaid && plan.audience !== 'people';
}

/** The name of a feature: what stands before the colon. */
export function featureName(feature: string): string {
  return feature.split(/[:：]| \(/)[0]?.trim() || feature;
}

// "somebody tries to …", "somebody finds it hard to …"
function triesTo(plan: PlanWords): string {
  const [verb = '', ...rest] = plan.attempt[0].split(' ');
  const inflected = verb === 'have' ? 'has' : verb === 'try' ? 'tries' : `${verb}s`;
  return [inflected, ...rest].join(' ');
}
