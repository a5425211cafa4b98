type RefusedProps = { what: string; reason: string };

/** Stays beside a form after the toast is gone; no alert, because the toast has been read out already. */
export function Refused({ what, reason }: RefusedProps) {
  return (
    <p className="rounded-s bg-bad-wash px-3.5 py-3 wrap-anywhere text-soft">
      <strong className="text-bad">{what}</strong> {reason}
    </p>
  );
}
