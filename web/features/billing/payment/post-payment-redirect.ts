const key = 'postPaymentRedirect';

/** Notes where somebody was going when a plan was missing, for the way back from the checkout. */
export function savePostPaymentRedirect(path: string): void {
  try {
    sessionStorage.setItem(key, path);
  } catch {
    // Storage is switched off: the way back ends at the dashboard.
  }
}

/** The noted path, if it is one of this site. */
export function readPostPaymentRedirect(): string | null {
  try {
    const path = sessionStorage.getItem(key);
    return path && isOwnPath(path) ? path : null;
  } catch {
    return null;
  }
}

export function clearPostPaymentRedirect(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage holds no path.
  }
}

function isOwnPath(path: string): boolean {
  const { origin } = window.location;
  return path.startsWith('/') && URL.canParse(path, origin) && new URL(path, origin).origin === origin;
}
