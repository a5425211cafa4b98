import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { type JobThread, readJob } from '#shared/contracts/support-requests.ts';
import { call } from '#web/api/call.ts';
import { newId } from '#web/api/new-id.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { DocumentBuffers } from '#web/drafts/document-buffers.ts';
import { holdUnsent } from '#web/drafts/unsent.ts';
import { announceDraft } from '#web/drafts/watch-drafts.ts';
import { requestKey } from '#web/features/support-requests/thread/use-request.ts';
import {
  editDraft,
  isSame,
  isWorthSaving,
  type JobFormStart,
  type RequestDraft,
  readDraft,
  startDraft,
  valuesOf,
} from './request-draft.ts';

export type DraftsOptions = { open: boolean; user: User; start: JobFormStart | undefined };

/** Which draft lies in the form: what was typed for the same thing before, or a new one. */
export function useDrafts(options: DraftsOptions) {
  const { user, open } = options;
  const store = useDraftStore(user.id);
  const drafts = useSyncExternalStore(store.subscribe, store.drafts);
  const { start, chosenId, freshId, choose, leave } = useChoice(options);

  const chosen = drafts.find(({ id }) => id === chosenId);
  const jobId = chosen ? chosen.jobId : jobOf(start);
  const job = useJob(user.id, jobId, open);
  const fresh = jobId === null ? startDraft(start, user, freshId) : job.data && editDraft(job.data, freshId);
  const saved = drafts.filter((draft) => draft.jobId === jobId && isWorthSaving(draft));
  const fitting = chosenId === freshId ? undefined : saved.find((draft) => isOfTrail(draft, start));
  const draft = chosen ?? fitting ?? fresh ?? null;

  return {
    draft,
    /** Kept in this browser too, and not in the form. */
    others: saved.filter(({ id }) => id !== draft?.id),
    job,
    isEdit: jobId !== null,
    /** The request as the server holds it, when it was changed since the draft began. */
    changed: draft && job.data && !isSame(draft.base, valuesOf(job.data)) ? job.data : null,
    /** When the request that is edited was resolved: then it can't be changed. */
    resolvedAt: (jobId !== null && job.data?.resolvedAt) || null,
    put(next: RequestDraft) {
      store.put({ ...next, changedAt: Date.now() });
      choose(next.id);
    },
    /** Keeps what becomes of a draft that may no longer lie in the form. */
    keep: store.put,
    /** Puts another draft into the form, or a new one. */
    open: (other: RequestDraft | null) => choose(other?.id ?? null),
    drop(id: string) {
      store.drop(id);
      leave(id);
    },
  };
}

export type Drafts = ReturnType<typeof useDrafts>;

/** The last start of the form, and the draft chosen since; without a choice the fitting one. */
function useChoice({ open, start }: DraftsOptions) {
  const [shown, setShown] = useState(start);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [freshId, setFreshId] = useState(newId);
  if (open && JSON.stringify(start) !== JSON.stringify(shown)) {
    setShown(start);
    setChosenId(null);
    // Text typed for another start may be saved under the other id.
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

function useDraftStore(owner: string): DraftStore {
  const [store, setStore] = useState(() => new DraftStore(owner));
  // Another account never sees this one's drafts.
  if (store.owner !== owner) setStore(new DraftStore(owner));
  useEffect(() => {
    const leaving = new AbortController();
    void store.start(leaving.signal);
    return () => leaving.abort();
  }, [store]);
  useEffect(() => {
    const unsent = () =>
      store
        .drafts()
        .filter(isWorthSaving)
        .map(({ unanswered: _known, ...document }) => document);
    return holdUnsent({ owner: store.owner, send: async () => {}, unsent });
  }, [store]);
  return store;
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

/** True when a draft is about what the form was opened for: without a trail any is. */
function isOfTrail({ trailId }: RequestDraft, start: JobFormStart | undefined): boolean {
  return !start || 'jobId' in start || start.trailId === undefined || start.trailId === trailId;
}

type SavedDraft = { slot: string; draft: RequestDraft };

/**
 * An account's drafts of support requests that this tab holds, newest first: each in a slot of its own in the
 * browser, so that tabs never overwrite each other's. What closed tabs have left comes to this one.
 */
class DraftStore {
  readonly owner: string;
  readonly #buffers: DocumentBuffers;
  readonly #listeners = new Set<() => void>();
  #saved: SavedDraft[] = [];
  #drafts: RequestDraft[] = [];

  constructor(owner: string) {
    this.owner = owner;
    this.#buffers = new DocumentBuffers(owner, 'support-request');
  }

  readonly drafts = (): RequestDraft[] => this.#drafts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Takes over what closed tabs have left, until the signal. */
  async start(signal: AbortSignal): Promise<void> {
    this.#buffers.claim(signal);
    const take = (left: { slot: string; document: unknown; unanswered: unknown }[]) => {
      const read = left.flatMap(({ slot, document, unanswered }) => {
        const draft = readDraft(document, unanswered);
        return draft ? [{ slot, draft }] : [];
      });
      this.#hold([...this.#saved, ...read]);
    };
    await this.#buffers.takeLeft(take, signal);
  }

  /** Keeps a draft as it is now; one in which nothing is any more is not kept. */
  readonly put = (draft: RequestDraft): void => {
    const rest = this.#saved.filter((saved) => saved.draft.id !== draft.id);
    const slot = this.#slotOf(draft.id) ?? this.#buffers.newSlot();
    const { unanswered, ...document } = draft;
    if (isWorthSaving(draft)) this.#buffers.write(slot, document, unanswered);
    else this.#buffers.remove(slot);
    // It stays on the page even then: whoever has emptied it is still writing.
    this.#hold([...rest, { slot, draft }]);
  };

  readonly drop = (id: string): void => {
    const slot = this.#slotOf(id);
    if (slot) this.#buffers.remove(slot);
    this.#hold(this.#saved.filter(({ draft }) => draft.id !== id));
  };

  #slotOf(id: string): string | undefined {
    return this.#saved.find(({ draft }) => draft.id === id)?.slot;
  }

  #hold(saved: SavedDraft[]): void {
    this.#saved = saved.toSorted((a, b) => b.draft.changedAt - a.draft.changedAt);
    this.#drafts = this.#saved.map(({ draft }) => draft);
    for (const listener of this.#listeners) listener();
    announceDraft();
  }
}
