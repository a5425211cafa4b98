import { useRef, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { AllTouched, Touched, Wish } from './touched.ts';

/** Remembers what was changed on this page: what is wished is shown at once, and goes when the server refuses it. */
export function useTouched(list: string) {
  const [all, setAll] = useState<AllTouched>({});
  // Answers that come one after the other must build on each other before the page is drawn anew.
  const latest = useRef(all);

  function put(id: string, touched: Touched | null) {
    const { [id]: _, ...rest } = latest.current;
    latest.current = touched ? { ...rest, [id]: touched } : rest;
    setAll(latest.current);
  }

  return {
    all,
    wish(conversation: Conversation, wish: Wish) {
      const { known = conversation } = latest.current[conversation.id] ?? {};
      // What the list holds may be newer than what was changed here earlier; its status may itself be a wish.
      const base = known.updatedAt < conversation.updatedAt ? conversation : known;
      put(conversation.id, { known: base, wish, list, byOwner: true });
    },
    answer(conversation: Conversation, wish: Wish | null = null) {
      const before = latest.current[conversation.id];
      const rest = before?.wish === wish ? null : (before?.wish ?? null);
      // News of a later state can overtake the answer.
      const known = before && before.known.updatedAt > conversation.updatedAt ? before.known : conversation;
      put(conversation.id, { known, wish: rest, list: before?.list ?? list, byOwner: true });
    },
    /** Takes a wish back; what was known stays. */
    dropWish(id: string, wish: Wish) {
      const before = latest.current[id];
      if (before?.wish === wish) put(id, { ...before, wish: null });
    },
    /** Somebody else has changed it: only the server knows. */
    forget: (id: string) => put(id, null),
    /** What the server holds by now, as far as this page knows. */
    known: (id: string): Conversation | undefined => latest.current[id]?.known,
    /** News of conversations that are on their way. */
    follow(news: Conversation[]) {
      for (const conversation of news) {
        const before = latest.current[conversation.id];
        if (before && before.known.updatedAt >= conversation.updatedAt) continue;
        put(conversation.id, {
          known: conversation,
          wish: before?.wish ?? null,
          list: before?.list ?? list,
          byOwner: before?.byOwner ?? false,
        });
      }
    },
  };
}

export type TouchedHere = ReturnType<typeof useTouched>;
