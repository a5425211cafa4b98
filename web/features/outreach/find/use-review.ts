import { useState } from 'react';
import * as z from 'zod/mini';
import { foundOpportunities } from '#shared/contracts/opportunities.ts';
import { draftKey } from '#web/drafts/draft-key.ts';
import type { FinishedSearch } from './use-search.ts';

export type Review = ReturnType<typeof useReview>;

/** The last result, the chosen conversations, and the visible step. Going back to the form keeps all of it. */
export function useReview(userId: string, trailId: string | undefined) {
  const [last, setLast] = useState(() => readFound(userId, trailId));
  const [isShown, setIsShown] = useState(false);
  const opportunities = last?.finished.found.opportunities ?? [];
  const leftOut = new Set(last?.leftOut);

  function keep(finished: FinishedSearch, unticked: string[]) {
    const next = { finished, leftOut: unticked };
    setLast(next);
    saveFound(userId, trailId, next);
  }

  return {
    finished: last?.finished ?? null,
    isShown,
    chosen: opportunities.filter(({ id }) => !leftOut.has(id)),
    isChosen: (id: string) => !leftOut.has(id),
    choose(ids: string[], isChosen: boolean) {
      if (!last) return;
      const others = last.leftOut.filter((id) => !ids.includes(id));
      keep(last.finished, isChosen ? others : [...others, ...ids]);
    },
    show(finished: FinishedSearch) {
      // Replies are not possible there, so a campaign takes it only on request.
      const toRead = finished.found.opportunities.filter(({ reply_way }) => reply_way === 'none');
      keep(
        finished,
        toRead.map(({ id }) => id),
      );
      setIsShown(true);
    },
    goBack: () => setIsShown(false),
    comeBack: () => setIsShown(true),
    clear() {
      setLast(null);
      dropFound(userId);
      setIsShown(false);
    },
  };
}

/** The last result and the conversations unticked in it. */
type SavedResult = { finished: FinishedSearch; leftOut: string[] };

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
const maxSavedLength = 2_000_000;
/** More of a post than the review shows. */
const postLength = 400;

/** The last result for this idea in this tab, or null. */
function readFound(userId: string, trailId: string | undefined): SavedResult | null {
  try {
    const read = kept.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')).data;
    return read && read.trailId === (trailId ?? null) ? read : null;
  } catch {
    // Unreadable or switched off: it is searched for again.
    return null;
  }
}

/** Keeps the last result for a reload of this tab, until its owner signs out. */
function saveFound(userId: string, trailId: string | undefined, { finished, leftOut }: SavedResult) {
  const { query, found } = finished;
  const opportunities = found.opportunities.map((opportunity) => ({
    ...opportunity,
    original_post: opportunity.original_post.slice(0, postLength),
  }));
  const short = { query, found: { ...found, opportunities } };
  const text = JSON.stringify({ trailId: trailId ?? null, finished: short, leftOut });
  dropFound(userId);
  try {
    if (text.length <= maxSavedLength) sessionStorage.setItem(keyOf(userId), text);
  } catch {
    // Switched off or full: it lasts as long as the page.
  }
}

function dropFound(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch {
    // Switched off: nothing was kept.
  }
}

function keyOf(userId: string): string {
  return draftKey(userId, 'found');
}
