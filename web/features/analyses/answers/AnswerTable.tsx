import { clsx } from 'clsx';
import { Mail } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Submission, SubmissionCounts, SubmissionGroup } from '#shared/contracts/surveys/submissions.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { MarkDot } from '#web/ui/MarkDot.tsx';
import { Ago } from '#web/ui/Time.tsx';
import { OptionSelect, PlaceSelect } from './AnswerFilters.tsx';
import { type AnswerColumn, leadColumn, placeName, shownMark, textColumn } from './answer-columns.ts';
import type { AnswersView } from './answers-view.ts';
import { Found } from './Found.tsx';
import { reasonText } from './reasons.ts';
import { useAnswerPage, useGroupCount } from './use-answers.ts';

type ListProps = {
  surveyId: string;
  columns: AnswerColumn[];
  submissions: Submission[];
  /** Groups that are set apart, on top of the whole list. */
  groups: SubmissionGroup[];
  search: string;
  onOpen: (number: number) => void;
  onShow: (view: Partial<AnswersView>) => void;
};

type TableProps = ListProps & {
  counts: SubmissionCounts;
  view: AnswersView;
  onChange: (view: AnswersView) => void;
};

/** The answers as a table with a column for each question. */
export function AnswerTable(props: TableProps) {
  const { surveyId, columns, submissions, groups, search, counts, view, onOpen, onShow, onChange } = props;
  const row = { columns, search, onOpen };
  return (
    <div className="@container overflow-x-auto max-sm:hidden">
      <table
        className="w-full table-fixed border-collapse text-[0.8125rem] leading-5 tabular-nums"
        style={{ minWidth: narrowest(columns) }}
      >
        <colgroup>
          <col className="w-14" />
          <col className="w-24" />
          {columns.map(({ position, options }) => (
            <col key={position} className={options.length > 0 ? 'w-[12.5%]' : undefined} />
          ))}
          <col className="w-24" />
          <col className="w-8" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={head}>
              No.
            </th>
            <th scope="col" className={head}>
              When
            </th>
            {columns.map((column) => (
              <th key={column.position} scope="col" title={column.question.question} className={head}>
                {column.options.length > 0 ? (
                  <OptionSelect column={column} counts={counts} view={view} onChange={onChange} isHead />
                ) : (
                  <span className="block truncate">{column.title}</span>
                )}
              </th>
            ))}
            <th scope="col" className={head}>
              <PlaceSelect counts={counts} view={view} onChange={onChange} isHead />
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">E-mail</span>
            </th>
          </tr>
        </thead>
        {groups.map((group, at) => (
          <tbody key={group.newest} onKeyDown={goByArrows}>
            <tr className="bg-muted">
              <td colSpan={columns.length + 4} className="h-12 border-t border-line px-3">
                <div className="sticky left-3 flex w-[calc(100cqw-1.5rem)] items-center gap-2">
                  <GroupText group={group} />
                  <GroupAct surveyId={surveyId} group={group} onShow={onShow} />
                </div>
              </td>
            </tr>
            {group.isOneSender && at < mostSampled ? (
              <GroupSample {...row} surveyId={surveyId} group={group} onShow={onShow} />
            ) : null}
          </tbody>
        ))}
        <tbody onKeyDown={goByArrows}>
          {submissions.map((submission) => (
            <AnswerRow key={submission.number} {...row} submission={submission} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Groups of one sender of which some answers are shown. */
const mostSampled = 2;
const sampled = 2;

const head = 'py-2 pr-4 text-left text-meta font-normal whitespace-nowrap text-faint last:pr-0';

/** Pixels below which the table scrolls sideways. */
function narrowest(columns: AnswerColumn[]): number {
  return 280 + columns.reduce((sum, { options }) => sum + (options.length > 0 ? 128 : 160), 0);
}

type RowProps = Pick<ListProps, 'columns' | 'search' | 'onOpen'> & { submission: Submission };

function AnswerRow({ columns, search, submission, onOpen }: RowProps) {
  const { number, created_at, counted, channel, answers, contact } = submission;
  const ink = counted
    ? { strong: 'text-ink', quiet: 'text-soft' }
    : { strong: 'text-faint', quiet: 'text-faint' };
  return (
    <tr
      className={clsx(
        'relative border-t border-line hover:bg-muted has-focus-visible:bg-muted',
        counted ? '' : 'bg-[color-mix(in_oklch,var(--muted)_60%,transparent)]',
      )}
    >
      <td className={clsx(cell, !counted && 'pl-3')}>
        <button
          type="button"
          data-row={number}
          aria-label={`Open answer #${number}`}
          onClick={() => onOpen(number)}
          className={clsx(
            'rounded-[5px] py-px text-[11px] leading-4 font-semibold after:absolute after:inset-0',
            counted ? 'bg-spark-wash px-1.25 text-spark-ink' : 'text-faint',
          )}
        >
          {`#${number}`}
        </button>
      </td>
      <td className={clsx(cell, ink.quiet)}>
        <Ago at={created_at} />
      </td>
      {columns.map((column) => (
        <td
          key={column.position}
          className={clsx(cell, column.isMarked || isText(column) ? ink.strong : ink.quiet)}
        >
          <Answer columns={columns} column={column} answers={answers} search={search} />
        </td>
      ))}
      <td className={clsx(cell, ink.quiet)} dir="auto">
        {placeName(channel)}
      </td>
      <td className={clsx(cell, 'text-faint')}>
        {contact ? <Mail size={14} aria-label="Left an e-mail" /> : null}
      </td>
    </tr>
  );
}

const cell = 'h-10 truncate py-2 pr-4 last:pr-0';

function isText({ question }: AnswerColumn): boolean {
  return question.type === 'open-ended';
}

type AnswerProps = Pick<Submission, 'answers'> & {
  columns: AnswerColumn[];
  column: AnswerColumn;
  search: string;
};

function Answer({ columns, column, answers, search }: AnswerProps) {
  const text = [answers[column.position] ?? []].flat().join(', ');
  const mark = column.isMarked ? shownMark(columns, column, answers) : null;
  return (
    <>
      {mark === null ? null : <MarkDot mark={mark} className="mr-2" />}
      <bdi>
        <Found text={text} search={search} isCut />
      </bdi>
    </>
  );
}

/** Moves the focus to the row above or below. */
function goByArrows(event: KeyboardEvent<HTMLElement>): void {
  if (isTyping(event.nativeEvent)) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = [
    ...(event.currentTarget.closest('table, ul')?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
  ];
  const at = event.target instanceof HTMLElement ? rows.indexOf(event.target) : -1;
  const next = step === undefined || at < 0 ? undefined : rows[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function GroupText({ group: { reason, count } }: { group: SubmissionGroup }) {
  return (
    <p className="flex min-w-0 grow gap-2 text-[0.8125rem] leading-5">
      <strong className="font-semibold whitespace-nowrap">{`${count.toLocaleString()} set apart`}</strong>
      <span className="text-soft">{reasonText(reason)}</span>
    </p>
  );
}

type GroupActProps = Pick<ListProps, 'surveyId' | 'onShow'> & { group: SubmissionGroup; className?: string };

function GroupAct({ surveyId, group, onShow, className }: GroupActProps) {
  const { reason, newest, isOneSender } = group;
  const counting = useGroupCount(surveyId);
  if (!isOneSender)
    return (
      <Button
        variant="quiet"
        className="sm:-mr-1 max-sm:-mr-3.5"
        aria-label={`Look at them: ${reasonText(reason)}`}
        onClick={() => onShow({ show: 'apart', reason })}
      >
        Look at them
      </Button>
    );
  return (
    <Button busy={counting.isPending} onClick={() => counting.mutate(newest)} className={className}>
      {reason === 'burst' ? 'Count all from this network' : 'Count all from this browser'}
    </Button>
  );
}

type SampleProps = Omit<RowProps, 'submission'> &
  Pick<ListProps, 'surveyId' | 'onShow'> & { group: SubmissionGroup };

/** The newest of a group, above the rest of it. */
function GroupSample({ surveyId, group: { newest, count }, onShow, ...row }: SampleProps) {
  const { data = [] } = useAnswerPage(surveyId, { apart: 'true', group: String(newest) }, undefined, sampled);
  const more = count - data.length;
  return (
    <>
      {data.map((submission) => (
        <AnswerRow key={submission.number} {...row} submission={submission} />
      ))}
      {more > 0 && data.length > 0 ? (
        <tr className="border-t border-line bg-[color-mix(in_oklch,var(--muted)_60%,transparent)]">
          <td colSpan={row.columns.length + 4} className="h-9 px-3">
            <button
              type="button"
              onClick={() => onShow({ show: 'apart', group: String(newest) })}
              className="rounded-s text-[0.8125rem] text-soft underline underline-offset-4 hover:text-ink"
            >
              {`Show ${more.toLocaleString()} more`}
            </button>
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** The same on a phone: a card each, with the answer that decides and the first words. */
export function AnswerCards({ surveyId, columns, submissions, groups, search, onOpen, onShow }: ListProps) {
  const lead = leadColumn(columns);
  const text = textColumn(columns);
  return (
    <ul className="sm:hidden" aria-label="Answers">
      {groups.map((group) => (
        <li key={group.newest} className="-mx-4 border-t border-line bg-muted px-4 py-3">
          <div className={group.isOneSender ? 'grid gap-3' : 'flex items-center gap-2'}>
            <GroupText group={group} />
            <GroupAct surveyId={surveyId} group={group} onShow={onShow} className="w-full" />
          </div>
        </li>
      ))}
      {submissions.map(({ number, created_at, counted, answers, contact }) => (
        <li key={number} className="relative border-t border-line py-3">
          <div className="flex items-center gap-2">
            <button
              type="button"
              aria-label={`Open answer #${number}`}
              onClick={() => onOpen(number)}
              className={clsx(
                'rounded-[5px] px-1.25 py-px text-[11px] leading-4 font-semibold tabular-nums after:absolute after:inset-0',
                counted ? 'bg-spark-wash text-spark-ink' : 'bg-muted text-faint',
              )}
            >
              {`#${number}`}
            </button>
            <span className="flex min-w-0 grow items-center truncate font-medium">
              {lead ? <Answer columns={columns} column={lead} answers={answers} search={search} /> : null}
            </span>
            {contact ? <Mail size={14} aria-label="Left an e-mail" className="shrink-0" /> : null}
            <Ago at={created_at} className="text-meta whitespace-nowrap text-faint" />
          </div>
          {text && answers[text.position] ? (
            <p dir="auto" className="mt-1 line-clamp-2 wrap-anywhere text-soft">
              <Found text={[answers[text.position] ?? ''].flat().join(', ')} search={search} isCut />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
