/** The page of one idea's trail. */
export function trailPath(trailId: string): string {
  return `/startup-spark-suite/ideas/${encodeURIComponent(trailId)}`;
}
