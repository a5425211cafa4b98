import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Inbox, SearchX, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { SubmissionCounts } from '#shared/contracts/surveys/submissions.ts';
import type { Survey } from '#shared/contracts/surveys/surveys.ts';
import { resultsPath } from '#shared/rules/surveys/survey-path.ts';
import { surveyQuery } from '#web/api/survey-query.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { AnswerFilters } from './AnswerFilters.tsx';
import { AnswerSheet } from './AnswerSheet.tsx';
import { AnswerCards, AnswerTable } from './AnswerTable.tsx';
import { answerColumns, storedCount } from './answer-columns.ts';
import { type AnswersView, filterOf, isWhole, useAnswersView, wholeView } from './answers-view.ts';
import { DownloadAnswers } from './DownloadAnswers.tsx';
import { pageSize, useAnswerCounts, useAnswerPage } from './use-answers.ts';

/** Every answer of the owner's survey: searched, filtered and paged on the server, one opened in a sheet. */
export function AllAnswers({ surveyId }: { surveyId: string }) {
  const [view, setView] = useAnswersView();
  const { pages, before, toPage } = usePages(view);
  const filter = filterOf(view);
  const counts = useAnswerCounts(surveyId, filter);
  const list = useAnswerPage(surveyId, filter, before);
  const opened = useOpenedAnswer();
  const top = useRef<HTMLDivElement>(null);
  const { data: survey, error, refetch } = useQuery({ ...surveyQuery(surveyId), retry: false });
  const submissions = list.data;
  const numbers = submissions?.map(({ number }) => number) ?? [];
  // One that leaves the filtered list by an act in its sheet keeps its place between the others.
  const [numbersAtOpening, setNumbersAtOpening] = useState<number[]>([]);
  if (survey && !survey.isOwner) return <NotYours surveyId={surveyId} />;
  const failure = survey ? counts.error : error;
  if (failure && !(survey && counts.data))
    return (
      <>
        <h1 className="mb-5 text-title">All answers</h1>
        <ErrorState title={failure.message} onRetry={() => void Promise.all([refetch(), counts.refetch()])}>
          The answers themselves are safe.
        </ErrorState>
      </>
    );
  if (!survey || !counts.data) return <AnswersSkeleton />;
  const columns = answerColumns(survey);
  const show = (next: Partial<AnswersView>) => setView({ ...wholeView, ...next });
  const go = (to: number, last?: string) => {
    toPage(to, last);
    top.current?.focus();
    top.current?.scrollIntoView();
  };
  const listed = {
    columns,
    search: view.search,
    submissions: submissions ?? [],
    groups: isWhole(view) && pages === 0 ? counts.data.groups : [],
    surveyId,
    onOpen: (number: number) => {
      setNumbersAtOpening(numbers);
      return opened.open(number);
    },
    onShow: show,
  };
  const isEmpty = submissions?.length === 0 && listed.groups.length === 0;
  return (
    <div className="grid grid-cols-1">
      <Head survey={survey} counts={counts.data} view={view} onShow={show} />
      {storedCount(counts.data) === 0 ? (
        <EmptyState icon={Inbox} title="No answers yet" className="mt-6">
          Each answer to your survey appears here.
        </EmptyState>
      ) : (
        <>
          <AnswerFilters columns={columns} counts={counts.data} view={view} onChange={setView} />
          <div ref={top} tabIndex={-1} className="scroll-mt-4 outline-none">
            {list.isError ? (
              <ErrorState title="This page could not be loaded." onRetry={() => void list.refetch()}>
                All answers are safe.
              </ErrorState>
            ) : null}
            {list.isPending ? <RowsSkeleton /> : null}
            {isEmpty ? (
              <EmptyState
                icon={SearchX}
                title="Nothing matches"
                action={<Button onClick={() => setView(wholeView)}>Show all answers</Button>}
              />
            ) : (
              <>
                <AnswerTable {...listed} counts={counts.data} view={view} onChange={setView} />
                <AnswerCards {...listed} />
              </>
            )}
          </div>
          <Pager
            first={pages * pageSize + 1}
            shown={submissions?.length ?? 0}
            all={counts.data.listed}
            onNext={() => {
              const last = submissions?.at(-1);
              if (last) go(pages + 1, `${last.created_at}~${last.number}`);
            }}
            onBack={() => go(pages - 1)}
          />
        </>
      )}
      {opened.number ? (
        <AnswerSheet
          key={opened.number}
          surveyId={surveyId}
          number={opened.number}
          columns={columns}
          search={view.search}
          neighbours={neighboursOf(
            opened.number,
            numbersAtOpening.includes(Number(opened.number)) ? numbersAtOpening : numbers,
          )}
          onGo={opened.replace}
          onClose={opened.close}
        />
      ) : null}
    </div>
  );
}

function NotYours({ surveyId }: { surveyId: string }) {
  return (
    <>
      <h1 className="mb-5 text-title">All answers</h1>
      <EmptyState
        icon={UserRound}
        title="Only its founder sees single answers"
        action={
          <Link to={resultsPath(surveyId)} className={buttonClass()}>
            Open results
          </Link>
        }
      />
    </>
  );
}

/** The place in a list that goes on: what came last on each page before this one. */
function usePages(view: AnswersView) {
  const key = JSON.stringify(view);
  const [state, setState] = useState<{ key: string; ends: string[] }>({ key, ends: [] });
  // Another list begins at its top.
  const ends = state.key === key ? state.ends : [];
  return {
    pages: ends.length,
    before: ends.at(-1),
    toPage: (page: number, last?: string) =>
      setState({ key, ends: last === undefined ? ends.slice(0, page) : [...ends, last] }),
  };
}

/** The answer that the address names. Going back closes the one that was opened here. */
function useOpenedAnswer() {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const to = (number: number | null) => {
    const next = new URLSearchParams(params);
    if (number === null) next.delete('answer');
    else next.set('answer', String(number));
    return { search: next.toString() };
  };
  return {
    number: params.get('answer'),
    open: (number: number) => navigate(to(number), { state: openedHere, preventScrollReset: true }),
    replace: (number: number) =>
      navigate(to(number), { replace: true, state: location.state, preventScrollReset: true }),
    close: () => {
      if (location.state?.isOpenedHere) navigate(-1);
      else navigate(to(null), { replace: true, preventScrollReset: true });
    },
  };
}

const openedHere = { isOpenedHere: true };

function neighboursOf(number: string, numbers: number[]) {
  const at = numbers.indexOf(Number(number));
  return { before: at > 0 ? numbers[at - 1] : undefined, after: at < 0 ? undefined : numbers[at + 1] };
}

type HeadProps = {
  survey: Survey;
  counts: SubmissionCounts;
  view: AnswersView;
  onShow: (view: Partial<AnswersView>) => void;
};

function Head({ survey: { surveyId, idea, questions }, counts, view, onShow }: HeadProps) {
  const stored = storedCount(counts);
  const isOfContacts = view.show === 'contact';
  return (
    <>
      <Link
        to={resultsPath(surveyId)}
        className="flex w-fit max-w-full items-center gap-1 rounded-s text-[0.8125rem] text-soft hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronLeft size={14} aria-hidden="true" className="shrink-0" />
        <span className="truncate">
          Results of <bdi>{idea}</bdi>
        </span>
      </Link>
      <div className="mt-2 flex flex-wrap items-end gap-x-3 gap-y-1">
        <h1 className="text-[2.75rem] leading-none font-semibold tracking-[-0.045em] tabular-nums">
          {`${stored.toLocaleString()} ${stored === 1 ? 'answer' : 'answers'}`}
        </h1>
        <p className="min-w-0 grow pb-1.5 text-meta text-faint tabular-nums max-sm:basis-full">
          {counts.apart > 0 ? <span>{`${counts.apart.toLocaleString()} set apart`}</span> : null}
          {counts.apart > 0 && counts.contacts > 0 ? <span> · </span> : null}
          {counts.contacts > 0 ? (
            <button
              type="button"
              aria-pressed={isOfContacts}
              onClick={() => onShow(isOfContacts ? {} : { show: 'contact' })}
              className="rounded-s underline underline-offset-4 hover:text-ink aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
            >
              {`${counts.contacts.toLocaleString()} left an e-mail`}
            </button>
          ) : null}
        </p>
        {stored > 0 ? (
          <DownloadAnswers
            surveyId={surveyId}
            questions={questions.map(({ question }) => question)}
            isOfContacts={isOfContacts}
          />
        ) : null}
      </div>
    </>
  );
}

type PagerProps = { first: number; shown: number; all: number; onNext: () => void; onBack: () => void };

function Pager({ first, shown, all, onNext, onBack }: PagerProps) {
  const last = first + shown - 1;
  if (shown === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 border-t border-line pt-3">
      <p role="status" className="mr-auto text-meta text-faint tabular-nums">
        {`${first.toLocaleString()}–${last.toLocaleString()} of ${all.toLocaleString()}`}
      </p>
      {first > 1 ? <Button onClick={onBack}>{`Previous ${pageSize}`}</Button> : null}
      {last < all ? <Button onClick={onNext}>{`Next ${Math.min(pageSize, all - last)}`}</Button> : null}
    </div>
  );
}

/** In place of the page while it is read. */
export function AnswersSkeleton() {
  return (
    <Loading label="Loading the answers">
      <div className="grid gap-4">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-12 w-72 max-w-full" />
        <Skeleton className="h-9 w-full rounded-s" />
        <Skeleton className="h-96 w-full rounded-m" />
      </div>
    </Loading>
  );
}

function RowsSkeleton() {
  return (
    <Loading label="Loading the answers">
      <Skeleton className="h-96 w-full rounded-m" />
    </Loading>
  );
}
