import type { ToastContent } from './ToastCard.tsx';

type Present = (content: ToastContent) => void;

let present: Present | null = null;
let waiting: ToastContent | null = null;
let wishes = 0;
const listeners = new Set<() => void>();

/** Shows a toast in place of the one that is there: only one is ever visible (specification 4, Survey). */
export function showToast(content: ToastContent): void {
  if (present) {
    present(content);
    return;
  }
  waiting = content;
  wishes++;
  for (const changed of listeners) changed();
}

/** Hands every toast to `to`, first the one that came before there was a place for it. Returns how to stop. */
export function connectToaster(to: Present): () => void {
  present = to;
  if (waiting) to(waiting);
  waiting = null;
  return () => {
    present = null;
  };
}

/** How many toasts found no place: it is only fetched when there is something to show. */
export const toastWishes = {
  subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
  count: () => wishes,
};
