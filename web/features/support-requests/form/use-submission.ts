import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#shared/contracts/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { requestKey } from '#web/features/support-requests/thread/use-request.ts';
import { dayAndTime } from '#web/features/support-requests/time-words.ts';
import { useSession } from '#web/identity/session.ts';
import { readToken } from '#web/identity/token.ts';
import { showToast } from '#web/ui/toast.ts';
import { type Refusal, readRefusal } from './refusal.ts';
import { isSame, type RequestDraft, valuesOf } from './request-draft.ts';
import type { RequestErrors } from './request-fields.ts';
import { sendRequest } from './send-request.ts';
import type { Desk } from './use-desk.ts';

type Failure = Pick<Refusal, 'reason' | 'words' | 'isUncertain'>;

/** Sends what lies on the desk and says what became of it (specification 8, Dashboard). */
export function useSubmission(desk: Desk, userId: string, onSubmitted: (job: Job) => void) {
  const client = useQueryClient();
  const { refresh } = useSession();
  const [sendingId, setSendingId] = useState<string | null>(null);
  const [failure, setFailure] = useState<(Failure & { id: string }) | null>(null);
  const { draft } = desk;

  /** Gives what is wrong with the fields by the server's judgement. */
  async function post(sent: RequestDraft): Promise<RequestErrors> {
    let last = sent;
    const keep = (next: RequestDraft) => {
      last = next;
      desk.keep(next);
    };
    try {
      const job = await sendRequest(overNewest(sent, desk), keep);
      showToast(last.jobId === null ? submittedMessage(job) : message('job_updated'));
      desk.drop(sent.id);
      void client.invalidateQueries({ queryKey: requestKey(userId, job.id) });
      onSubmitted(job);
      return {};
    } catch (error) {
      const { told, code, errors, ...known } = readRefusal(error, last);
      showToast(told);
      setFailure({ ...known, id: sent.id });
      if (code?.startsWith('request_resolved')) void desk.job.refetch();
      return errors;
    } finally {
      // The limits are another now, or are not what this browser believed.
      refresh().catch(() => {});
    }
  }

  async function send(sent: RequestDraft): Promise<RequestErrors> {
    setFailure(null);
    setSendingId(sent.id);
    try {
      // A token that could not be fetched is the call's to tell of.
      if ((await readToken().catch(() => undefined)) === null) {
        showToast(message('job_sign_in'));
        const reason = message('job_sign_in').text;
        setFailure({ reason, words: reason, isUncertain: false, id: sent.id });
        return {};
      }
      if (await isChangedElsewhere(sent, desk)) return {};
      return await post(sent);
    } finally {
      setSendingId(null);
    }
  }

  return {
    send,
    isSending: sendingId !== null,
    busy: sendingId !== null && sendingId === draft?.id,
    failure: failure !== null && failure.id === draft?.id ? failure : null,
  };
}

/** A draft that takes the place of what the server holds now, not of what it began with. */
function overNewest(draft: RequestDraft, { changed }: Desk): RequestDraft {
  return changed ? { ...draft, base: valuesOf(changed) } : draft;
}

/** Whether somebody has changed or resolved the request without the form having said so: then it says so first. */
async function isChangedElsewhere({ jobId, base }: RequestDraft, desk: Desk): Promise<boolean> {
  if (jobId === null || desk.changed) return false;
  const { data } = await desk.job.refetch();
  return data ? data.resolvedAt !== null || !isSame(base, valuesOf(data)) : false;
}

function submittedMessage({ promise }: Job): Message {
  const due = promise.dueAt ? dayAndTime(promise.dueAt, Date.now()) : `within ${promise.hours} hours`;
  return message('job_submitted', { due });
}
