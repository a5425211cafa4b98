import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { type JobThread, readJob } from '#shared/contracts/support-requests.ts';
import { call } from '#web/api/call.ts';
import { newId } from '#web/api/new-id.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { requestKey } from '#web/features/support-requests/thread/use-request.ts';
import { holdUnsent } from '#web/identity/unsent.ts';
import { DraftShelf } from './draft-shelf.ts';
import {
  editDraft,
  isSame,
  isWorthKeeping,
  type JobFormStart,
  type RequestDraft,
  startDraft,
  valuesOf,
} from './request-draft.ts';

export type DeskOptions = { open: boolean; user: User; start: JobFormStart | undefined };

/** Which draft lies in the form: what was typed for the same thing before, or a new one. */
export function useDesk(options: DeskOptions) {
  const { user, open } = options;
  const shelf = useShelf(user.id);
  const drafts = useSyncExternalStore(shelf.subscribe, shelf.drafts);
  const { start, chosenId, freshId, choose, leave } = useChoice(options);

  const chosen = drafts.find(({ id }) => id === chosenId);
  const jobId = chosen ? chosen.jobId : jobOf(start);
  const job = useJob(user.id, jobId, open);
  const fresh = jobId === null ? startDraft(start, user, freshId) : job.data && editDraft(job.data, freshId);
  const kept = drafts.filter((draft) => draft.jobId === jobId && isWorthKeeping(draft));
  const fitting = chosenId === freshId ? undefined : kept.find((draft) => isOfTrail(draft, start));
  const draft = chosen ?? fitting ?? fresh ?? null;

  return {
    draft,
    /** Kept in this browser too, and not in the form. */
    others: kept.filter(({ id }) => id !== draft?.id),
    job,
    isEdit: jobId !== null,
    /** The request as the server holds it, when it was changed since the draft began. */
    changed: draft && job.data && !isSame(draft.base, valuesOf(job.data)) ? job.data : null,
    /** When the request that is edited was resolved: then it can't be changed. */
    resolvedAt: (jobId !== null && job.data?.resolvedAt) || null,
    put(next: RequestDraft) {
      shelf.put({ ...next, changedAt: Date.now() });
      choose(next.id);
    },
    /** Keeps what becomes of a draft that may no longer lie in the form. */
    keep: shelf.put,
    /** Puts another draft into the form, or a new one. */
    open: (other: RequestDraft | null) => choose(other?.id ?? null),
    drop(id: string) {
      shelf.drop(id);
      leave(id);
    },
  };
}

export type Desk = ReturnType<typeof useDesk>;

/** What the form was opened for last, and what was chosen since; without a choice it is what fits. */
function useChoice({ open, start }: DeskOptions) {
  const [shown, setShown] = useState(start);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [freshId, setFreshId] = useState(newId);
  if (open && JSON.stringify(start) !== JSON.stringify(shown)) {
    setShown(start);
    setChosenId(null);
    // What was typed for something else may be kept under the other one.
    setFreshId(newId());
  }
  return {
    start: shown,
    chosenId,
    freshId,
    /** Null chooses a new draft. */
    choose(id: string | null) {
      const fresh = id === null ? newId() : freshId;
      setFreshId(fresh);
      setChosenId(id ?? fresh);
    },
    /** Its id was the key of one request: the next has another. */
    leave(id: string) {
      setFreshId(newId());
      setChosenId((chosen) => (chosen === id ? null : chosen));
    },
  };
}

function useShelf(owner: string): DraftShelf {
  const [shelf, setShelf] = useState(() => new DraftShelf(owner));
  // Another account never sees this one's drafts.
  if (shelf.owner !== owner) setShelf(new DraftShelf(owner));
  useEffect(() => {
    const leaving = new AbortController();
    void shelf.start(leaving.signal);
    return () => leaving.abort();
  }, [shelf]);
  useEffect(() => {
    const unsent = () =>
      shelf
        .drafts()
        .filter(isWorthKeeping)
        .map(({ unanswered: _known, ...document }) => document);
    return holdUnsent({ owner: shelf.owner, send: async () => {}, unsent });
  }, [shelf]);
  return shelf;
}

/** The request that is edited; null where there is none such. The closed form keeps what it has. */
function useJob(owner: string, jobId: string | null, open: boolean): UseQueryResult<JobThread | null> {
  return useQuery({
    queryKey: requestKey(owner, jobId ?? ''),
    queryFn: ({ signal }) =>
      orNothing<JobThread | null>(call(readJob, { params: { id: jobId ?? '' }, signal }), null),
    enabled: open && jobId !== null,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

function jobOf(start: JobFormStart | undefined): string | null {
  return start && 'jobId' in start ? start.jobId : null;
}

/** Whether a draft is about what the form was opened for: without a trail any is. */
function isOfTrail({ trailId }: RequestDraft, start: JobFormStart | undefined): boolean {
  return !start || 'jobId' in start || start.trailId === undefined || start.trailId === trailId;
}
