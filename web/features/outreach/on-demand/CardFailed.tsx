import { ErrorState } from '#web/ui/states/ErrorState.tsx';

/** The code of a card could not be fetched; everything around it goes on. */
export function CardFailed({ onRetry, className }: { onRetry: () => void; className?: string }) {
  return (
    <ErrorState title="This card could not be loaded." onRetry={onRetry} className={className ?? 'mt-4'}>
      What stands in it is safe on the server, and campaigns go on.
    </ErrorState>
  );
}
