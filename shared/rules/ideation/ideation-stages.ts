import type { IdeationStage } from '#shared/contracts/ideation.ts';

type StageTexts = { stage: IdeationStage; title: string; button: string };

/** Titles and button texts of the five stages (specification 4, Ideation stages). */
export const ideationStages: StageTexts[] = [
  { stage: 'IDEATION', title: 'Startup Ideation', button: 'Get Ideation Help' },
  { stage: 'MARKET_RESEARCH', title: 'Market Research', button: 'Conduct Market Research' },
  { stage: 'VALIDATION', title: 'Problem Validation', button: 'Validate the Problem' },
  { stage: 'MVP', title: 'Solution Development & MVP', button: 'Develop Solution & MVP' },
  { stage: 'ACQUISITION', title: 'Acquiring First Customers', button: 'Acquire First Customers' },
];

/** The stage after this one; null after the last. */
export function stageAfter(stage: IdeationStage): IdeationStage | null {
  const place = ideationStages.findIndex((entry) => entry.stage === stage);
  return ideationStages[place + 1]?.stage ?? null;
}

/** Title and button text of a stage. */
export function textsOfStage(stage: IdeationStage): StageTexts {
  const [first] = ideationStages;
  const found = ideationStages.find((entry) => entry.stage === stage) ?? first;
  if (!found) throw new Error(`There is no stage ${stage}.`);
  return found;
}
