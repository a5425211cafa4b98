import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnalysis, type SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

const pollMs = 3_000;

/** One survey's analysis, null when there is none; new answers appear while it is on screen. */
export function useSurveyResults(surveyId: string) {
  const results = useQuery({
    queryKey: ['analysis', surveyId],
    queryFn: () => readOrNothing(surveyId),
    // A refusal stays one, such as that of results for their owner alone.
    refetchInterval: ({ state }) =>
      state.error instanceof ApiError && state.error.status === 403 ? false : pollMs,
    refetchOnWindowFocus: 'always',
  });
  // Each further try begins without the error of the last: it stays in sight until there is an answer.
  const [failure, setFailure] = useState<Error | null>(null);
  if (results.error && results.error !== failure) setFailure(results.error);
  const error = results.data === undefined ? failure : results.error;
  return { ...results, error, isPending: results.isPending && !error };
}

async function readOrNothing(surveyId: string): Promise<SurveyAnalysis | null> {
  try {
    return await call(readAnalysis, { query: { surveyId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

type ResultsFailedProps = {
  /** Null when the results are simply not there. */
  error: Error | null;
  onRetry: () => unknown;
};

/** In place of results: why they can't be shown, and that nothing is lost. */
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
