import { Clock, EyeOff, type LucideIcon, Route, Ticket, UserRound } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { requestPath } from '#shared/rules/suite-paths.ts';
import { freeWindowMs } from '#shared/rules/support/request-limits.ts';
import { isClosed, reopenableUntil } from '#shared/rules/support/status.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { useConfig } from '#web/api/config.ts';
import { allowanceLabel, dueLabel } from '#web/features/support-requests/allowance-labels.ts';
import { AttachmentPicker } from '#web/features/support-requests/attachments/AttachmentPicker.tsx';
import { MaskedPreview } from '#web/features/support-requests/attachments/MaskedPreview.tsx';
import { isOnItsWay, type Uploads } from '#web/features/support-requests/attachments/use-uploads.ts';
import { useNow } from '#web/features/support-requests/time.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Time } from '#web/ui/Time.tsx';
import { IssueFields } from './IssueFields.tsx';
import type { RequestDraft, RequestValues } from './request-draft.ts';
import { withScheme } from './request-fields.ts';
import type { FormState } from './use-request-form.ts';

type RequestFormProps = {
  id: string;
  form: FormState;
  draft: RequestDraft;
  user: User;
  /** Reason why nothing can be submitted now; null when it can. */
  limit: string | null;
  onSeePlans: () => void;
  /** Somebody follows a link out of the form. */
  onLeave: () => void;
  files: Uploads;
};

type TextField = 'appName' | 'requestTitle' | 'appUrl' | 'email';

/** The fields of a request, and what its owner must know before sending it. */
export function RequestForm(props: RequestFormProps) {
  const { id, form, draft, user, limit, onSeePlans, files, onLeave } = props;
  const { errors, busy, change, submit } = form;
  const { request } = draft;
  const bind = (field: TextField) => ({
    name: field,
    value: request[field],
    // Text typed while sending would not be sent.
    readOnly: busy,
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }, field),
  });
  function completeUrl() {
    const appUrl = withScheme(request.appUrl);
    if (appUrl !== request.appUrl) change({ appUrl }, 'appUrl');
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      {limit ? <LimitReached text={limit} user={user} onSeePlans={onSeePlans} /> : null}
      <DraftNote form={form} draft={draft} files={files} />
      {form.resolvedAt && draft.jobId ? (
        <ResolvedRequest jobId={draft.jobId} resolvedAt={form.resolvedAt} onLeave={onLeave} />
      ) : null}
      <ChangedElsewhere form={form} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="App Name" required error={errors.appName}>
          <TextInput {...bind('appName')} dir="auto" />
        </Field>
        <Field label="Request Title" required error={errors.requestTitle}>
          <TextInput {...bind('requestTitle')} dir="auto" />
        </Field>
        <Field label={<OptionalLabel>App URL</OptionalLabel>} error={errors.appUrl}>
          <TextInput
            {...bind('appUrl')}
            onBlur={() => !busy && completeUrl()}
            type="url"
            inputMode="url"
            placeholder="https://"
          />
        </Field>
        <Field label="Contact Email" required error={errors.email}>
          <TextInput {...bind('email')} type="email" autoComplete="email" />
        </Field>
      </div>
      <IssueFields
        // Another draft has other issues.
        key={draft.id}
        issues={request.issues}
        plan={user.plan}
        jobId={draft.jobId}
        errors={errors}
        busy={busy}
        onChange={(issues, ...fields) => change({ issues }, ...fields)}
      />
      <AttachmentPicker value={request.attachments} files={files} errors={errors} disabled={busy} />
      <MaskedPreview texts={writtenTexts(request)} />
      <BeforeSending user={user} draft={draft} isLimited={limit !== null} />
    </form>
  );
}

/** All that is typed, by the names of its fields. */
function writtenTexts({ appName, requestTitle, appUrl, issues }: RequestValues) {
  const named = issues.map((text, place) => ({
    label: issues.length === 1 ? 'Issue Description' : `Issue Description ${place + 1}`,
    text,
  }));
  return [
    { label: 'App Name', text: appName },
    { label: 'Request Title', text: requestTitle },
    { label: 'App URL', text: appUrl },
    ...named,
  ];
}

type BeforeSendingProps = { user: User; draft: RequestDraft; isLimited: boolean };

/** Effects of the request, shown before it is sent. */
function BeforeSending({ user, draft, isLimited }: BeforeSendingProps) {
  const { data: config } = useConfig();
  const now = useNow();
  const due = dueLabel(user, config, now);
  const isNew = draft.jobId === null;
  return (
    <ul aria-label="Before you send it" className="grid grid-cols-1 gap-1.5 text-meta text-soft">
      {isNew && !isLimited ? <Line icon={Ticket}>{allowanceLabel(user, now)}</Line> : null}
      {isNew && !isLimited && due ? <Line icon={Clock}>{due}</Line> : null}
      {isNew ? null : <Line icon={Ticket}>A change uses none of your requests.</Line>}
      <Line icon={EyeOff}>
        Keys, tokens and passwords that are recognised are masked before anything is sent. Leave out what
        nobody should see.
      </Line>
      <Line icon={UserRound}>A person reads this, not a model.</Line>
      {draft.trailId && isNew ? (
        <Line icon={Route}>
          {draft.idea ? (
            <>
              It will stand on the trail of your idea <q dir="auto">{preview(draft.idea, 120)}</q>. {ideaSeen}
            </>
          ) : (
            `It will stand on the trail of your idea. ${ideaSeen}`
          )}
        </Line>
      ) : null}
    </ul>
  );
}

const ideaSeen = 'Support sees its plan and verdict.';

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

type DraftNoteProps = { form: FormState; draft: RequestDraft; files: Uploads };

/** Notes that the text comes from this browser. Discarding can be undone. */
function DraftNote({ form, draft, files }: DraftNoteProps) {
  const { isEdit, isStored, discarded, discard, restore, busy } = form;
  const [resumedId] = useState(isStored ? draft.id : null);
  const panel = useRef<HTMLElement>(null);
  const isResumed = draft.id === resumedId;
  const disabled = busy || files.uploads.some(isOnItsWay);
  /** The pressed button is gone or has another meaning now. */
  const andStay = (act: () => void) => () => {
    panel.current?.focus({ preventScroll: true });
    files.clear();
    act();
  };
  if (!isResumed && !discarded) return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Drafts in this browser"
      className="grid grid-cols-1 gap-2 rounded-m bg-muted px-3.5 py-3 text-meta text-soft outline-none"
    >
      {isResumed ? (
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span>
            {isEdit
              ? 'Your changes from this browser. They are not saved yet.'
              : 'Your draft from this browser. It was not sent yet.'}
          </span>
          <Button disabled={disabled} onClick={andStay(discard)}>
            {isEdit ? 'Discard my changes' : 'Start a new one'}
          </Button>
        </p>
      ) : null}
      {discarded ? (
        <p role="status" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span>{isEdit ? 'Your changes are discarded.' : 'The draft is discarded.'}</span>
          <Button disabled={disabled} onClick={andStay(restore)}>
            Put it back
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** Shows what the request says since it was changed elsewhere, and lets its owner choose. */
function ChangedElsewhere({ form: { changed, busy, discard } }: { form: FormState }) {
  if (!changed) return null;
  return (
    <div role="alert" className="grid grid-cols-1 gap-2 rounded-m bg-warn-wash px-4 py-3.5">
      <p className="font-medium">This request was changed elsewhere since you began to edit it.</p>
      <p className="text-soft">Update Request puts what stands below in place of what it says now:</p>
      <Reading values={changed} />
      <div>
        <Button
          disabled={busy}
          onClick={({ currentTarget: { form: fields } }) => {
            discard();
            focusStart(fields);
          }}
        >
          Use what it says now
        </Button>
      </div>
    </div>
  );
}

/** The button is gone then, and the fields say something else. */
function focusStart(fields: HTMLFormElement | null): void {
  const first = fields?.elements.namedItem('appName');
  if (first instanceof HTMLElement) first.focus();
}

function Reading({ values }: { values: RequestValues }) {
  const { appName, requestTitle, appUrl, email, issues } = values;
  const texts = [requestTitle, appName, appUrl, email, ...issues].filter((text) => text !== '');
  return (
    <div
      dir="auto"
      className="max-h-48 overflow-y-auto rounded-s bg-card px-3 py-2 wrap-anywhere whitespace-pre-wrap"
    >
      {texts.join('\n')}
    </div>
  );
}

type LimitReachedProps = { text: string; user: User; onSeePlans: () => void };

/** The limit, the time of the next request, and the way to the plans. */
function LimitReached({ text, user, onSeePlans }: LimitReachedProps) {
  const next = nextRequestFrom(user, useNow());
  return (
    <div role="status" className="rounded-m bg-warn-wash px-4 py-3.5">
      <p className="font-medium">Limit Reached</p>
      <p className="text-soft">{text}</p>
      <p className="text-soft">
        {`${next ? `You can send the next request from ${next}. ` : ''}What you write here is kept in this browser until then.`}
      </p>
      <Button onClick={onSeePlans} className="mt-3">
        Compare the plans
      </Button>
    </div>
  );
}

/** From when an account that has reached its limit can send the next request, in the browser's own zone and manner. */
function nextRequestFrom(user: User, now: number): string | null {
  const at = nextRequestAt(user, now);
  if (at === null) return null;
  // Seconds are not shown: a minute that has begun would be too early.
  const minute = new Date(Math.ceil(at / 60_000) * 60_000);
  return minute.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
}

function nextRequestAt({ plan, lastFreeRequestTimestamp }: User, now: number): number | null {
  if (plan === 'developer') return null;
  if (plan === 'free') return lastFreeRequestTimestamp ? lastFreeRequestTimestamp + freeWindowMs : null;
  // The months of the limit are those of UTC.
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
}

type ResolvedRequestProps = { jobId: string; resolvedAt: string; onLeave: () => void };

/** Refuses to change a resolved request, and leads to its thread. */
function ResolvedRequest({ jobId, resolvedAt, onLeave }: ResolvedRequestProps) {
  const until = reopenableUntil(resolvedAt).toISOString();
  return (
    <div role="status" className="rounded-m bg-warn-wash px-4 py-3.5">
      <p className="font-medium">This request is resolved and can’t be changed.</p>
      <p className="text-soft">
        {isClosed(resolvedAt) ? (
          <>
            It could be opened again until <Time at={until} />. Please start a new request.
          </>
        ) : (
          <>
            Is something still wrong? An answer in its thread opens it again, until <Time at={until} />.
          </>
        )}{' '}
        What you have changed here is kept in this browser.
      </p>
      <Link
        to={requestPath(jobId)}
        onClick={onLeave}
        className="mt-1 inline-flex items-center rounded-s font-medium text-spark-ink underline underline-offset-2 pointer-coarse:min-h-11"
      >
        Open its thread
      </Link>
    </div>
  );
}
