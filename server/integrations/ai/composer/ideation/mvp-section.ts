import type { KindId } from '#server/integrations/ai/composer/kinds.data.ts';
import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { assumptionTest } from './assumption-test.ts';
import { type CoachSection, type CoachWords, featureName, put } from './coach-words.ts';
import {
  type NoCodePlatform,
  noCodePlatforms,
  type PlatformUse,
  platformsNoted,
} from './no-code-platforms.data.ts';

/** The smallest version that tests the idea, and how to put it together without an engineer. */
export function mvpSection(words: CoachWords): CoachSection {
  return {
    coreFeatureSet: coreSet(words),
    noCodePlatforms: platformsFor(words),
    developmentSteps: steps(words),
  };
}

function coreSet({ features, ownFeatures, kind, form }: CoachWords): string[] {
  // A fourth of the founder's own goes before what we suggested; the count then stands among the steps alone.
  const hasFourth = ownFeatures > 3 && features.length > ownFeatures;
  const core = features.slice(0, hasFourth ? 4 : 3);
  const later = features.slice(core.length).map(featureName);
  const alsoLater = later.length > 0 ? `${later.map((name) => `“${name}”`).join(', ')}; also ` : '';
  return [
    ...core,
    ...(hasFourth
      ? []
      : [`A count of the one moment that matters: ${kind.moment}. A list kept by hand is enough.`]),
    `Left out for now: ${alsoLater}${form.leftOut}.`,
  ];
}

function platformsFor(words: CoachWords): CoachSection[] {
  const { plan } = words;
  const uses = usesOf(words);
  const chosen: NoCodePlatform[] = [];
  for (const use of uses.slice(0, 3)) {
    const usable = noCodePlatforms.filter((entry) => entry.uses.includes(use) && !chosen.includes(entry));
    const coded = usable.filter((entry) => entry.asksForCode);
    const fitting =
      readsCode(plan) && coded.length > 0 ? coded : usable.filter((entry) => !entry.asksForCode);
    const next = fitting[plan.turn % Math.max(fitting.length, 1)];
    if (next) chosen.push(next);
  }
  return chosen.map((entry, index) => ({
    name: entry.name,
    link: entry.url,
    goodFor: `${entry.goodAt}; here for ${purposes[uses[index] ?? 'page']}`,
    check: `it is weak at ${entry.weakAt}. Look up today’s price and limits, and how your data comes out again (this was written down in ${platformsNoted}).`,
  }));
}

function usesOf({ form, plan }: CoachWords): PlatformUse[] {
  const [first, ...others] = form.uses;
  if (first !== 'app') return form.uses;
  const build: PlatformUse = keptInLists.has(plan.kindId) ? 'lists' : 'app';
  return isForPhone(plan) ? ['phone', build, ...others] : [build, ...others];
}

// For these kinds of problem a shared table with a form and a view of it is already the product.
const keptInLists: ReadonlySet<KindId> = new Set<KindId>([
  'coordinating',
  'planning',
  'tracking',
  'remembering',
  'paperwork',
  'losing',
]);

function readsCode({ idea }: PlanWords): boolean {
  return /\b(?:I|we) (?:can |know how to )?(?:code|program)\b|\b(?:I am|I[’']m|as) an? (?:\p{L}+ ){0,2}(?:developer|programmer|software engineer)\b/iu.test(
    idea,
  );
}

function isForPhone({ idea }: PlanWords): boolean {
  return /\b(phones?|mobile app|camera|gps|push notifications?|photos?)\b/i.test(idea);
}

const purposes: Record<PlatformUse, string> = {
  app: 'the one journey that people go through',
  lists: 'the one journey that people go through, on top of a list that you keep',
  records: 'the list behind the work, which you keep by hand at first',
  phone: 'a version that people have on the phone',
  page: 'the page with one promise and one button',
  form: 'requests, orders and the questions that come before them',
  automation: 'the step that you have repeated by hand most often',
};

function steps(words: CoachWords): string[] {
  const { form, kind, features, assumption } = words;
  const [first = '', second] = features.map(featureName);
  const next = second ? `add “${second}”` : 'add a second thing';
  return [
    `Test the weakest assumption, ${assumption}, without software. ${assumptionTest(words)}. Write down each step that you repeat, and stop here when the answer is no.`,
    'Draw the journey on one sheet of paper: what somebody has before, the one thing that they do, what they have after. Show it to people from your interviews once they have told their own story, and let them correct it.',
    `${put(form.firstBuild, words)}. It needs a single feature, “${first}”.`,
    `Give it to people whom you know from the interviews, one at a time. Watch without helping, write down where they stop, and count how often ${kind.moment}.`,
    `Decide by the line that you wrote down under Problem Validation: above it ${next}, below it change the first feature or stop. What nobody has asked for stays out.`,
  ];
}
