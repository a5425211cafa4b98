import type { Sentiment } from '#shared/contracts/analyses.ts';

/** Ideas to try the box with; the writer reads each without asking. */
export const exampleIdeas = [
  {
    label: 'Bread that gets sold',
    idea: 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread',
  },
  {
    label: 'Rehearsals that start on time',
    idea: 'A planner for choir directors who start rehearsals late',
  },
  {
    label: 'Walkers you trust',
    idea: 'An app to find a trusted walker, for dog owners who come home late',
  },
];

/** The example as it is shown: whole people, whole per cent. */
export type ShownVerdict = {
  answers: number;
  decision: string;
  sentiment: Sentiment;
  line: number;
  /** Reason of the decision, or the evidence it still needs. */
  reason: string;
  figures: { name: string; has: number; low: number; high: number }[];
};

/**
 * Verdict of the product's own rule on the example's first 40 answers. It is here so that the first load does not carry
 * the rule; a test holds the two together.
 */
export const exampleStart: ShownVerdict = {
  answers: 40,
  decision: "Can't tell yet",
  sentiment: 'Mixed',
  line: 40,
  reason: 'About 53 more answers like these would settle it.',
  figures: [
    { name: 'Argued every week', has: 22, low: 39, high: 70 },
    { name: 'Paid for a fix before', has: 18, low: 30, high: 61 },
    { name: 'Tried a fix, left it', has: 20, low: 35, high: 65 },
  ],
};

export const exampleIdea = 'A shared calendar for two homes';
