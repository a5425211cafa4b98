import type { Sentiment } from '#shared/contracts/analyses.ts';

/** The example as it is shown: whole people, whole per cent. */
export type ShownVerdict = {
  answers: number;
  decision: string;
  sentiment: Sentiment;
  line: number;
  /** What the decision rests on, or what it would take. */
  reason: string;
  signals: { name: string; showed: number; low: number; high: number }[];
};

/**
 * What the product's own rule says of the example's first 20 answers. It stands here so that the first load does not
 * carry the rule; a test holds the two together.
 */
export const exampleStart: ShownVerdict = {
  answers: 20,
  decision: "Can't tell yet",
  sentiment: 'Mixed',
  line: 40,
  reason: 'About 21 more answers like these would settle it.',
  signals: [
    { name: 'Argued every week', showed: 12, low: 38, high: 79 },
    { name: 'Paid for a fix before', showed: 9, low: 25, high: 66 },
    { name: 'Tried a fix, left it', showed: 11, low: 34, high: 75 },
  ],
};

export const exampleIdea = 'A shared calendar for two homes';
