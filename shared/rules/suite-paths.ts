/** The page of one idea's trail. */
export function trailPath(trailId: string): string {
  return `/startup-spark-suite/ideas/${encodeURIComponent(trailId)}`;
}

/** The agents' list of support requests. */
export const inboxPath = '/startup-spark-suite/inbox';

/** The page of one support request: its thread. */
export function requestPath(requestId: string): string {
  return `/startup-spark-suite/requests/${encodeURIComponent(requestId)}`;
}
