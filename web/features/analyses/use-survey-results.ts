import { useQuery } from '@tanstack/react-query';
import { readAnalysis, type SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

const pollMs = 3_000;

/** One survey's analysis, null when there is none; new answers appear while it is on screen. */
export function useSurveyResults(surveyId: string) {
  return useQuery({
    queryKey: ['analysis', surveyId],
    queryFn: () => readOrNothing(surveyId),
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  });
}

async function readOrNothing(surveyId: string): Promise<SurveyAnalysis | null> {
  try {
    return await call(readAnalysis, { query: { surveyId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
