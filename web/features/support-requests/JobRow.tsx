import { useMutation } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import {
  type Job,
  type JobStatus,
  jobStatus,
  updateJobStatus,
} from '#shared/contracts/support-requests/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { requestPath } from '#shared/rules/suite-paths.ts';
import { statusLabels } from '#shared/rules/support/status.ts';
import { resultsPath } from '#shared/rules/surveys/survey-path.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Select } from '#web/ui/controls/Select.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { Time } from '#web/ui/Time.tsx';
import { SlaNote } from './SlaNote.tsx';
import { StatusBadges } from './thread/RequestHeader.tsx';

type JobRowProps = {
  job: Job;
  onEdit: () => void;
  /** Called after a change, and after a refused one: the shown request may be old. */
  onChanged: (job: Job) => void;
};

/** One support request among the activities (specification 2, Recent Activities). */
export function JobRow({ job, onEdit, onChanged }: JobRowProps) {
  const heading = useId();
  const { data: config } = useConfig();
  const { surveySlug } = job;
  return (
    <article aria-labelledby={heading} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h3 id={heading} dir="auto" className="line-clamp-3 wrap-anywhere">
            <Link to={requestPath(job.id)} className="rounded-s hover:underline">
              {job.requestTitle}
            </Link>
          </h3>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-faint">
            <Time at={job.created_at} />
            <bdi className="min-w-0 wrap-anywhere">{job.appName}</bdi>
            <StatusBadges job={job} reader="customer" threadPath={requestPath(job.id)} />
          </p>
          <SlaNote
            due={job.due}
            hours={config?.supportHours}
            isResolved={job.resolvedAt !== null}
            className="mt-1"
          />
        </div>
        <span className="flex flex-wrap items-center gap-2">
          <StatusField job={job} onChanged={onChanged} />
          {surveySlug ? (
            <Link to={resultsPath(surveySlug)} className={buttonClass({})}>
              View Results
            </Link>
          ) : null}
          {surveySlug || job.resolvedAt ? null : <Button onClick={onEdit}>Edit</Button>}
        </span>
      </div>
      <Description issues={job.issueDescriptions} />
    </article>
  );
}

function Description({ issues }: { issues: string[] }) {
  return (
    <details className="group mt-1.5">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-s text-soft hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="transition-transform duration-100 group-open:rotate-90"
        />
        <span>{issues.length === 1 ? 'Description' : `Description (${issues.length} issues)`}</span>
      </summary>
      <ul className="mt-1 grid grid-cols-1 gap-2 pl-4.5">
        {issues.map((issue, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two issues may be worded alike
          <li key={place} dir="auto" className="wrap-anywhere whitespace-pre-wrap text-soft">
            {issue}
          </li>
        ))}
      </ul>
    </details>
  );
}

function StatusField({ job, onChanged }: Pick<JobRowProps, 'job' | 'onChanged'>) {
  const { status, change } = useStatusChange(job, onChanged);
  return (
    <Select
      aria-label="Status"
      value={status}
      disabled={job.claimed || job.resolvedAt !== null}
      title={job.claimed ? 'An agent works on it.' : undefined}
      onChange={(event) => change(jobStatus.parse(event.target.value))}
    >
      {jobStatus.options.map((name) => (
        <option key={name} value={name}>
          {statusLabels[name]}
        </option>
      ))}
    </Select>
  );
}

/** Shows a chosen status at once, and the former one again when the server refuses it. */
function useStatusChange(job: Job, onChanged: (job: Job) => void) {
  const [wanted, setWanted] = useState<JobStatus | null>(null);
  const { mutate } = useMutation({
    // One after the other: the one chosen last must also arrive last.
    scope: { id: `job-status ${job.id}` },
    mutationFn: (status: JobStatus) => call(updateJobStatus, { params: { id: job.id }, body: { status } }),
    onSuccess: (changed) => {
      onChanged(changed);
      showToast(message('job_status_updated', { status: statusLabels[changed.status] }));
    },
    onError: (error) => {
      showToast(refusal(error));
      // An agent may have claimed it.
      onChanged(job);
    },
    onSettled: (_job, _error, status) => setWanted((now) => (now === status ? null : now)),
  });
  return {
    status: wanted ?? job.status,
    change(status: JobStatus) {
      setWanted(status);
      mutate(status);
    },
  };
}

/** One text for every refusal, as the specification asks; without a connection the message says so. */
function refusal(error: unknown): Message {
  if (!(error instanceof ApiError)) return message('job_claimed');
  if (error.status === 401) return message('job_sign_in');
  if (error.code === 'offline') return { ...message('job_update_failed'), text: error.message };
  return message('job_claimed');
}
