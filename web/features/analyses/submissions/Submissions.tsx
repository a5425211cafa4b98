import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import {
  deleteSubmission,
  listSubmissions,
  type SetApartReason,
  type Submission,
  setSubmissionCounted,
} from '#shared/contracts/submissions.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox } from '#web/ui/controls/Checkbox.tsx';
import { downloadText } from '#web/ui/controls/download-text.ts';
import { FoldRow } from '#web/ui/overlays/Fold.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { AnswerNumber } from './AnswerLink.tsx';

/** Every answer with the reason that sets it apart; the owner's only, and read when it is unfolded. */
export function Submissions({ analysis }: { analysis: SurveyAnalysis }) {
  const [isOpen, setOpen] = useState(false);
  const setApart = analysis.basis?.setApart ?? 0;
  return (
    <FoldRow
      title="All answers"
      line={setApart > 0 ? `${setApart.toLocaleString()} set apart` : 'Files and single answers'}
      onToggle={setOpen}
    >
      <TakeAlong analysis={analysis} />
      <SubmissionList surveyId={analysis.surveyId} isOpen={isOpen} startsApart={setApart > 0} />
    </FoldRow>
  );
}

type SubmissionListProps = { surveyId: string; isOpen: boolean; startsApart: boolean };

function SubmissionList({ surveyId, isOpen, startsApart }: SubmissionListProps) {
  const [onlyApart, setOnlyApart] = useState(startsApart);
  const list = useSubmissions(surveyId, onlyApart, isOpen);
  const submissions = list.data?.pages.flat();
  return (
    <>
      <Checkbox
        label="Only those set apart"
        checked={onlyApart}
        onChange={(event) => setOnlyApart(event.target.checked)}
      />
      {submissions?.length === 0 ? (
        <p className="text-soft">{onlyApart ? 'Nothing is set apart.' : 'No answers yet.'}</p>
      ) : null}
      {submissions && submissions.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line" aria-label="Answers">
          {submissions.map((submission) => (
            <SubmissionRow key={submission.number} surveyId={surveyId} submission={submission} />
          ))}
        </ul>
      ) : null}
      {list.isLoading ? (
        <Loading label="Loading the answers">
          <Skeleton className="h-24 w-full rounded-m" />
        </Loading>
      ) : null}
      {list.isError ? (
        <ListFailed list={list} names={{ all: 'The answers', more: 'More answers' }} className="">
          All of them are safe.
        </ListFailed>
      ) : null}
      <MorePages list={list} label="Show older answers" onEnd={() => {}} className="mt-1" />
    </>
  );
}

/** Reasons in the founder's words; only the owner's own answers can't be counted (design 7.21). */
const reasons: Record<SetApartReason, string> = {
  preview: 'Your own answer',
  replaced: 'The same account answered again',
  'same-browser': 'Second answer from one browser',
  burst: 'Many answers from one network',
  empty: 'No readable text',
  'too-fast': 'Faster than anybody reads',
  'straight-line': 'The same place in every list',
  copy: 'Copied from another answer',
  'by-hand': 'Set apart by you',
};

function SubmissionRow({ surveyId, submission }: { surveyId: string; submission: Submission }) {
  const { number, created_at, counted, reason, channel, answers } = submission;
  const change = useSubmissionChange(surveyId);
  const [isDeleting, setDeleting] = useState(false);
  const said = answers.flatMap((answer) => answer ?? []).join(' · ');
  const canCount = reason !== 'preview';
  return (
    <li className="grid gap-1 py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2 text-meta text-faint">
        <AnswerNumber number={number} />
        <Time at={created_at} />
        {channel ? <span dir="auto">· {channel}</span> : null}
        {reason && !(reason === 'by-hand' && counted) ? (
          <span className="text-soft">
            · {reasons[reason]}
            <span>{counted ? ', counted by you' : ''}</span>
          </span>
        ) : null}
      </p>
      <p dir="auto" className="wrap-anywhere">
        {preview(said, 200)}
      </p>
      <div className="flex flex-wrap items-center gap-1">
        {counted || canCount ? (
          <Button
            variant="quiet"
            busy={change.isPending}
            aria-label={`${counted ? 'Set apart' : 'Count'} answer #${number}`}
            onClick={() => change.mutate({ number, to: counted ? 'apart' : 'counted' })}
          >
            {counted ? 'Set apart' : 'Count'}
          </Button>
        ) : null}
        {isDeleting ? (
          <>
            <span className="text-soft">Texts that already quote it keep the quote.</span>
            <Button variant="danger" onClick={() => change.mutate({ number, to: 'deleted' })}>
              Delete answer #{number} for good
            </Button>
            <Button variant="quiet" onClick={() => setDeleting(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button variant="quiet" aria-label={`Delete answer #${number}`} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {change.isError ? (
        <p role="alert" className="text-meta text-bad">
          {change.error.message}
        </p>
      ) : null}
    </li>
  );
}

/** The answers and the verdict as files, and the page on paper. */
function TakeAlong({ analysis }: { analysis: SurveyAnalysis }) {
  const { surveyId, questionOrder } = analysis;
  const saving = useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      const submissions = await readAllSubmissions(surveyId);
      if (kind === 'json') {
        downloadText(`${surveyId}.json`, JSON.stringify({ ...analysis, submissions }, null, 2));
        return;
      }
      downloadText(`${surveyId}.csv`, await submissionsCsv(questionOrder, submissions));
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(['csv', 'json'] as const).map((kind) => (
        <Button
          key={kind}
          busy={saving.isPending && saving.variables === kind}
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => saving.mutate(kind)}
        >
          {kind.toUpperCase()}
        </Button>
      ))}
      <Button icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
        Print
      </Button>
      {saving.isError ? (
        <p role="alert" className="text-meta text-bad">
          The file could not be made: {saving.error.message}
        </p>
      ) : null}
    </div>
  );
}

/**
 * The submissions as CSV (RFC 4180) in UTF-8 with its mark, for spreadsheets. A cell that would be a formula begins
 * with ', which is all that is added; several options share one cell, each on a line.
 */
export async function submissionsCsv(questions: string[], submissions: Submission[]): Promise<string> {
  // Loaded on demand.
  const { default: Papa } = await import('papaparse');
  const fields = ['number', 'time', 'counted', 'set apart because', 'place', ...questions];
  const data = submissions.map(({ number, created_at, counted, reason, channel, answers }) => [
    number,
    created_at,
    counted ? 'yes' : 'no',
    reason ?? '',
    channel ?? '',
    ...questions.map((_, at) => [answers[at] ?? ''].flat().join('\n')),
  ]);
  return `\ufeff${Papa.unparse({ fields, data }, { escapeFormulae: /^[=+\-@\t\r]/, newline: '\r\n' })}\r\n`;
}

/** The submissions of the caller's own survey, newest first, page by page. */
function useSubmissions(surveyId: string, onlyApart: boolean, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['submissions', surveyId, onlyApart],
    queryFn: ({ pageParam, signal }) => readPage(surveyId, { before: pageParam, onlyApart, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextPage,
    enabled,
  });
}

type Wanted = { before: string | undefined; onlyApart: boolean; signal?: AbortSignal };

function readPage(surveyId: string, { before, onlyApart, signal }: Wanted): Promise<Submission[]> {
  const query = { before, apart: onlyApart ? ('true' as const) : undefined };
  return call(listSubmissions, { params: { surveyId }, query, signal });
}

function nextPage(page: Submission[]): string | undefined {
  const last = page.at(-1);
  return last && page.length === pageLimit ? `${last.created_at}~${last.number}` : undefined;
}

/** Every submission, oldest first, for a file. */
async function readAllSubmissions(surveyId: string): Promise<Submission[]> {
  const all: Submission[] = [];
  let before: string | undefined;
  do {
    const page = await readPage(surveyId, { before, onlyApart: false });
    all.push(...page);
    before = nextPage(page);
  } while (before !== undefined);
  return all.reverse();
}

type Change = { number: number; to: 'counted' | 'apart' | 'deleted' };

/** Counts a submission, sets it apart or deletes it; the lists and the verdict follow. */
function useSubmissionChange(surveyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ number, to }: Change) => {
      const params = { surveyId, number: String(number) };
      if (to === 'deleted') await call(deleteSubmission, { params });
      else await call(setSubmissionCounted, { params, body: { counted: to === 'counted' } });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['submissions', surveyId] });
      void client.invalidateQueries({ queryKey: ['analysis', surveyId] });
    },
  });
}
