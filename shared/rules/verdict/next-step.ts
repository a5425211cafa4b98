import type { AfterVerdict, VerdictBasis } from '#shared/contracts/surveys/analyses.ts';

/** The one rule for what comes after a verdict. Analyses without a stored basis ask for more answers. */
export function afterVerdict(
  decision: string,
  basis: Pick<VerdictBasis, 'reason' | 'moreAnswers'> | null,
): AfterVerdict {
  if (decision === 'Go') return 'build-prompt';
  if (decision === 'No-Go') return 'change-idea';
  if (basis?.reason === 'no-marks' || basis?.reason === 'mostly-uncounted') return 'mark-options';
  const isStuck =
    basis?.reason === 'contradictory' || (basis?.reason === 'open' && basis.moreAnswers === null);
  return isStuck ? 'narrow-group' : 'share-more';
}

/** The button of the one thing to do next. */
export const afterVerdictButtons: Record<AfterVerdict, string> = {
  'build-prompt': 'Write the build prompt',
  'change-idea': 'Change the idea',
  'share-more': 'Share survey',
  'narrow-group': 'Ask a narrower group',
  'mark-options': 'Mark what counts',
};

/** One line below that button. */
export const afterVerdictNotes: Record<AfterVerdict, string> = {
  'build-prompt': 'Each line can name the answers behind it.',
  'change-idea': 'Read what people said first.',
  'share-more': 'Each answer narrows the range.',
  'narrow-group': 'Ask those who have it most.',
  'mark-options': 'Say which answers have the problem.',
};
