import { maxSavedRewrites, type Rewrite } from '#shared/contracts/build-prompts.ts';

/**
 * The rewrites of a prompt that are kept when there are more than `maxSavedRewrites`, in their order. Oldest first there
 * go rewrites that the founder has not edited, then those whose edits are there as well, and only then edits. The
 * newest text always stays.
 */
export function savedRewrites<T extends Rewrite>(rewrites: T[]): T[] {
  const excess = Math.max(0, rewrites.length - maxSavedRewrites);
  const leaving = new Set(
    rewrites
      .slice(0, -1)
      .sort((a, b) => worth(a, rewrites) - worth(b, rewrites))
      .slice(0, excess),
  );
  return rewrites.filter((rewrite) => !leaving.has(rewrite));
}

function worth({ isEdit, receipt }: Rewrite, rewrites: Rewrite[]): number {
  if (isEdit) return 2;
  return rewrites.some((other) => other.isEdit && other.receipt.at === receipt.at) ? 1 : 0;
}
