/** Tells this tab's watchers of a change; the browser tells those of other tabs. */
export function announceDraft(): void {
  dispatchEvent(new Event(changed));
}

/** Calls `listener` when any tab may have changed a draft. Returns how to stop. */
export function watchDrafts(listener: () => void): () => void {
  const events = [changed, 'storage'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

const changed = 'draftchange';
