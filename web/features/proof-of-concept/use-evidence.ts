import { type QueryClient, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { listAnalyses, readAnalysis } from '#shared/contracts/analyses.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { call } from '#web/api/call.ts';

const pageSize = 50;

/** The founder's surveys that have an analysis, newest first, page by page. */
export function useValidatedIdeas(userId: string, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['validated-ideas', userId],
    queryFn: ({ pageParam }) =>
      call(listAnalyses, {
        query: { limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => {
      const last = page.length < pageSize ? undefined : page.at(-1);
      return last ? `${last.created_at}~${last.surveyId}` : null;
    },
    enabled,
  });
  // An analysis moves up when it is made again, and can then stand on two pages.
  const ideas = query.data && new Map(query.data.pages.flat().map((idea) => [idea.surveyId, idea]));
  return { ...query, data: ideas && [...ideas.values()] };
}

/** Answers of one survey, as evidence. */
export function evidenceQuery(userId: string, surveyId: string) {
  return queryOptions({
    queryKey: ['answer-evidence', userId, surveyId],
    queryFn: async () => answerEvidence(await call(readAnalysis, { query: { surveyId } })),
  });
}

type Chosen = { userId: string; surveyId: string | null };

/** Evidence of a rewrite; null without a survey or without answers. */
export async function fetchEvidence(client: QueryClient, { userId, surveyId }: Chosen) {
  const evidence = surveyId === null ? null : await client.fetchQuery(evidenceQuery(userId, surveyId));
  return { evidence: evidence && evidence.submissionCount > 0 ? evidence : null };
}
