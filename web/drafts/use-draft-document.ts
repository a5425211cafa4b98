import { useEffect, useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#web/api/api-error.ts';
import { newId } from '#web/api/new-id.ts';
import { readRememberedAccount } from '#web/identity/remembered-account.ts';
import { draftKey } from './draft-key.ts';
import { type DraftSchema, hasDraft, listDrafts, parseDraft, saveDraft } from './draft-store.ts';
import { holdUnsent } from './unsent.ts';

type Revisioned = { id: string; revision: number };

/**
 * Status of the newest text: on the server, being sent, only in this browser (`refused` when the server rejected it,
 * `conflict` when the document was changed elsewhere), or only on this page (`nowhere`).
 */
export type SaveStatus = 'saved' | 'saving' | 'browser-only' | 'refused' | 'conflict' | 'nowhere';

type DraftDocumentOptions<D extends Revisioned> = {
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
 * text is found again after a reload or a crash.
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
  /** Id of the document that was changed elsewhere; nothing is sent until the founder has chosen. */
  #conflict: string | null = null;
  #isStored = true;
  #waitMs = firstWaitMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #isClosed = false;
  /** Storage keys of the unsent texts that are this tab's, by the document's id. */
  readonly #keys = new Map<string, string>();
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
    if (newest) this.#show(this.#takeOver(newest), true);
    void this.#sendOthers();
    if (newest) return void this.flush();
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
    this.#isStored = this.#store(next, this.#isUnsent);
    this.#sendLater(pauseMs);
    this.#update();
  };

  /** Shows another document, or this browser's unsent text of it; the one before goes on its way from local storage. */
  readonly open = (next: D): void => {
    const unsent = this.#listUnsent().find(({ document }) => document.id === next.id);
    this.#show(unsent ? this.#takeOver(unsent) : next, unsent !== undefined);
    void Promise.resolve(this.#sending).then(() => this.#sendOthers());
  };

  /** The document of this id when only this browser has its newest text. */
  readonly unsent = (id: string): D | null =>
    this.#listUnsent().find(({ document }) => document.id === id)?.document ?? null;

  /** Shows the server's version in place of `old`, unless that was changed or left meanwhile. */
  readonly renew = (old: D, newest: D): void => {
    const isUntouched = this.#document === old && !this.#isUnsent;
    if (isUntouched && newest.revision !== old.revision) this.#show(newest, false);
  };

  /** Sends what is unsent, now. Gives the document as the server has it; null when it could not be sent. */
  readonly flush = async (): Promise<D | null> => {
    const id = this.#document?.id;
    while (this.#isUnsent && this.#document?.id === id) {
      if (this.#conflict) return null;
      await this.#send();
      if (this.#error) return null;
    }
    return this.#document && this.#document.revision > 0 ? this.#document : null;
  };

  /** Takes the response to the document as it was `sent`, also of another call than `save`. */
  readonly accept = (sent: D, reply: D): void => {
    const isShown = this.#document?.id === sent.id;
    const now = isShown ? this.#document : this.unsent(sent.id);
    if (!now) return;
    const next = catchUp(sent, now, reply);
    const isUnsent = JSON.stringify(now) !== JSON.stringify(sent);
    if (isShown) this.#show(next, isUnsent);
    else this.#store(next, isUnsent);
  };

  /** Ends a conflict: this text becomes a document of its own. */
  readonly keepCopy = (): void => {
    this.#conflict = null;
    void this.flush();
    this.#update();
  };

  /** Ends a conflict: shows the newer document and deletes this text. Rejects, and changes nothing, without it. */
  readonly loadNewer = async (): Promise<void> => {
    const id = this.#conflict;
    const newer = id && (await this.options.read(id));
    if (!newer || this.#conflict !== id) return;
    if (this.#document) this.#store(this.#document, false);
    this.#show(newer, false);
  };

  #show(document: D, isUnsent: boolean): void {
    this.#document = document;
    this.#isUnsent = isUnsent;
    this.#unanswered = null;
    this.#error = null;
    this.#conflict = null;
    this.#waitMs = firstWaitMs;
    this.#isStored = this.#store(document, isUnsent);
    this.#sendLater(pauseMs);
    this.#update();
  }

  #sendLater(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isUnsent && !this.#conflict && !this.#isClosed)
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
      if (isConflict(error)) return this.#setApart(this.#document);
      this.#error = error;
      if (isRefusal(error)) this.#unanswered = null;
      this.#waitMs = isRefusal(error) ? longestWaitMs : Math.min(longestWaitMs, this.#waitMs * 2);
    }
  }

  async #save(document: D): Promise<D> {
    const { owner, save } = this.options;
    // Somebody else has signed in meanwhile: their token must not carry this text into their account.
    if ((readRememberedAccount() ?? owner) === owner) return save(document);
    throw new ApiError({ status: 401, statusText: '', code: null });
  }

  /** Goes on under an id of its own, where no other tab overwrites the text. */
  #setApart(document: D): void {
    this.#show(this.#moveToCopy(document), true);
    this.#conflict = document.id;
    clearTimeout(this.#timer);
  }

  /** The same text as a document of its own, in the same place of local storage. */
  #moveToCopy(document: D, key = this.#keys.get(document.id)): D {
    const copy = this.options.copy(document);
    if (this.#keys.get(document.id) === key) this.#keys.delete(document.id);
    if (key) this.#keys.set(copy.id, key);
    this.#store(copy, true);
    return copy;
  }

  /** Sends the texts that are not shown, but for those of other open tabs. */
  async #sendOthers(): Promise<void> {
    const shown = this.#document && this.#keys.get(this.#document.id);
    const owned = new Set(this.#keys.values());
    for (const unsent of this.#listUnsent()) {
      const isOpenElsewhere = !owned.has(unsent.key) && Date.now() - unsent.at < openTabMs;
      if (!isOpenElsewhere && unsent.key !== shown)
        await this.#sendOther(this.#takeOver(unsent)).catch(() => 'stays in local storage');
    }
  }

  /** One that was changed elsewhere becomes a document of its own. */
  async #sendOther(document: D): Promise<void> {
    const saved = await this.#save(document).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
      return null;
    });
    const sent = saved ? document : this.#moveToCopy(document);
    this.accept(sent, saved ?? (await this.#save(sent)));
  }

  /** Unsent texts of this browser, newest first. */
  #listUnsent(): UnsentText<D>[] {
    const { owner, form, schema } = this.options;
    const found = listDrafts(draftKey(owner, `${form}:`)).flatMap(([key, text]) => {
      const { document, at } = parseDraft(text, stored) ?? {};
      const read = schema.parse(document);
      return read ? [{ key, document: read, at: at ?? 0 }] : [];
    });
    return found.toSorted((a, b) => b.at - a.at);
  }

  /** Goes on with a text that a closed tab has left. Two texts of one document become two documents. */
  #takeOver({ key, document }: UnsentText<D>): D {
    const known = this.#keys.get(document.id);
    if (known === key) return document;
    if (known !== undefined || document.id === this.#document?.id) return this.#moveToCopy(document, key);
    this.#keys.set(document.id, key);
    return document;
  }

  /** Writes or deletes this tab's text in local storage. False when the browser did not store it. */
  #store(document: D, isUnsent: boolean): boolean {
    const { id } = document;
    const known = this.#keys.get(id);
    if (!isUnsent) this.#keys.delete(id);
    if (!isUnsent) return !known || saveDraft(known, null);
    const key = known ?? this.#freeKey(id);
    // After a sign-out it must not come back.
    if (this.#isClosed && !hasDraft(key)) return false;
    this.#keys.set(id, key);
    return saveDraft(key, { document, at: Date.now() }, true);
  }

  /** Another tab's text of the same document keeps its place. */
  #freeKey(id: string): string {
    const { owner, form } = this.options;
    const key = draftKey(owner, `${form}:${id}`);
    return hasDraft(key) ? `${key}:${newId()}` : key;
  }

  get #status(): SaveStatus {
    if (!this.#isUnsent) return 'saved';
    if (this.#conflict) return 'conflict';
    if (!this.#error) return 'saving';
    if (!this.#isStored) return 'nowhere';
    return isRefusal(this.#error) ? 'refused' : 'browser-only';
  }

  #update(loadFailed = false): void {
    this.state = { document: this.#document, status: this.#status, error: this.#error, loadFailed };
    for (const listener of this.#listeners) listener();
  }
}

const stored = z.object({ document: z.unknown(), at: z.optional(z.number()) });

type UnsentText<D> = { key: string; document: D; at: number };

const pauseMs = 1000;
const firstWaitMs = 2000;
const longestWaitMs = 60_000;
/** An open tab sends its text within this time, unless it can't. */
const openTabMs = 10_000;

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Not signed in, too slow, too many: the same document can be saved later. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/** The server's document with what was changed here since it was sent. */
function catchUp<D extends Revisioned>(sent: D, now: D, reply: D): D {
  const since = Object.entries(now).filter(([field, value]) => value !== sent[field as keyof D]);
  return { ...now, ...reply, ...Object.fromEntries(since), id: reply.id, revision: reply.revision };
}
