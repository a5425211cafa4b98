import { useRef, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { ExpectedChange, OptimisticChange, OptimisticChanges } from './optimistic.ts';

/** Remembers changes made on this page: shown at once, and reverted when the server refuses them. */
export function useOptimistic(list: string) {
  const [all, setAll] = useState<OptimisticChanges>({});
  // Answers that come one after the other must build on each other before the page is drawn again.
  const latest = useRef(all);

  function put(id: string, optimistic: OptimisticChange | null) {
    const { [id]: _, ...rest } = latest.current;
    latest.current = optimistic ? { ...rest, [id]: optimistic } : rest;
    setAll(latest.current);
  }

  return {
    all,
    expect(conversation: Conversation, expected: ExpectedChange) {
      const { known = conversation } = latest.current[conversation.id] ?? {};
      // The list may be newer than an earlier change here; its status may itself be optimistic.
      const base = known.updatedAt < conversation.updatedAt ? conversation : known;
      put(conversation.id, { known: base, expected, list, byOwner: true });
    },
    answer(conversation: Conversation, expected: ExpectedChange | null = null) {
      const before = latest.current[conversation.id];
      const rest = before?.expected === expected ? null : (before?.expected ?? null);
      // News of a later state can overtake the answer.
      const known = before && before.known.updatedAt > conversation.updatedAt ? before.known : conversation;
      put(conversation.id, { known, expected: rest, list: before?.list ?? list, byOwner: true });
    },
    /** Reverts an expected change; the known state stays. */
    revert(id: string, expected: ExpectedChange) {
      const before = latest.current[id];
      if (before?.expected === expected) put(id, { ...before, expected: null });
    },
    /** Somebody else has changed it: only the server knows. */
    discard: (id: string) => put(id, null),
    /** The server's state, as far as this page knows. */
    known: (id: string): Conversation | undefined => latest.current[id]?.known,
    /** News of conversations that are on their way. */
    follow(news: Conversation[]) {
      for (const conversation of news) {
        const before = latest.current[conversation.id];
        if (before && before.known.updatedAt >= conversation.updatedAt) continue;
        put(conversation.id, {
          known: conversation,
          expected: before?.expected ?? null,
          list: before?.list ?? list,
          byOwner: before?.byOwner ?? false,
        });
      }
    },
  };
}

export type OptimisticConversations = ReturnType<typeof useOptimistic>;
