import type { IdeationStage } from '#shared/contracts/ideation.ts';

/** A founder's answers to a stage: the lines of each field, one for a field that takes one text. */
export type StageForm = Record<string, string[]>;

/** One field of a stage's form; a market's figures are `people`, `share`, `price` and `reach`. */
export type StageField = {
  name: string;
  /** Name of the field in the section, with how many lines the specification asks for. */
  label: string;
  question: string;
  /** Of another idea, bee hives, so that it is not taken for advice. */
  example: string;
  /** Lines that the section takes at most. */
  most: number;
  /** Lines that are shown at once. */
  shown: number;
  /** Two of them share a row. */
  isHalf?: true;
  isFigure?: true;
};

/** Longest line and longest form in UTF-16 units: a section holds a whole form. */
export const lineLimit = 2_000;
export const formLimit = 10_000;

/** The fields of each stage (specification 3, AI output shape per ideation stage). */
export const stageFields: Record<IdeationStage, StageField[]> = {
  IDEATION: [
    half('appName', 'Name', 'What do you call it?', 'Hive Log'),
    half('tagline', 'Tagline', 'What does it do, in eight words?', 'Know which hive to open next'),
    one('concept', 'Concept', 'How does it help?', 'beekeepers note each visit and see which hive is due'),
    list('features', 'Features, 3 to 5', 'What can they do with it?', 'see which hive is next'),
    one('design', 'Design', 'What do they see first?', 'all hives, the oldest visit on top'),
    half('demographics', 'Demographics', 'Who are they?', 'beekeepers with two to ten hives'),
    half('psychographics', 'Psychographics', 'What do they care about?', 'healthy bees'),
    list('monetization', 'Monetization, 3 to 5', 'How could it earn money?', '$3 a month for each hive'),
  ],
  MARKET_RESEARCH: [
    figure('people', 'TAM people', 'How many people are there?', '40,000'),
    figure('share', 'TAM share', 'How many have the problem?', '30 %'),
    figure('price', 'TAM price', 'What would one pay a year?', '$36'),
    figure('reach', 'SAM reach', 'How many can you reach?', '5 %'),
    list('competitorAnalysis', 'Competitors, 3 to 5', 'What do they use today?', 'a paper card on each hive'),
    one('gapAnalysis', 'Gap', 'What does none of these do well?', 'none says which hive is due'),
  ],
  VALIDATION: [
    list(
      'smokeTests',
      'Smoke tests, 3 to 5',
      'How can you test it cheaply?',
      'ask ten beekeepers; stop below four',
    ),
    {
      ...list(
        'interviewQuestions',
        'Interview questions, 5 to 7',
        'What will you ask people?',
        'When did you last open a hive too late?',
      ),
      most: 7,
      shown: 5,
    },
    list('metricsToTrack', 'Metrics, 3 to 5', 'What will you count?', 'visits noted in a week'),
  ],
  MVP: [
    list(
      'coreFeatureSet',
      'Core features, 3 to 5',
      'What must the first version do?',
      'note a visit to a hive',
    ),
    list(
      'noCodePlatforms',
      'No-code platforms',
      'What do you build it with?',
      'Glide, for a list of hives',
      3,
    ),
    list(
      'developmentSteps',
      'Development steps, 3 to 5',
      'In which steps do you build it?',
      'a shared table for three beekeepers',
    ),
  ],
  ACQUISITION: [
    one('acquisition', 'Acquisition', 'How do you count who finds you?', 'visits from the page of the club'),
    one('activation', 'Activation', 'When has it helped for the first time?', 'the first visit is noted'),
    one('retention', 'Retention', 'How do you count who comes back?', 'a second visit within two weeks'),
    one('referral', 'Referral', 'How do you count who was sent?', 'members who name a member'),
    one('revenue', 'Revenue', 'How do you count who pays?', 'paid hives a month'),
    list(
      'outreachTactics',
      'Outreach, 3 to 5',
      'How do you reach the first 1,000 customers?',
      'a talk at the local club',
    ),
  ],
};

/** True where each field is one of the stage's, none has too many lines, and a section can hold it all. */
export function fitsStage(stage: IdeationStage, form: StageForm): boolean {
  const isKnown = Object.entries(form).every(([name, lines]) => {
    const field = stageFields[stage].find((known) => known.name === name);
    return field !== undefined && lines.length <= field.most;
  });
  return isKnown && lengthOf(form) <= formLimit;
}

/** UTF-16 units of all lines. */
export function lengthOf(form: StageForm): number {
  return Object.values(form).reduce((sum, lines) => sum + lines.join('\n').length, 0);
}

function one(name: string, label: string, question: string, example: string): StageField {
  return { name, label, question, example, most: 1, shown: 1 };
}

function half(name: string, label: string, question: string, example: string): StageField {
  return { name, label, question, example, most: 1, shown: 1, isHalf: true };
}

function figure(name: string, label: string, question: string, example: string): StageField {
  return { name, label, question, example, most: 1, shown: 1, isHalf: true, isFigure: true };
}

function list(name: string, label: string, question: string, example: string, most = 5): StageField {
  return { name, label, question, example, most, shown: most === 5 ? 3 : 1 };
}
