import type { CoachTask } from '#shared/contracts/ai.ts';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import texts from './coach-texts.json' with { type: 'json' };
import { factorValue, type MarketFigures, sizeWords } from './market-figures.ts';
import { saidBefore } from './said-before.ts';
import type { StageForm } from './stage-fields.ts';

/**
 * A stage's JSON (specification 3) from the founder's form, and without a form from the idea, its reading and the earlier
 * sections. An empty field is absent, so that it reads 'N/A'; nothing is added but labels and the market's arithmetic.
 */
export function writtenSection(task: CoachTask): object {
  const { stage, form = saidBefore(stage, task) } = task;
  const section = sections[stage](readForm(form), planLanguage(task.reading));
  const written = withoutEmpty(section);
  // An object without any of the stage's fields could not be told from a text.
  return isEmpty(written) ? section : written;
}

type Fields = {
  /** The one text of a field. */
  one: (name: string) => string;
  list: (name: string) => string[];
};

const sections: Record<IdeationStage, (fields: Fields, language: IdeaLanguage) => object> = {
  IDEATION: ({ one, list }) => ({
    appName: one('appName'),
    tagline: one('tagline'),
    concept: one('concept'),
    features: list('features'),
    design: one('design'),
    targetAudience: withoutEmpty({
      demographics: one('demographics'),
      psychographics: one('psychographics'),
    }),
    monetization: list('monetization'),
  }),
  MARKET_RESEARCH: ({ one, list }, language) => {
    const figures: MarketFigures = {
      population: factorValue(one('people')),
      share: factorValue(one('share')),
      price: factorValue(one('price')),
      reach: factorValue(one('reach')),
    };
    const { people, share, price, reach } = texts[language].market;
    const hasFigures = Object.values(figures).some((figure) => figure !== '');
    const whole = sizeText(sizeWords('tam', figures, language), [
      [people, figures.population],
      [share, figures.share],
      [price, figures.price],
    ]);
    const reachable = sizeText(sizeWords('sam', figures, language), [[reach, figures.reach]]);
    return {
      tam: hasFigures ? whole : '',
      sam: hasFigures ? reachable : '',
      competitorAnalysis: list('competitorAnalysis'),
      gapAnalysis: one('gapAnalysis'),
    };
  },
  VALIDATION: ({ list }) => ({
    smokeTests: list('smokeTests'),
    interviewQuestions: list('interviewQuestions'),
    metricsToTrack: list('metricsToTrack'),
  }),
  MVP: ({ list }) => ({
    coreFeatureSet: list('coreFeatureSet'),
    noCodePlatforms: list('noCodePlatforms'),
    developmentSteps: list('developmentSteps'),
  }),
  ACQUISITION: ({ one, list }) => ({
    aarrrMetrics: withoutEmpty({
      acquisition: one('acquisition'),
      activation: one('activation'),
      retention: one('retention'),
      referral: one('referral'),
      revenue: one('revenue'),
    }),
    outreachTactics: list('outreachTactics'),
  }),
};

function readForm(form: StageForm): Fields {
  const list = (name: string) => (form[name] ?? []).map((line) => line.trim()).filter((line) => line !== '');
  return { list, one: (name) => list(name).join('\n') };
}

/** A market's size above the figures that it was made from. */
function sizeText(size: string, lines: [label: string, value: string][]): string {
  const written = lines.map(([label, value]) => `- **${label}:** ${value || missing}`);
  return [size || missing, '', ...written].join('\n');
}

const missing = 'N/A';

function withoutEmpty(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
