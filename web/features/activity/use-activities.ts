import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listAnalyses, type SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { showToast } from '#web/ui/toast.ts';

const refreshMs = 60_000;

/** The account's survey analyses, newest first; looked after while the page is open. */
export function useActivities(userId: string) {
  const query = useQuery({
    queryKey: ['activities', userId],
    queryFn: readActivities,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
  const { isLoadingError } = query;
  useEffect(() => {
    if (isLoadingError) showToast(message('activities_failed'));
  }, [isLoadingError]);
  return query;
}

async function readActivities(): Promise<SurveyAnalysis[]> {
  try {
    const analyses = await call(listAnalyses, {});
    return analyses.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  } catch (error) {
    // A server without any activity may answer like this (specification 7).
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
