/** Stays beside the form after the toast is gone; no alert, because the toast has been read out already. */
export function NotSent({ reason }: { reason: string }) {
  return (
    <p className="rounded-s bg-bad-wash px-3.5 py-3 text-soft">
      <strong className="text-bad">Not sent.</strong> {reason}
    </p>
  );
}
