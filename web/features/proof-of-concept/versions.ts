import type { Rewrite } from '#shared/contracts/build-prompts.ts';
import { formFor } from '#shared/rules/builder-form.ts';

export type Version = {
  rewrite: Rewrite;
  /** Counts the rewrites from the oldest that is kept. */
  number: number;
  /** It is the founder's edit of that rewrite. */
  isEdit: boolean;
  /** Its content, in no builder's form. */
  content: string;
};

/** Every text that is kept, oldest first. What shares a receipt is one rewrite and its edits. */
export function listVersions(rewrites: Rewrite[]): Version[] {
  const runs = [...new Set(rewrites.map(({ receipt }) => receipt.at))];
  const seen = new Set<string>();
  return rewrites.map((rewrite) => {
    const { at } = rewrite.receipt;
    const isEdit = seen.has(at);
    seen.add(at);
    return { rewrite, number: runs.indexOf(at) + 1, isEdit, content: contentOf(rewrite.text) };
  });
}

/** The rewrite that was made at `shown`, else the newest; and the one before it. */
export function findShown(versions: Version[], shown: string | null) {
  const runs = versions.filter(({ isEdit }) => !isEdit);
  const found = runs.findIndex(({ rewrite }) => rewrite.receipt.at === shown);
  const index = found === -1 ? runs.length - 1 : found;
  const run = runs[index];
  return run ? { ...run, before: runs[index - 1]?.rewrite ?? null } : null;
}

/** What a text says, whatever builder's form it has. */
export function contentOf(text: string): string {
  return formFor('plain', text).trim();
}
