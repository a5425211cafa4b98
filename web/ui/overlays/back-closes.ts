import { useEffect, useEffectEvent } from 'react';

/** Open dialogs, the newest last. */
const open: { close: () => void }[] = [];

/**
 * The entry of the browser's history that was seen last. A dialog has an entry of its own, over that of its page. One
 * that is closed by hand leaves it behind for the next dialog: going back by itself would cancel a move to another page.
 */
let seen = entry();

/** Closes the newest dialog when its reader goes back: on a phone that is how a sheet is closed. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const dialog = { close: () => close() };
    open.push(dialog);
    addEntries();
    // Once only, however often it is added; it has to outlive its dialog.
    addEventListener('popstate', followBack);
    return () => void open.splice(open.indexOf(dialog), 1);
  }, [isOpen]);
}

function followBack(): void {
  const { page, dialogs } = seen;
  seen = entry();
  if (seen.page !== page || seen.dialogs >= dialogs) return;
  // The entry of a closed dialog shows nothing: go on to the one that was meant.
  if (dialogs > open.length) history.go(open.length - 1 - seen.dialogs);
  else for (const dialog of open.slice(seen.dialogs).reverse()) dialog.close();
  // One that stays open gets its entry back.
  setTimeout(addEntries);
}

function addEntries(): void {
  for (let dialogs = entry().dialogs + 1; dialogs <= open.length; dialogs += 1)
    // The router's own state stays with the page.
    history.pushState({ ...history.state, dialogs }, '');
  seen = entry();
}

/** The router's key of the page, and how many dialogs have an entry over it. */
function entry(): { page: string; dialogs: number } {
  const state = typeof history === 'undefined' ? null : history.state;
  return { page: state?.key ?? '', dialogs: state?.dialogs ?? 0 };
}
