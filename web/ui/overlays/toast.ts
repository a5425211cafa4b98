import { offline } from '#shared/messages/failures.ts';
import { hidePlainAlert } from './plain-alert.ts';
import type { ToastContent } from './ToastCard.tsx';

type Present = (content: ToastContent) => void;
type Toaster = { present: Present; dismiss: () => void };

let toaster: Toaster | null = null;
let latest: ToastContent | null = null;
let waiting: ToastContent | null = null;
let waitingCount = 0;
const listeners = new Set<() => void>();

/** Shows a toast in place of the one that is there: only one is ever visible (specification 4, Survey). */
export function showToast(given: ToastContent): void {
  const content = isCutOff(given) ? { ...given, text: `${given.text} You are offline.` } : given;
  latest = content;
  if (toaster) {
    toaster.present(content);
    return;
  }
  waiting = content;
  waitingCount++;
  for (const changed of listeners) changed();
}

/** True for a failure whose own text may have been written for other reasons than a missing network. */
function isCutOff({ tone, text }: ToastContent): boolean {
  return tone === 'error' && !navigator.onLine && text !== undefined && text !== offline.text;
}

/** Dismisses a visible error when its action is tried again. Other toasts stay. */
export function dismissError(): void {
  if (latest?.tone !== 'error') return;
  latest = null;
  waiting = null;
  hidePlainAlert();
  toaster?.dismiss();
}

/** Hands every toast to `to`, first the one that came before there was a place for it. Returns how to stop. */
export function connectToaster(to: Toaster): () => void {
  toaster = to;
  hidePlainAlert();
  if (waiting) to.present(waiting);
  waiting = null;
  return () => {
    toaster = null;
  };
}

/** How many toasts found no place: it is only fetched when there is something to show. */
export const toastRequests = {
  subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
  count: () => waitingCount,
  latest: () => waiting,
};
