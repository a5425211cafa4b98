import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { listAnalyses, readAnalysis } from '#shared/contracts/analyses.ts';
import { answerEvidence } from '#shared/rules/answer-evidence.ts';
import { call } from '#web/api/call.ts';

/** The founder's surveys that have an analysis, newest first. */
export function useValidatedIdeas(enabled: boolean) {
  return useQuery({
    queryKey: ['validated-ideas'],
    queryFn: () => call(listAnalyses, { query: { limit: 50 } }),
    networkMode: 'always',
    enabled,
  });
}

/** What the answers of one survey say. */
export function evidenceQuery(surveyId: string) {
  return queryOptions({
    queryKey: ['answer-evidence', surveyId],
    queryFn: async () => answerEvidence(await call(readAnalysis, { query: { surveyId } })),
    networkMode: 'always',
  });
}

/** What a rewrite rests on; null for a survey without answers, or none. */
export async function fetchEvidence(client: QueryClient, surveyId: string | null) {
  const evidence = surveyId === null ? null : await client.fetchQuery(evidenceQuery(surveyId));
  return { evidence: evidence && evidence.submissionCount > 0 ? evidence : null };
}
