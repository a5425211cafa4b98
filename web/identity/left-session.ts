const key = 'sessionToEnd';

/** Notes that somebody left while our server could not be reached. */
export function noteSessionLeft(isLeft: boolean): void {
  try {
    if (isLeft) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // Storage is switched off: it is tried again only while the page is open.
  }
}

/** True when a session of somebody who left is still to be ended. */
export function isSessionLeft(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
