import { ChevronDown, ChevronUp, Mail } from 'lucide-react';
import { useState } from 'react';
import type { Submission } from '#shared/contracts/surveys/submissions.ts';
import { type AnswerMark, isDeciding } from '#shared/rules/verdict/marks.ts';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { MarkDot } from '#web/ui/MarkDot.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { type AnswerColumn, placeName, shownMark } from './answer-columns.ts';
import { Found } from './Found.tsx';
import { reasonText } from './reasons.ts';
import { useAnswer, useAnswerChange } from './use-answers.ts';

type SheetProps = {
  surveyId: string;
  number: string;
  columns: AnswerColumn[];
  search: string;
  /** The answers above and below it in the list, where it is listed. */
  neighbours: { before?: number | undefined; after?: number | undefined };
  onGo: (number: number) => void;
  onClose: () => void;
};

/** One whole answer, with the contact that came with it. */
export function AnswerSheet({ surveyId, number, columns, search, neighbours, onGo, onClose }: SheetProps) {
  const { data, error, refetch } = useAnswer(surveyId, number);
  const { before, after } = neighbours;
  return (
    <Sheet
      onClose={onClose}
      title={
        <>
          <span className="sr-only">Answer </span>
          <span>{`#${number}`}</span>
        </>
      }
      note={data ? <Note submission={data} /> : null}
      actions={
        before === undefined && after === undefined ? null : (
          <span className="flex max-sm:hidden">
            <IconButton
              aria-label="Answer above"
              disabled={before === undefined}
              onClick={() => before !== undefined && onGo(before)}
            >
              <ChevronUp size={18} aria-hidden="true" />
            </IconButton>
            <IconButton
              aria-label="Answer below"
              disabled={after === undefined}
              onClick={() => after !== undefined && onGo(after)}
            >
              <ChevronDown size={18} aria-hidden="true" />
            </IconButton>
          </span>
        )
      }
      footer={data ? <Acts surveyId={surveyId} submission={data} onGone={onClose} /> : null}
    >
      {data ? <WholeAnswer submission={data} columns={columns} search={search} /> : null}
      {error && !data ? (
        <ErrorState
          title={
            error instanceof ApiError && error.status === 404
              ? `There is no answer #${number}.`
              : 'This answer could not be loaded.'
          }
          onRetry={() => void refetch()}
        >
          It may have been deleted. All others are safe.
        </ErrorState>
      ) : null}
      {data || error ? null : (
        <Loading label="Loading the answer">
          <Skeleton className="h-48 w-full rounded-m" />
        </Loading>
      )}
    </Sheet>
  );
}

function Note({ submission: { created_at, channel } }: { submission: Submission }) {
  return (
    <>
      <Time at={created_at} />
      <span> · </span>
      <bdi>{placeName(channel)}</bdi>
    </>
  );
}

type WholeProps = Pick<SheetProps, 'columns' | 'search'> & { submission: Submission };

function WholeAnswer({ submission: { answers, counted, reason, contact }, columns, search }: WholeProps) {
  return (
    <>
      {reason && !(reason === 'by-hand' && counted) ? (
        <p className="mb-1 rounded-s bg-muted px-3 py-2 text-[0.8125rem] text-soft">
          {counted ? `${reasonText(reason)}, counted by you` : reasonText(reason)}
        </p>
      ) : null}
      <dl className="divide-y divide-line">
        {columns.map((column) => (
          <OneAnswer
            key={column.position}
            question={column.question}
            answer={answers[column.position] ?? null}
            mark={isDeciding(column.question) ? shownMark(columns, column, answers) : null}
            search={search}
          />
        ))}
      </dl>
      {contact ? (
        <section
          aria-label="Contact"
          className="-mx-4 mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 bg-muted px-4 py-3 sm:-mx-6 sm:px-6 sm:py-4"
        >
          <div className="min-w-0 grow">
            <p className="font-medium wrap-anywhere">{contact}</p>
            <p className="text-meta text-faint">Never in results or quotes.</p>
          </div>
          <a href={`mailto:${encodeURIComponent(contact).replace('%40', '@')}`} className={buttonClass()}>
            <Mail size={16} aria-hidden="true" />
            <span>Write e-mail</span>
          </a>
        </section>
      ) : null}
    </>
  );
}

type OneAnswerProps = Pick<AnswerColumn, 'question'> &
  Pick<SheetProps, 'search'> & { answer: string | string[] | null; mark: AnswerMark };

function OneAnswer({ question, answer, mark, search }: OneAnswerProps) {
  const text = [answer ?? []].flat().join(', ');
  const isFreeText = question.type === 'open-ended' && text !== '';
  return (
    <div className="py-3">
      <dt dir="auto" className="text-[0.8125rem] leading-5 wrap-anywhere text-soft">
        {question.question}
      </dt>
      <dd className="mt-1 flex items-baseline gap-2">
        {mark === null ? null : <MarkDot mark={mark} className="self-center" />}
        <span
          dir="auto"
          className={
            isFreeText
              ? 'text-xl leading-7 whitespace-pre-line wrap-anywhere'
              : 'min-w-0 grow text-[0.9375rem] leading-6 wrap-anywhere'
          }
        >
          {text === '' ? (
            <span className="text-faint">No answer</span>
          ) : (
            <Found text={text} search={search} />
          )}
        </span>
        {mark === null ? null : (
          <span className="text-meta whitespace-nowrap text-faint">{markTexts[mark]}</span>
        )}
      </dd>
    </div>
  );
}

const markTexts = { has: 'Has the problem', hasnt: 'Doesn’t have it', uncounted: 'Not counted' };

type ActsProps = { surveyId: string; submission: Submission; onGone: () => void };

function Acts({ surveyId, submission: { number, counted, reason }, onGone }: ActsProps) {
  const change = useAnswerChange(surveyId);
  const [isDeleting, setDeleting] = useState(false);
  if (isDeleting)
    return (
      <>
        <p className="min-w-0 grow text-[0.8125rem] text-soft">Texts that quote it keep the quote.</p>
        <Button variant="quiet" onClick={() => setDeleting(false)}>
          Keep it
        </Button>
        <Button
          variant="danger"
          busy={change.isPending}
          onClick={() => change.mutate({ number, to: 'deleted' }, { onSuccess: onGone })}
        >
          Delete for good
        </Button>
      </>
    );
  return (
    <>
      {counted || reason !== 'preview' ? (
        <Button
          variant="quiet"
          busy={change.isPending}
          className="max-sm:flex-1 sm:-ml-3.5"
          onClick={() => change.mutate({ number, to: counted ? 'apart' : 'counted' })}
        >
          {counted ? 'Set apart' : 'Count it'}
        </Button>
      ) : (
        <p className="text-[0.8125rem] text-soft">Your own answers never count.</p>
      )}
      <span className="grow max-sm:hidden" />
      <Button
        variant="quiet"
        className="text-bad! max-sm:flex-1 sm:-mr-3.5"
        aria-label={`Delete answer #${number}`}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
    </>
  );
}
