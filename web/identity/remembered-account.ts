import { readItem, writeItem } from './storage.ts';

const key = 'signedInAccount';
const changeKey = 'accountChanged';

/** Notes who is signed in, so that other tabs learn of it and the next visit can guess right. */
export function rememberAccount(id: string | null): void {
  writeItem(key, id);
}

/** True when an account was signed in here when this browser last checked. Only a guess, never a right. */
export function isAccountRemembered(): boolean {
  return readRememberedAccount() !== null;
}

/** Id of that account. */
export function readRememberedAccount(): string | null {
  return readItem(key);
}

/** Has the other tabs ask again who is here: what the provider says of the person is another now. */
export function announceChange(): void {
  writeItem(changeKey, new Date().toISOString());
}

/** Calls `changed` when another tab signs in, out or as someone else. Returns how to stop. */
export function watchOtherTabs(changed: () => void): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key === key || event.key === changeKey || event.key === null) changed();
  }
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

const leftKey = 'sessionToEnd';

/** Notes a sign-out while our server could not be reached. */
export function setSessionPending(isLeft: boolean): void {
  writeItem(leftKey, isLeft ? 'yes' : null);
}

/** True when a session is still to be ended after a sign-out. */
export function isSessionPending(): boolean {
  return readItem(leftKey) !== null;
}
