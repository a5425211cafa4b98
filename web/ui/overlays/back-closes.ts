import { useEffect, useEffectEvent } from 'react';

/** A dialog or page that follows a closed one opens within this time, and the entry is theirs. */
const followMs = 100;

/** Open dialogs, the newest last. Each has an entry of its own in the browser's history. */
const open: { close: () => void }[] = [];

/** Closes the newest dialog when its reader goes back: on a phone that is how a sheet is closed. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    if (open.length === 0) addEventListener('popstate', closeLeft);
    const dialog = { close: () => close() };
    open.push(dialog);
    matchEntries();
    return () => {
      open.splice(open.indexOf(dialog), 1);
      if (open.length === 0) removeEventListener('popstate', closeLeft);
      setTimeout(matchEntries, followMs);
    };
  }, [isOpen]);
}

/** Goes to another page from an entry that is no dialog's: going back during the move would cancel it. */
export function leaveFor(address: string): void {
  const leave = () => location.replace(address);
  if (entries() === 0) leave();
  else {
    addEventListener('popstate', leave, { once: true });
    history.go(-entries());
  }
}

function closeLeft(): void {
  for (const dialog of open.slice(entries()).reverse()) dialog.close();
  // One that stays open gets its entry back.
  setTimeout(matchEntries, followMs);
}

function matchEntries(): void {
  const surplus = entries() - open.length;
  if (surplus > 0) history.go(-surplus);
  for (let dialogs = entries() + 1; dialogs <= open.length; dialogs += 1)
    // The router's own state stays with the page.
    history.pushState({ ...history.state, dialogs }, '');
}

/** Entries that dialogs have before the present one, itself included. */
function entries(): number {
  return history.state?.dialogs ?? 0;
}
