/** Says that what is on the screen could not be read again; it tries again by itself. */
export function StaleNote({ isStale }: { isStale: boolean }) {
  return (
    <div
      role="status"
      className={isStale ? 'mt-3 rounded-s bg-muted px-3.5 py-2.5 text-meta text-soft' : undefined}
    >
      {isStale
        ? 'This could not be read anew just now. What you see may be a little old; we keep trying.'
        : null}
    </div>
  );
}
