type NotSentProps = {
  reason: string;
  /** The action that did not happen. */
  what?: string;
};

/** Stays beside the form after the toast is gone; no alert, because the toast has been read out already. */
export function NotSent({ reason, what = 'Not sent.' }: NotSentProps) {
  return (
    <p className="rounded-s bg-bad-wash px-3.5 py-3 text-soft wrap-anywhere">
      <strong className="text-bad">{what}</strong> {reason}
    </p>
  );
}
