import { useState } from 'react';
import { dropFound, keepFound, readFound } from './found-store.ts';
import type { FinishedSearch } from './use-search.ts';

export type Review = ReturnType<typeof useReview>;

/** What was found last, which of it is chosen, and whether it is in sight. Going back to the form keeps all of it. */
export function useReview(userId: string, trailId: string | undefined) {
  const [last, setLast] = useState(() => readFound(userId, trailId));
  const [isShown, setIsShown] = useState(false);
  const opportunities = last?.finished.found.opportunities ?? [];
  const leftOut = new Set(last?.leftOut);

  function keep(finished: FinishedSearch, unticked: string[]) {
    const next = { finished, leftOut: unticked };
    setLast(next);
    keepFound(userId, trailId, next);
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
      // Nothing can be replied there, so a campaign takes it only when it is asked to.
      const toRead = finished.found.opportunities.filter(({ reply_way }) => reply_way === 'none');
      keep(
        finished,
        toRead.map(({ id }) => id),
      );
      setIsShown(true);
    },
    goBack: () => setIsShown(false),
    comeBack: () => setIsShown(true),
    forget() {
      setLast(null);
      dropFound(userId);
      setIsShown(false);
    },
  };
}
