/** Link to the outbox while no mail server is set up; empty without an outbox. */
export function OutboxHint({ href }: { href: string | undefined }) {
  if (!href) return null;
  return (
    <p className="mt-1">
      No mail server is set up here, so mail waits in the{' '}
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className="font-medium text-spark-ink underline underline-offset-2"
      >
        development outbox
      </a>
      .
    </p>
  );
}
