import { message } from '#shared/messages/catalogue.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

type ResultsFailedProps = {
  /** Null when the results are simply not there. */
  error: Error | null;
  onRetry: () => unknown;
};

/** What stands where results should: why they can't be shown, and that nothing is lost. */
export function ResultsFailed({ error, onRetry }: ResultsFailedProps) {
  const { title, text } = error
    ? message('results_failed', { message: error.message })
    : message('analysis_not_found');
  return (
    <ErrorState title={`${title}: ${text}`} onRetry={() => void onRetry()}>
      The answers themselves are safe.
    </ErrorState>
  );
}
