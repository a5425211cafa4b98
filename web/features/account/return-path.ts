/**
 * Where `?next=` sends the window after signing in: a survey page of this very site, else null.
 * Anything else could lead a visitor to a stranger's page that looks like ours.
 */
export function readReturnPath(next: string | null, origin = window.location.origin): string | null {
  if (!next || !URL.canParse(next, origin)) return null;
  const url = new URL(next, origin);
  if (url.origin !== origin || !url.pathname.startsWith('/survey/')) return null;
  return url.pathname + url.search + url.hash;
}
