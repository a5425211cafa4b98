import { useEffect, useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#web/api/api-error.ts';
import { newId } from '#web/api/new-id.ts';
import { readRememberedAccount } from '#web/identity/remembered-account.ts';
import { type DraftSchema, draftKey, hasDraft, listDrafts, parseDraft, saveDraft } from './draft-store.ts';
import { holdUnsent } from './unsent.ts';

export type Revisioned = { id: string; revision: number };

/**
 * Status of the newest text: on the server, being sent, only in this browser (`refused` when the server rejected it,
 * `conflict` when the document was changed elsewhere), or only on this page (`nowhere`).
 */
type SaveStatus = 'saved' | 'saving' | 'browser-only' | 'refused' | 'conflict' | 'nowhere';

export type DraftDocumentOptions<D extends Revisioned> = {
  /** The account's id; another account needs another component. */
  owner: string;
  /** Names the kind of document in local storage; without a colon. */
  form: string;
  /** Checks what local storage holds; null for what can't be read. */
  schema: DraftSchema<D | null>;
  /** The newest of the server; null when there is none. */
  load: () => Promise<D | null>;
  /** The server's document of this id. */
  read: (id: string) => Promise<D>;
  /** @throws ApiError 409 when it was changed elsewhere since its revision. */
  save: (document: D) => Promise<D>;
  /** The same text under a new id with revision 0. */
  copy: (document: D) => D;
  blank: () => D;
  isWorthSaving: (document: D) => boolean;
};

/**
 * One document that a founder edits: in local storage at once, on the server a second after the last change, with its
 * revision. When it was changed elsewhere, the founder chooses between a copy of this text and the newer one. Unsent
 * text is found again after a reload or a crash: a tab goes on with it under a storage key of its own, because the tab
 * that wrote it may still be open.
 */
export function useDraftDocument<D extends Revisioned>(options: DraftDocumentOptions<D>) {
  const [draft] = useState(() => new DraftDocument(options));
  const state = useSyncExternalStore(draft.subscribe, () => draft.state);
  useEffect(() => {
    draft.options = options;
  });
  useEffect(() => draft.start(), [draft]);
  const { change, open, unsent, renew, flush, accept, keepCopy, loadNewer, load } = draft;
  return { ...state, change, open, unsent, renew, flush, accept, keepCopy, loadNewer, retryLoad: load };
}

type DraftState<D> = {
  /** Null while loading. */
  document: D | null;
  status: SaveStatus;
  /** The last save's, while its text is unsent. */
  error: unknown;
  loadFailed: boolean;
};

class DraftDocument<D extends Revisioned> {
  options: DraftDocumentOptions<D>;
  state: DraftState<D> = { document: null, status: 'saved', error: null, loadFailed: false };
  #document: D | null = null;
  #isUnsent = false;
  /** Sent and never answered: sent again before anything newer, so that a lost response is no conflict. */
  #unanswered: D | null = null;
  #error: unknown = null;
  /** The document was changed elsewhere; nothing is sent until the founder has chosen. */
  #isConflict = false;
  /** Mark of the stored text that this one went on from. It is deleted once this one is on the server. */
  #replaces: string | null = null;
  #isStored = true;
  #waitMs = firstWaitMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  /** One after another: no text becomes two copies. */
  #sendingOthers = Promise.resolve();
  #isClosed = false;
  /** Ends the storage keys that only this tab writes. */
  readonly #tab = newId();
  #lastAt = 0;
  readonly #listeners = new Set<() => void>();

  constructor(options: DraftDocumentOptions<D>) {
    this.options = options;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the document and sends what is unsent. Returns how to stop. */
  start(): () => void {
    this.#isClosed = false;
    const leaving = new AbortController();
    const { signal } = leaving;
    const sendAll = () => Promise.all([this.flush(), this.#sendOthers()]);
    const release = holdUnsent(this.options.owner, sendAll);
    addEventListener('pagehide', () => void this.flush(), { signal });
    addEventListener('online', () => void sendAll(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && this.flush(), { signal });
    void this.load();
    return () => {
      leaving.abort();
      this.#isClosed = true;
      void this.flush().then(release);
    };
  }

  /** Shows the newest text that this browser has not sent, or else the newest document of the server. */
  readonly load = async (): Promise<void> => {
    if (this.#document) return void this.flush();
    this.#update();
    const [newest] = this.#listUnsent();
    if (newest) this.#resume(newest);
    void this.flush().then(() => this.#sendOthers());
    if (newest) return;
    try {
      const loaded = (await this.options.load()) ?? this.options.blank();
      if (!this.#document) this.#show(loaded, false);
    } catch {
      this.#update(this.#document === null);
    }
  };

  readonly change = (turn: (document: D) => D): void => {
    const next = this.#document && turn(this.#document);
    if (!next || next === this.#document) return;
    this.#document = next;
    if (isRefusal(this.#error)) this.#error = null;
    this.#isUnsent = next.revision > 0 || this.#unanswered !== null || this.options.isWorthSaving(next);
    this.#isStored = this.#store();
    this.#sendLater(pauseMs);
    this.#update();
  };

  /** Shows another document, or this browser's unsent text of it; the one before goes on its way from local storage. */
  readonly open = (next: D): void => {
    const unsent = this.#findUnsent(next.id);
    if (unsent) this.#resume(unsent);
    else this.#show(next, false);
    void Promise.resolve(this.#sending).then(() => this.#sendOthers());
  };

  /** The document of this id when only this browser has its newest text. */
  readonly unsent = (id: string): D | null => this.#findUnsent(id)?.document ?? null;

  /** Shows the server's version in place of `old`, unless that was changed or left meanwhile. */
  readonly renew = (old: D, newest: D): void => {
    const isUntouched = this.#document === old && !this.#isUnsent;
    if (isUntouched && newest.revision !== old.revision) this.#show(newest, false);
  };

  /** Sends what is unsent, now. Gives the document as the server has it; null when it could not be sent. */
  readonly flush = async (): Promise<D | null> => {
    const id = this.#document?.id;
    while (this.#isUnsent && this.#document?.id === id) {
      if (this.#isConflict) return null;
      await this.#send();
      if (this.#error) return null;
    }
    return this.#document && this.#document.revision > 0 ? this.#document : null;
  };

  /** Takes the response to the document as it was `sent`, also of another call than `save`. */
  readonly accept = (sent: D, reply: D): void => {
    const isShown = this.#document?.id === sent.id;
    const own = this.#findOwn(sent.id);
    const now = isShown ? this.#document : own?.document;
    if (!now) return;
    const next = catchUp(sent, now, reply);
    const isUnsent = JSON.stringify(now) !== JSON.stringify(sent);
    if (isShown) this.#show(next, isUnsent);
    else if (isUnsent) this.#write({ document: next, unanswered: null, isConflict: false, replaces: null });
    if (own) this.#delete(own.mark, own.replaces);
  };

  /** Ends a conflict: this text becomes a document of its own. */
  readonly keepCopy = (): void => {
    if (!this.#document || !this.#isConflict) return;
    const own = this.#findOwn(this.#document.id);
    this.#show(this.options.copy(this.#document), true, { unanswered: null, replaces: own?.mark ?? null });
    this.#delete(own?.replaces);
    void this.flush();
  };

  /** Ends a conflict: shows the newer document and deletes this text. Rejects, and changes nothing, without it. */
  readonly loadNewer = async (): Promise<void> => {
    const old = this.#document;
    const newer = old && (await this.options.read(old.id));
    // Text typed during the read is not deleted unseen.
    if (newer && this.#isConflict && this.#document === old) this.#show(newer, false);
  };

  /** Resumes a stored text. It is sent as it is first: where its tab has sent it already, that is no conflict. */
  #resume({ key, mark, document, unanswered, replaces }: UnsentText<D>): void {
    const isOwn = key === this.#keyOf(document.id);
    this.#show(document, true, {
      unanswered: unanswered ?? document,
      replaces: isOwn ? replaces : mark,
    });
    if (!isOwn) this.#delete(replaces);
  }

  #show(document: D, isUnsent: boolean, from: Origin<D> = { unanswered: null, replaces: null }): void {
    this.#document = document;
    this.#isUnsent = isUnsent;
    this.#unanswered = from.unanswered;
    this.#replaces = from.replaces;
    this.#error = null;
    this.#isConflict = false;
    this.#waitMs = firstWaitMs;
    this.#isStored = this.#store();
    this.#sendLater(pauseMs);
    this.#update();
  }

  #sendLater(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isUnsent && !this.#isConflict && !this.#isClosed)
      this.#timer = setTimeout(() => void this.#send(), delayMs);
  }

  /** One at a time: an older version must not overtake a newer one. */
  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendOnce().finally(() => {
      this.#sending = null;
      if (this.#error) this.#sendLater(this.#waitMs);
      this.#update();
    });
    return this.#sending;
  }

  async #sendOnce(): Promise<void> {
    const sent = this.#unanswered ?? this.#document;
    if (!sent) return;
    this.#unanswered = sent;
    try {
      this.accept(sent, await this.#save(sent));
      void this.#sendOthers();
    } catch (error) {
      if (this.#document?.id !== sent.id) return;
      this.#isConflict = isConflict(error);
      this.#error = this.#isConflict ? null : error;
      if (isRefusal(error)) {
        this.#unanswered = null;
        this.#isStored = this.#store();
      }
      this.#waitMs = isRefusal(error) ? longestWaitMs : Math.min(longestWaitMs, this.#waitMs * 2);
    }
  }

  async #save(document: D): Promise<D> {
    const { owner, save } = this.options;
    // Somebody else has signed in meanwhile: their token must not carry this text into their account.
    if ((readRememberedAccount() ?? owner) === owner) return save(document);
    throw new ApiError({ status: 401, statusText: '', code: null });
  }

  /** Sends the texts that are not shown, but for those that another open tab sends or asks about. */
  #sendOthers(): Promise<void> {
    this.#sendingOthers = this.#sendingOthers.then(() => this.#sendOthersOnce());
    return this.#sendingOthers;
  }

  async #sendOthersOnce(): Promise<void> {
    for (const unsent of this.#listUnsent()) {
      const isOwn = unsent.key === this.#keyOf(unsent.document.id);
      const isOpenElsewhere = !isOwn && (unsent.isConflict || Date.now() - unsent.at < openTabMs);
      // The shown text of the same document goes first.
      const waits = this.#isUnsent && this.#document?.id === unsent.document.id;
      if (!isOpenElsewhere && !waits) await this.#sendOther(unsent).catch(() => 'stays in local storage');
    }
  }

  /** One that was changed elsewhere becomes a document of its own, unless its tab has gone on with it. */
  async #sendOther(unsent: UnsentText<D>): Promise<void> {
    try {
      await this.#sendStored(unsent);
    } catch (error) {
      const isStill = this.#listUnsent().some(({ mark }) => mark === unsent.mark);
      if (!isConflict(error) || !isStill) throw error;
      const copy = this.options.copy(unsent.document);
      this.#write({ document: copy, unanswered: null, isConflict: false, replaces: unsent.mark });
      this.#delete(unsent.replaces);
      const own = this.#findOwn(copy.id);
      if (own) await this.#sendStored(own);
    }
  }

  async #sendStored({ document, unanswered, mark, replaces }: UnsentText<D>): Promise<void> {
    const reply = unanswered && (await this.#save(unanswered));
    await this.#save(unanswered && reply ? catchUp(unanswered, document, reply) : document);
    this.#delete(mark, replaces);
  }

  /** Unsent texts of this browser, newest first, without those that another one went on from. */
  #listUnsent(): UnsentText<D>[] {
    const all = this.#listStored();
    const replaced = new Set(all.map(({ replaces }) => replaces));
    return all.filter(({ mark }) => !replaced.has(mark)).sort((a, b) => b.at - a.at);
  }

  #listStored(): UnsentText<D>[] {
    const { owner, form, schema } = this.options;
    return listDrafts(draftKey(owner, `${form}:`)).flatMap(([key, text]) => {
      const read = parseDraft(text, stored);
      const document = read && schema.parse(read.document);
      if (!document) return [];
      const { at, isConflict, replaces } = read;
      const unanswered = schema.parse(read.unanswered);
      return [{ key, mark: `${key} ${at}`, at, document, unanswered, isConflict, replaces }];
    });
  }

  /** This tab's text of a document, or else the newest. */
  #findUnsent(id: string): UnsentText<D> | undefined {
    return this.#findOwn(id) ?? this.#listUnsent().find(({ document }) => document.id === id);
  }

  #findOwn(id: string): UnsentText<D> | undefined {
    const key = this.#keyOf(id);
    return this.#listStored().find((one) => one.key === key);
  }

  #keyOf(id: string): string {
    const { owner, form } = this.options;
    return draftKey(owner, `${form}:${id}:${this.#tab}`);
  }

  /** Writes or deletes the shown text in local storage. False when the browser did not store it. */
  #store(): boolean {
    const document = this.#document;
    if (document && this.#isUnsent) {
      const [unanswered, isConflict, replaces] = [this.#unanswered, this.#isConflict, this.#replaces];
      return this.#write({ document, unanswered, isConflict, replaces });
    }
    const own = document && this.#findOwn(document.id);
    if (own) this.#delete(own.mark, own.replaces);
    return true;
  }

  /** Every write of this tab has another `at`, so that key and `at` mark one text. */
  #write(text: Omit<UnsentText<D>, 'key' | 'mark' | 'at'>): boolean {
    const key = this.#keyOf(text.document.id);
    // After a sign-out it must not come back.
    if (this.#isClosed && !hasDraft(key)) return false;
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return saveDraft(key, { ...text, at: this.#lastAt }, true);
  }

  /** A text that its tab has changed since has another mark and stays. */
  #delete(...marks: (string | null | undefined)[]): void {
    for (const { key, mark } of this.#listStored()) if (marks.includes(mark)) saveDraft(key, null);
  }

  get #status(): SaveStatus {
    if (!this.#isUnsent) return 'saved';
    if (this.#isConflict) return 'conflict';
    if (!this.#error) return 'saving';
    if (!this.#isStored) return 'nowhere';
    return isRefusal(this.#error) ? 'refused' : 'browser-only';
  }

  #update(loadFailed = false): void {
    this.state = { document: this.#document, status: this.#status, error: this.#error, loadFailed };
    for (const listener of this.#listeners) listener();
  }
}

const stored = z.object({
  document: z.unknown(),
  unanswered: z.unknown(),
  at: z.number(),
  isConflict: z.boolean(),
  replaces: z.nullable(z.string()),
});

/** Basis of the text on screen: the version last sent, and the mark of the stored text that it replaces. */
type Origin<D> = { unanswered: D | null; replaces: string | null };

type UnsentText<D> = Origin<D> & {
  key: string;
  /** Key and `at`. */
  mark: string;
  document: D;
  at: number;
  isConflict: boolean;
};

const pauseMs = 1000;
const firstWaitMs = 2000;
const longestWaitMs = 60_000;
/** An open tab sends its text within this time, unless it can't. */
const openTabMs = 10_000;

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** True also for a conflict. Not signed in, too slow, too many: the same document can be saved later. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/** The server's document with what was changed here since it was sent. */
function catchUp<D extends Revisioned>(sent: D, now: D, reply: D): D {
  const since = Object.entries(now).filter(
    // By content: what comes from local storage is never the same object.
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field as keyof D]),
  );
  return { ...now, ...reply, ...Object.fromEntries(since), id: reply.id, revision: reply.revision };
}
