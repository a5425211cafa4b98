import { Plus, Trash2 } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { Plan } from '#shared/contracts/account.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { spliced } from '#shared/rules/lists.ts';
import { issuesAllowed } from '#shared/rules/support/request-limits.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { issueName, mostIssues, mostIssuesIn, type RequestErrors } from './request-fields.ts';

type IssueFieldsProps = {
  issues: string[];
  plan: Plan;
  /** The request that is edited; null for a new one. */
  jobId: string | null;
  errors: RequestErrors;
  busy: boolean;
  /** `fields` are those whose errors have nothing to say any more. */
  onChange: (issues: string[], ...fields: string[]) => void;
};

type RemovedIssue = { place: number; text: string };

/** One text a problem; how many depends on the plan (specification 5, Job form). */
export function IssueFields({ issues, plan, jobId, errors, busy, onChange }: IssueFieldsProps) {
  const [removed, setRemoved] = useState<RemovedIssue[]>([]);
  const newest = removed.at(-1);
  const { list, focus } = useIssueFocus();
  const names = issues.map((_, place) => issueName(place));

  function remove(place: number) {
    const text = issues[place] ?? '';
    // They come back last first, each to the place that it had; one of blanks does not come back.
    const shifted = removed.map((one) => (one.place > place ? { ...one, place: one.place - 1 } : one));
    setRemoved(text.trim() === '' ? shifted : [...removed, { place, text }]);
    onChange(spliced(issues, place, 1), ...names);
    focus(Math.max(0, place - 1));
  }

  function putBack({ place, text }: RemovedIssue) {
    setRemoved(removed.slice(0, -1));
    onChange(spliced(issues, place, 0, text), ...names);
    focus(place);
  }

  const gap = newest && Math.min(newest.place, issues.length);
  const undo = newest ? (
    <p role="status" className="rounded-s bg-muted px-3.5 py-2.5 text-meta text-soft">
      An issue was removed here.{' '}
      <Button disabled={busy} onClick={() => putBack(newest)}>
        Put it back
      </Button>
    </p>
  ) : null;
  return (
    <div ref={list} className="grid grid-cols-1 gap-4">
      {issues.map((issue, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an issue is its place; its text is not kept here
        <Fragment key={place}>
          {place === gap ? undo : null}
          <IssueField
            label={issues.length === 1 ? 'Issue Description' : `Issue Description ${place + 1}`}
            name={issueName(place)}
            value={issue}
            rows={plan === 'free' ? 8 : 4}
            error={errors[issueName(place)]}
            busy={busy}
            onChange={(text) => onChange(spliced(issues, place, 1, text), issueName(place))}
            onRemove={issues.length > 1 ? () => remove(place) : null}
          />
        </Fragment>
      ))}
      {gap === issues.length ? undo : null}
      <AddIssue
        plan={plan}
        jobId={jobId}
        count={issues.length}
        disabled={busy}
        onAdd={() => {
          onChange([...issues, '']);
          focus(issues.length);
        }}
      />
    </div>
  );
}

/** Puts the focus on an issue once it is there. */
function useIssueFocus() {
  const list = useRef<HTMLDivElement>(null);
  const [wanted, focus] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    list.current?.querySelector<HTMLElement>(`[name="${issueName(wanted)}"]`)?.focus();
    focus(null);
  }, [wanted]);
  return { list, focus };
}

type IssueFieldProps = {
  label: string;
  name: string;
  value: string;
  rows: number;
  error: string | undefined;
  busy: boolean;
  onChange: (text: string) => void;
  onRemove: (() => void) | null;
};

function IssueField({ label, name, value, rows, error, busy, onChange, onRemove }: IssueFieldProps) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Field
        label={label}
        required
        error={error}
        help="What you did, what you saw, and what you expected instead."
      >
        <TextArea
          name={name}
          rows={rows}
          dir="auto"
          value={value}
          readOnly={busy}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="justify-self-end">
        <Button
          variant="quiet"
          icon={<Trash2 size={15} aria-hidden="true" />}
          disabled={busy || onRemove === null}
          onClick={onRemove ?? undefined}
        >
          Remove<span className="sr-only"> {label}</span>
        </Button>
      </div>
    </div>
  );
}

type AddIssueProps = Pick<IssueFieldsProps, 'plan' | 'jobId'> & {
  count: number;
  disabled: boolean;
  onAdd: () => void;
};

function AddIssue({ plan, jobId, count, disabled, onAdd }: AddIssueProps) {
  const most = mostIssuesIn({ jobId }, plan);
  if (most === 1)
    return (
      <p className="text-meta text-faint">
        One issue in a request on the {planNames.free}; up to {issuesAllowed('pro')} with the {planNames.pro}.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        icon={<Plus size={15} aria-hidden="true" />}
        disabled={disabled || count >= most}
        onClick={onAdd}
      >
        {plan === 'pro' && jobId === null ? `Add another issue (${count}/${most})` : 'Add another issue'}
      </Button>
      {count >= mostIssues ? (
        <span className="text-meta text-faint">One request holds {mostIssues} at most.</span>
      ) : null}
    </div>
  );
}
