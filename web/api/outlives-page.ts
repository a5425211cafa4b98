/** True when a call with this body may go on when the page is left: browsers refuse more than 64 KB of them at once. */
export function outlivesPage(body: object): boolean {
  return new Blob([JSON.stringify(body)]).size <= limit;
}

/** Bytes. */
const limit = 60_000;
