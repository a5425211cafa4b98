import type { IdeationStage } from '#shared/contracts/ideation.ts';

/** One fixed section for every idea, in the shape that each stage asks for; its texts say where they come from. */
export const fakeSections: Record<IdeationStage, object> = {
  IDEATION: {
    appName: 'Fake Studio',
    tagline: 'A tagline from the fake server',
    concept: 'The fake server words one concept for every idea, so that tests can find it again.',
    features: ['One list of what is due', 'A note beside each entry', 'A reminder that can be put off'],
    design: 'One column, large type, nothing that moves.',
    targetAudience: {
      demographics: 'People who work alone or in pairs.',
      psychographics: 'They write things down and lose the paper.',
    },
    monetization: ['A price a month', 'A price a year', 'A price for a team'],
  },
  MARKET_RESEARCH: {
    tam: 'Everybody who met the problem: your guess, times your guess.',
    sam: 'The part of them that you can reach: your guess.',
    competitorAnalysis: 'Paper, a spreadsheet and doing nothing.',
    gapAnalysis: 'Nobody on this list reminds anybody at the right moment.',
  },
  VALIDATION: {
    smokeTests: ['A page with one button', 'A post in one forum', 'Ten letters to people you know'],
    interviewQuestions: [
      'When did it happen last?',
      'What did you do then?',
      'How often was that in the last month?',
      'What have you tried and dropped?',
      'What did it cost you?',
    ],
    metricsToTrack: ['People who pressed the button', 'People who answered', 'People who asked again'],
  },
  MVP: {
    coreFeatureSet: ['The list', 'The note', 'The reminder'],
    noCodePlatforms: ['Glide', 'Softr'],
    developmentSteps: ['Draw the one screen', 'Build it in a day', 'Show it to three people'],
  },
  ACQUISITION: {
    aarrrMetrics: {
      acquisition: 'Visits from one forum',
      activation: 'First entry within a day',
      retention: 'A second entry within a week',
      referral: 'A link that is passed on',
      revenue: 'The first payment',
    },
    outreachTactics: ['Answer one question a day', 'Write to ten people', 'Show what you built'],
  },
};

/** One fixed build prompt for every idea, with the headings that a good one has; one of its citations is made up. */
export const fakeBuildPrompt = `## In one sentence

A small tool from the fake server, for tests.

## Who, when and why

Somebody who met the problem this morning and wants it gone before noon.

## Must

- A reminder that can be put off [#1 "in the answers"]
- A map of every lighthouse [#3 "a lighthouse"]

## Later

- A reminder that is shared by a team

## Never

- Sending anything without being asked

## Acceptance checks

- A new entry is on the list after a reload.

## Ask me before you build

- Who may see an entry?`;
