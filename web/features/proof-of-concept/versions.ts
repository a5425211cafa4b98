import type { Rewrite } from '#shared/contracts/build-prompts.ts';
import { formFor } from '#shared/rules/build-prompts/builder-form.ts';

export type Version = {
  rewrite: Rewrite;
  /** Counts the rewrites from the oldest that is kept. */
  number: number;
  /** It is the founder's edit of that rewrite. */
  isEdit: boolean;
  /** Its content, in no builder's form. */
  content: string;
};

/** Every text that is kept, oldest first. What shares a receipt is one rewrite and its edits, which can outlive it. */
export function listVersions(rewrites: Rewrite[]): Version[] {
  const runs = [...new Set(rewrites.map(({ receipt }) => receipt.at))];
  return rewrites.map((rewrite) => {
    const { receipt, isEdit = false } = rewrite;
    return { rewrite, number: runs.indexOf(receipt.at) + 1, isEdit, content: contentOfRewrite(rewrite) };
  });
}

/** The rewrite that was made at `shown`, else the newest; and the one before it. */
export function findShown(versions: Version[], shown: string | null) {
  const numbers = versions.map(({ number }) => number);
  const runs = versions.filter(({ number }, index) => numbers.indexOf(number) === index);
  const found = runs.findIndex(({ rewrite }) => rewrite.receipt.at === shown);
  const index = found === -1 ? runs.length - 1 : found;
  const run = runs[index];
  return run ? { ...run, before: runs[index - 1]?.rewrite ?? null } : null;
}

// All of them are looked at with every letter that is typed.
const contents = new WeakMap<Rewrite, string>();

function contentOfRewrite(rewrite: Rewrite): string {
  const content = contents.get(rewrite) ?? contentOf(rewrite.text);
  contents.set(rewrite, content);
  return content;
}

/** Content of a text, whatever builder's form it has. */
export function contentOf(text: string): string {
  return formFor('plain', text).trim();
}
