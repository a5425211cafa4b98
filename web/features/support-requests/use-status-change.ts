import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Job, type JobStatus, updateJobStatus } from '#shared/contracts/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { statusWords } from '#shared/rules/job-status-words.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { showToast } from '#web/ui/toast.ts';

/** The status as its owner wants it, shown at once; what it was comes back when the server refuses. */
export function useStatusChange(job: Job, onChanged: (job: Job) => void) {
  const [wanted, setWanted] = useState<JobStatus | null>(null);
  const { mutate } = useMutation({
    networkMode: 'always',
    // One after the other: the one chosen last must also arrive last.
    scope: { id: `job-status ${job.id}` },
    mutationFn: (status: JobStatus) => call(updateJobStatus, { params: { id: job.id }, body: { status } }),
    onSuccess: (changed) => {
      onChanged(changed);
      showToast(message('job_status_updated', { status: statusWords[changed.status] }));
    },
    onError: (error) => showToast(refusal(error)),
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

/** The specification has one text for whatever the server answers; who has not reached it is told that. */
function refusal(error: unknown): Message {
  if (!(error instanceof ApiError)) return message('job_claimed');
  if (error.status === 401) return message('job_sign_in');
  if (error.code === 'offline') return { ...message('job_update_failed'), text: error.message };
  return message('job_claimed');
}
