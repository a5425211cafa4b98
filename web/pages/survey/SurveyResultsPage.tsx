import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Link2Off, Lock, LogIn } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { readSharedResults } from '#shared/contracts/surveys/results-links.ts';
import type { Survey } from '#shared/contracts/surveys/surveys.ts';
import { message } from '#shared/messages/catalogue.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { answersPath, surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { afterVerdict, afterVerdictButtons, afterVerdictNotes } from '#shared/rules/verdict/next-step.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { surveyQuery } from '#web/api/survey-query.ts';
import { AllAnswersRow } from '#web/features/analyses/answers/AllAnswersRow.tsx';
import { DownloadAnswers } from '#web/features/analyses/answers/DownloadAnswers.tsx';
import { ShareResults } from '#web/features/analyses/ShareResults.tsx';
import { SurveyResults } from '#web/features/analyses/SurveyResults.tsx';
import { OwnAnswers } from '#web/features/analyses/submissions/AnswerLink.tsx';
import { ResultsFailed, useSurveyResults } from '#web/features/analyses/survey-results.tsx';
import { useSeen } from '#web/features/analyses/use-seen.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useTitle } from '#web/ui/use-title.ts';

const ShareSurvey = dialogOnDemand(() => import('#web/pages/ShareSurvey.tsx').then((m) => m.ShareSurvey));

/** The results by the survey's address, or by a link that its owner shared: one file to load for both. */
export function SurveyResultsPage() {
  const { token } = useParams();
  useTitle('Survey results');
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      {token === undefined ? <OwnAddress /> : <SharedResults token={token} />}
    </div>
  );
}

function OwnAddress() {
  const { slug = '' } = useParams();
  const { status, openSignIn } = useSession();
  useEffect(() => {
    if (status === 'signed-out') showToast(message('page_needs_login'));
  }, [status]);
  return (
    <>
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
    </>
  );
}

function Results({ surveyId }: { surveyId: string }) {
  const { data, error, isFetching, refetch } = useSurveyResults(surveyId);
  useSeen(data);
  const isEmpty = data === null || data?.submissionCount === 0;
  const survey = useQuery({ ...surveyQuery(surveyId), enabled: isEmpty, retry: false });
  const isMissing = data === null && survey.isError;
  useProblemToast(data ? null : (error?.message ?? null), isMissing);
  if (isEmpty && survey.data) return <NoAnswers survey={survey.data} setApart={data?.basis?.setApart ?? 0} />;
  if (data)
    return data.trailId ? (
      <OwnAnswers value={surveyId}>
        <SurveyResults
          analysis={data}
          actions={
            <div className="flex flex-wrap gap-2">
              <DownloadAnswers surveyId={surveyId} questions={data.questionOrder} variant="quiet" />
              <ShareResults analysis={data} />
            </div>
          }
          next={<Next analysis={data} />}
          submissions={<AllAnswersRow surveyId={surveyId} />}
        />
      </OwnAnswers>
    ) : (
      <SurveyResults analysis={data} />
    );
  if (error instanceof ApiError && error.code === 'results_owner_only')
    return (
      <Notice title="Survey results">
        <EmptyState icon={Lock} title="Not shared">
          {error.message}
        </EmptyState>
      </Notice>
    );
  if (error)
    return (
      <Notice title="Survey results">
        <ResultsFailed error={error} onRetry={refetch} />
      </Notice>
    );
  if (!isMissing) return <ResultsSkeleton />;
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
        Check the address, or ask for the link again.
      </EmptyState>
    </Notice>
  );
}

/** The idea's trail opens what the button says. */
function Next({ analysis: { surveyId, analysis, basis, trailId } }: { analysis: SurveyAnalysis }) {
  if (!trailId) return null;
  const next = afterVerdict(analysis.goNoGoDecision, basis);
  return (
    <section className="grid gap-2 max-sm:w-full">
      <h2 className="text-meta font-medium text-soft">What to do next</h2>
      <Link
        to={`${trailPath(trailId)}?${new URLSearchParams({ do: next, survey: surveyId })}`}
        className={buttonClass({ variant: 'primary', size: 'l' }, 'max-sm:w-full')}
      >
        {afterVerdictButtons[next]}
      </Link>
      <p className="max-w-[34ch] text-meta text-faint">{afterVerdictNotes[next]}</p>
    </section>
  );
}

type NoAnswersProps = { survey: Survey; setApart: number };

function NoAnswers({ survey, setApart }: NoAnswersProps) {
  const { surveyId, idea, isOwner, rule } = survey;
  const [isSharing, setIsSharing] = useState(false);
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-[1_1_20rem] font-medium wrap-anywhere" dir="auto">
          {idea}
        </p>
        <a href={surveyPath(surveyId)} target="_blank" rel="noopener" className={buttonClass()}>
          Open survey<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="grid gap-3">
          <h1 className="text-6xl leading-none font-semibold tracking-[-0.045em] sm:text-8xl">
            {setApart > 0 ? 'No counted answers yet' : 'No answers yet'}
          </h1>
          <p className="text-xl">
            {setApart > 0 ? <span>{`${apartText(setApart)} `}</span> : null}
            <span>
              {rule
                ? `The first ${rule.minimumAnswers} answers bring a verdict.`
                : 'Answers appear here by themselves.'}
            </span>
          </p>
          {isOwner && setApart > 0 ? (
            <Link to={answersPath(surveyId)} className={buttonClass(undefined, 'justify-self-start')}>
              Look at them
            </Link>
          ) : null}
        </div>
        {isOwner ? (
          <Button variant="primary" size="l" className="max-sm:w-full" onClick={() => setIsSharing(true)}>
            Share survey
          </Button>
        ) : null}
      </div>
      {isSharing ? <ShareSurvey surveyId={surveyId} onClose={() => setIsSharing(false)} /> : null}
    </div>
  );
}

function apartText(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'answer is' : 'answers are'} set apart.`;
}

/** Results that a survey's owner shares by a link, for anybody and read-only. */
function SharedResults({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-results', token],
    queryFn: () => call(readSharedResults, { params: { token } }),
  });
  if (data)
    return (
      <>
        {data.hiddenQuestions ? (
          <p className="mb-4 text-soft">
            {`${data.hiddenQuestions === 1 ? '1 question is' : `${data.hiddenQuestions} questions are`} hidden here. The verdict rests on all.`}
          </p>
        ) : null}
        <SurveyResults analysis={data} />
      </>
    );
  if (!error) return <ResultsSkeleton />;
  const code = error instanceof ApiError ? error.code : null;
  return (
    <Notice title="Survey results">
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
