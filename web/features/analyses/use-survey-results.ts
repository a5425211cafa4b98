import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnalysis, type SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

const pollMs = 2_000;
const pollForMs = 12_000;

/**
 * One survey's analysis, null when there is none. Answers that were just sent are counted by a task, so it
 * is asked for again during the first seconds; `isCounting` is true while nothing is there and that goes on.
 */
export function useSurveyResults(surveyId: string, enabled: boolean) {
  const [until] = useState(() => Date.now() + pollForMs);
  const query = useQuery({
    queryKey: ['analysis', surveyId],
    queryFn: () => readOrNothing(surveyId),
    enabled,
    refetchOnWindowFocus: 'always',
    refetchInterval: () => (Date.now() < until ? pollMs : false),
  });
  return { ...query, isCounting: query.data === null && query.dataUpdatedAt < until };
}

/** One survey's analysis in full, null when there is none; what was read before shows at once. */
export function useFullAnalysis(surveyId: string) {
  return useQuery({ queryKey: ['analysis', surveyId], queryFn: () => readOrNothing(surveyId) });
}

async function readOrNothing(surveyId: string): Promise<SurveyAnalysis | null> {
  try {
    return await call(readAnalysis, { query: { surveyId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
