import { ChartColumn, LogIn } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router';
import { message } from '#shared/messages/catalogue.ts';
import { ResultsFailed } from '#web/features/analyses/ResultsFailed.tsx';
import { SurveyResults } from '#web/features/analyses/SurveyResults.tsx';
import { useSurveyResults } from '#web/features/analyses/use-survey-results.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useTitle } from '#web/ui/use-title.ts';

export function SurveyResultsPage() {
  const { slug = '' } = useParams();
  const { status, openSignIn } = useSession();
  useTitle('Survey results');
  useEffect(() => {
    if (status === 'signed-out') showToast(message('page_needs_login'));
  }, [status]);
  return (
    <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6">
      {status === 'loading' ? <ResultsSkeleton /> : null}
      {status === 'signed-in' ? <Results key={slug} surveyId={slug} /> : null}
      {status === 'signed-out' ? (
        <Notice title="Survey results">
          <EmptyState
            icon={LogIn}
            title={message('page_needs_login').text}
            action={<Button onClick={() => openSignIn('sign-in')}>Sign In</Button>}
          >
            The results appear here as soon as you are.
          </EmptyState>
        </Notice>
      ) : null}
    </div>
  );
}

function Results({ surveyId }: { surveyId: string }) {
  const { data, error, isCounting, isFetching, refetch } = useSurveyResults(surveyId, true);
  useProblemToast(data ? null : (error?.message ?? null), data === null && !error && !isCounting);
  if (data) return <SurveyResults analysis={data} />;
  if (error)
    return (
      <Notice title="Survey results">
        <ResultsFailed error={error} onRetry={refetch} />
      </Notice>
    );
  if (data === undefined) return <ResultsSkeleton />;
  if (isCounting)
    return (
      <Notice title="Survey results">
        <p role="status" className="flex items-center gap-2.5 text-soft">
          <Spinner /> Counting the answers…
        </p>
      </Notice>
    );
  return (
    <Notice title="Survey results">
      <EmptyState
        icon={ChartColumn}
        title={message('analysis_not_found').text}
        action={
          <Button busy={isFetching} onClick={() => refetch()}>
            Look again
          </Button>
        }
      >
        Either nobody has answered this survey yet, or there is no survey at this address.
      </EmptyState>
    </Notice>
  );
}

/** Says once what the page shows as well (specification 8: errors appear as toasts). */
function useProblemToast(failure: string | null, isMissing: boolean) {
  useEffect(() => {
    if (failure !== null) showToast(message('results_failed', { message: failure }));
    else if (isMissing) showToast(message('analysis_not_found'));
  }, [failure, isMissing]);
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="mb-5 text-title">{title}</h1>
      {children}
    </>
  );
}

function ResultsSkeleton() {
  return (
    <Loading label="Loading the results">
      <div className="grid gap-5">
        <Skeleton className="h-8 w-96 max-w-full" />
        <Skeleton className="h-56 w-full rounded-m" />
        <Skeleton className="h-72 w-full rounded-m" />
      </div>
    </Loading>
  );
}
