const places = [/^\/survey\/./, /^\/startup-spark-suite\/./i];

/**
 * Path from `?next=` to open after signing in: a survey page or a page for signed-in people of this site, else null.
 * Anything else could lead a visitor to a stranger's page that looks like ours.
 */
export function readReturnPath(next: string | null, origin = window.location.origin): string | null {
  if (!next || !URL.canParse(next, origin)) return null;
  const url = new URL(next, origin);
  if (url.origin !== origin || !places.some((place) => place.test(url.pathname))) return null;
  return url.pathname + url.search + url.hash;
}
