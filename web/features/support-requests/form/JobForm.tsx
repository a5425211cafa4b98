import type { User } from '#shared/contracts/account.ts';
import { AttachmentPicker } from '#web/features/support-requests/attachments/AttachmentPicker.tsx';
import { MaskedPreview } from '#web/features/support-requests/attachments/MaskedPreview.tsx';
import { Field } from '#web/ui/Field.tsx';
import { OptionalLabel } from '#web/ui/OptionalLabel.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { BeforeSending } from './BeforeSending.tsx';
import { ChangedElsewhere } from './ChangedElsewhere.tsx';
import { IssueFields } from './IssueFields.tsx';
import { KeptDrafts } from './KeptDrafts.tsx';
import { LimitReached } from './LimitReached.tsx';
import { ResolvedRequest } from './ResolvedRequest.tsx';
import type { RequestDraft, RequestValues } from './request-draft.ts';
import type { RequestFiles } from './use-request-files.ts';
import type { RequestForm } from './use-request-form.ts';
import { withScheme } from './with-scheme.ts';

type JobFormProps = {
  id: string;
  form: RequestForm;
  draft: RequestDraft;
  user: User;
  /** Why nothing can be submitted now; null when it can. */
  limit: string | null;
  onSeePlans: () => void;
  /** Somebody follows a link out of the form. */
  onLeave: () => void;
  files: RequestFiles;
};

type TextField = 'appName' | 'requestTitle' | 'appUrl' | 'email';

export function JobForm(props: JobFormProps) {
  const { id, form, draft, user, limit, onSeePlans, files, onLeave } = props;
  const { errors, busy, change, submit } = form;
  const { request } = draft;
  const bind = (field: TextField) => ({
    name: field,
    value: request[field],
    // What is typed while it is on its way would not be sent.
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
      <KeptDrafts form={form} uploading={files.isBusy} />
      {form.resolvedAt && draft.jobId ? (
        <ResolvedRequest jobId={draft.jobId} resolvedAt={form.resolvedAt} onLeave={onLeave} />
      ) : null}
      <ChangedElsewhere form={form} draft={draft} />
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
