/** A passage of two texts: in both, only in the second, or only in the first. */
export type Passage = { text: string; kind: 'same' | 'added' | 'removed' };

// For each of the two tries: texts that have little in common cost the square of their length.
const patienceMs = 150;

/**
 * Compares two texts by their words, or by their lines where few words are the same: word by word those could not be
 * read. Null when it would take too long.
 */
export async function compareTexts(before: string, after: string): Promise<Passage[] | null> {
  const { diffLines, diffWordsWithSpace } = await import('diff');
  const options = { timeout: patienceMs };
  const byWords = passagesOf(diffWordsWithSpace(before, after, options));
  if (byWords && lengthOf(byWords, 'same') * 3 >= Math.max(before.length, after.length)) return byWords;
  return passagesOf(diffLines(before, after, options)) ?? byWords;
}

/** Less than a fifth of the shorter text is in both: marks would strike all of one out and underline all of the other. */
export function sharesLittle(passages: Passage[]): boolean {
  const [removed, added] = [lengthOf(passages, 'removed'), lengthOf(passages, 'added')];
  const shared = lengthOf(passages, 'same');
  return shared * 5 < shared + Math.min(removed, added);
}

type Change = { value: string; added: boolean; removed: boolean };

function passagesOf(changes: Change[] | undefined): Passage[] | null {
  if (!changes) return null;
  return changes.map(({ value, added, removed }) => {
    return { text: value, kind: added ? 'added' : removed ? 'removed' : 'same' };
  });
}

function lengthOf(passages: Passage[], wanted: Passage['kind']): number {
  return passages.reduce((sum, { text, kind }) => sum + (kind === wanted ? text.length : 0), 0);
}
