/** The page of one support request: its thread. */
export function requestPath(requestId: string): string {
  return `/startup-spark-suite/requests/${encodeURIComponent(requestId)}`;
}
