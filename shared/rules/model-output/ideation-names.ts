import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { plainName } from './field-names.ts';
import { ideationShapes } from './ideation-shapes.ts';

/** Other names that models give a field, as `plainName` writes them. */
const otherNames: Record<string, string[]> = {
  appName: ['applicationname', 'productname', 'startupname'],
  tagline: ['slogan'],
  concept: ['coreconcept', 'appconcept'],
  features: ['keyfeatures', 'mainfeatures', 'corefeatures'],
  design: ['designandux', 'uxdesign', 'designapproach'],
  targetAudience: ['audience', 'targetusers', 'targetmarket'],
  monetization: ['monetisation', 'monetizationstrategy', 'monetizationstrategies', 'revenuemodel'],
  tam: ['totaladdressablemarket', 'totaladdressablemarkettam'],
  sam: [
    'serviceableaddressablemarket',
    'serviceableavailablemarket',
    'serviceableaddressablemarketsam',
    'serviceableavailablemarketsam',
  ],
  competitorAnalysis: ['competitors', 'competition', 'competitiveanalysis'],
  gapAnalysis: ['marketgap', 'marketgaps', 'gaps'],
  smokeTests: ['smoketest'],
  interviewQuestions: ['userinterviewquestions', 'customerinterviewquestions', 'questions'],
  metricsToTrack: ['metrics', 'keymetrics'],
  coreFeatureSet: ['corefeatures', 'mvpfeatures', 'features'],
  noCodePlatforms: ['nocodeplatform', 'nocodetools', 'platforms'],
  developmentSteps: ['developmentplan', 'buildsteps', 'steps'],
  aarrrMetrics: ['aarrr', 'aarrrframework', 'piratemetrics', 'metrics'],
  outreachTactics: ['outreach', 'outreachstrategies', 'tactics'],
};

/** The fields of a stage in the order in which they are shown. */
export function fieldsOfStage(stage: IdeationStage): string[] {
  return Object.keys(ideationShapes[stage].shape);
}

/** The stage's field that goes by this name; null when none does. */
export function fieldNamed(stage: IdeationStage, name: string): string | null {
  return fieldsByName[stage].get(plainName(name)) ?? null;
}

const fieldsByName: Record<IdeationStage, Map<string, string>> = {
  IDEATION: namesOf('IDEATION'),
  MARKET_RESEARCH: namesOf('MARKET_RESEARCH'),
  VALIDATION: namesOf('VALIDATION'),
  MVP: namesOf('MVP'),
  ACQUISITION: namesOf('ACQUISITION'),
};

/** A field's own name counts before another field's other name. */
function namesOf(stage: IdeationStage): Map<string, string> {
  const fields = fieldsOfStage(stage);
  const others = fields.flatMap((field) => (otherNames[field] ?? []).map((name) => [name, field] as const));
  return new Map([...others, ...fields.map((field) => [field.toLowerCase(), field] as const)]);
}
