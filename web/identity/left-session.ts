import { readItem, writeItem } from './storage.ts';

const key = 'sessionToEnd';

/** Notes that somebody left while our server could not be reached. */
export function noteSessionLeft(isLeft: boolean): void {
  writeItem(key, isLeft ? 'yes' : null);
}

/** True when a session of somebody who left is still to be ended. */
export function isSessionLeft(): boolean {
  return readItem(key) !== null;
}
