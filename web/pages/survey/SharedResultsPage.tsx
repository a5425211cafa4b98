import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Link2Off } from 'lucide-react';
import { useParams } from 'react-router';
import { readSharedResults } from '#shared/contracts/results-links.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { SurveyResults } from '#web/features/analyses/SurveyResults.tsx';
import { ResultsFailed } from '#web/features/analyses/survey-results.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** Results that a survey's owner shares by a link, for anybody and read-only. */
export function SharedResultsPage() {
  const { token = '' } = useParams();
  useTitle('Survey results');
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <Results token={token} />
    </div>
  );
}

function Results({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-results', token],
    queryFn: () => call(readSharedResults, { params: { token } }),
  });
  if (data)
    return (
      <>
        {data.hiddenQuestions ? (
          <p className="mb-4 text-soft">
            {data.hiddenQuestions === 1 ? '1 question is' : `${data.hiddenQuestions} questions are`} hidden
            here. The verdict rests on all.
          </p>
        ) : null}
        <SurveyResults analysis={data} />
      </>
    );
  if (!error)
    return (
      <Loading label="Loading the results">
        <div className="grid gap-5">
          <Skeleton className="h-8 w-96 max-w-full" />
          <Skeleton className="h-56 w-full rounded-m" />
        </div>
      </Loading>
    );
  const code = error instanceof ApiError ? error.code : null;
  return (
    <>
      <h1 className="mb-5 text-title">Survey results</h1>
      {code === 'results_not_shared' ? (
        <EmptyState icon={Link2Off} title="This link has ended">
          {error.message}
        </EmptyState>
      ) : null}
      {code === 'analysis_not_found' ? (
        <EmptyState icon={ChartColumn} title="No answers yet">
          Open this link again later.
        </EmptyState>
      ) : null}
      {code === 'results_not_shared' || code === 'analysis_not_found' ? null : (
        <ResultsFailed error={error} onRetry={refetch} />
      )}
    </>
  );
}
