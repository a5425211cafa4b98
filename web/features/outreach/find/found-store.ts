import * as z from 'zod/mini';
import { foundOpportunities } from '#shared/contracts/opportunities.ts';
import { draftKey } from '#web/identity/drafts.ts';
import type { FinishedSearch } from './use-search.ts';

/** What was found last and what of it was unticked. */
export type KeptFound = { finished: FinishedSearch; leftOut: string[] };

const kept = z.object({
  trailId: z.nullable(z.string()),
  leftOut: z.array(z.string()),
  finished: z.object({
    query: z.object({
      product: z.object({ name: z.string(), url: z.string(), description: z.string() }),
      forums: z.array(z.string()),
    }),
    found: foundOpportunities,
  }),
});

/** Most characters that are kept: a tab has room for some millions of them, and this is not alone there. */
const mostKept = 2_000_000;
/** More of a post than the review shows. */
const postLength = 400;

/** What was found last for this idea in this tab, or null. */
export function readFound(userId: string, trailId: string | undefined): KeptFound | null {
  try {
    const read = kept.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')).data;
    return read && read.trailId === (trailId ?? null) ? read : null;
  } catch {
    // Unreadable or switched off: it is searched for again.
    return null;
  }
}

/** Keeps the last result for a reload of this tab, until its owner signs out. */
export function keepFound(userId: string, trailId: string | undefined, { finished, leftOut }: KeptFound) {
  const { query, found } = finished;
  const opportunities = found.opportunities.map((opportunity) => ({
    ...opportunity,
    original_post: opportunity.original_post.slice(0, postLength),
  }));
  const short = { query, found: { ...found, opportunities } };
  const text = JSON.stringify({ trailId: trailId ?? null, finished: short, leftOut });
  dropFound(userId);
  try {
    if (text.length <= mostKept) sessionStorage.setItem(keyOf(userId), text);
  } catch {
    // Switched off or full: it lasts as long as the page.
  }
}

export function dropFound(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch {
    // Switched off: nothing was kept.
  }
}

function keyOf(userId: string): string {
  return draftKey(userId, 'found');
}
