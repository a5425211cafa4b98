import type { ToastContent } from './ToastCard.tsx';

type Present = (content: ToastContent) => void;
type Place = { present: Present; dismiss: () => void };

let place: Place | null = null;
let latest: ToastContent | null = null;
let waiting: ToastContent | null = null;
let wishes = 0;
const listeners = new Set<() => void>();

/** Shows a toast in place of the one that is there: only one is ever visible (specification 4, Survey). */
export function showToast(content: ToastContent): void {
  latest = content;
  if (place) {
    place.present(content);
    return;
  }
  waiting = content;
  wishes++;
  for (const changed of listeners) changed();
}

/** Takes away an error that is in sight: what it told of is being tried again. Other toasts stay. */
export function dismissError(): void {
  if (latest?.tone !== 'error') return;
  latest = null;
  waiting = null;
  place?.dismiss();
}

/** Hands every toast to `to`, first the one that came before there was a place for it. Returns how to stop. */
export function connectToaster(to: Place): () => void {
  place = to;
  if (waiting) to.present(waiting);
  waiting = null;
  return () => {
    place = null;
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
