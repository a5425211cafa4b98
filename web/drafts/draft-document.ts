import { ApiError } from '#web/api/api-error.ts';
import { readRememberedAccount } from '#web/identity/remembered-account.ts';
import { type Buffered, DocumentBuffers } from './document-buffers.ts';
import {
  DraftCopy,
  type DraftCopyOptions,
  type Revisioned,
  resumeCopy,
  type SaveStatus,
} from './draft-copy.ts';
import { holdUnsent } from './unsent.ts';

export type DraftDocumentOptions<D extends Revisioned> = {
  /** The account's id. */
  owner: string;
  /** Names the kind of document in local storage; without a colon. */
  form: string;
  /** Checks what local storage holds. */
  read: (stored: unknown) => D | null;
  /** The newest of the server; null when there is none. */
  load: () => Promise<D | null>;
  /** @throws ApiError 409 when it was changed elsewhere since its revision. */
  save: (document: D) => Promise<D>;
  /** The same text under a new id with revision 0. */
  fork: (document: D) => D;
  blank: () => D;
  isWorthSaving: (document: D) => boolean;
};

type DraftState<D> = {
  /** Null while loading. */
  document: D | null;
  loadFailed: boolean;
  status: SaveStatus;
  /** The one that is shown has become a document of its own. */
  wasForked: boolean;
  /** How many have since the tab was opened, also of those no longer shown. */
  forks: number;
};

/** The document that one tab shows, and those that are still on their way to the server. */
export class DraftDocument<D extends Revisioned> {
  readonly owner: string;
  readonly form: string;
  state: DraftState<D> = { document: null, loadFailed: false, status: 'saved', wasForked: false, forks: 0 };
  #options: DraftDocumentOptions<D>;
  #copies: DraftCopy<D>[] = [];
  #shown: DraftCopy<D> | null = null;
  #loadFailed = false;
  #forks = 0;
  #left: Promise<void> = Promise.resolve();
  readonly #copyOptions: DraftCopyOptions<D>;
  readonly #listeners = new Set<() => void>();

  constructor(options: DraftDocumentOptions<D>) {
    this.#options = options;
    this.owner = options.owner;
    this.form = options.form;
    this.#copyOptions = {
      save: (document) => this.#save(document),
      fork: (document) => this.#options.fork(document),
      isWorthSaving: (document) => this.#options.isWorthSaving(document),
      buffers: new DocumentBuffers(options.owner, options.form),
      onChange: () => this.#tell(),
      onFork: () => {
        this.#forks++;
      },
    };
  }

  follow(options: DraftDocumentOptions<D>): void {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Looks for what is unsent and for the newest of the server. Returns how to stop. */
  start(): () => void {
    const leaving = new AbortController();
    const { signal } = leaving;
    const { buffers } = this.#copyOptions;
    buffers.claim(signal);
    for (const copy of this.#copies) copy.wake();
    this.#left = buffers.takeLeft((left) => this.#takeOver(left), signal);
    void this.load();
    const flushAll = () => Promise.all(this.#copies.map((copy) => copy.flush()));
    const unsent = () => this.#copies.flatMap(({ status, document }) => (status === 'saved' ? [] : document));
    const letGo = holdUnsent({ owner: this.owner, send: flushAll, unsent });
    addEventListener('pagehide', flushAll, { signal });
    addEventListener('online', flushAll, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && flushAll(), { signal });
    return () => {
      leaving.abort();
      for (const copy of this.#copies) copy.stop();
      void flushAll().then(letGo);
    };
  }

  /** Shows what this browser had not sent, or else the newest of the server. */
  readonly load = async (): Promise<void> => {
    this.#loadFailed = false;
    this.#tell();
    await this.#left;
    if (this.#shown) return;
    try {
      const newest = await this.#options.load();
      if (!this.#shown) this.#show(new DraftCopy(newest ?? this.#options.blank(), this.#copyOptions));
    } catch {
      this.#loadFailed = true;
      this.#tell();
    }
  };

  readonly change = (turn: (document: D) => D): void => this.#shown?.change(turn);

  /** Shows another document; what is unsent of the one before goes on its way. */
  readonly open = (next: D): void => {
    void this.#shown?.flush();
    this.#show(this.#unsentCopy(next.id) ?? new DraftCopy(next, this.#copyOptions));
  };

  /** The document of this id when only this browser has its newest words. */
  readonly unsent = (id: string): D | null => this.#unsentCopy(id)?.document ?? null;

  /** Shows what the server holds by now in place of `old`, unless that was changed or left meanwhile. */
  readonly renew = (old: D, newest: D): void => {
    const isAsItWas = this.#shown?.document === old && this.#shown.status === 'saved';
    if (isAsItWas && newest.revision !== old.revision) this.#show(new DraftCopy(newest, this.#copyOptions));
  };

  readonly flush = async (): Promise<D | null> => (await this.#shown?.flush()) ?? null;

  /** Takes what another call than `keep` has answered to the document as it was `sent`. */
  readonly accept = (sent: D, reply: D): void => this.#shown?.accept(sent, reply);

  #unsentCopy(id: string): DraftCopy<D> | undefined {
    return this.#copies.find((copy) => copy.document.id === id && copy.status !== 'saved');
  }

  #show(copy: DraftCopy<D>): void {
    this.#copies = this.#copies.filter((other) => other.status !== 'saved' && other !== copy);
    this.#copies.push(copy);
    this.#shown = copy;
    this.#tell();
  }

  /** Sends the unsent copies of closed tabs; shows the newest when nothing else is shown yet. */
  #takeOver(left: Buffered[]): void {
    for (const buffered of left.toSorted((a, b) => b.at - a.at)) {
      const found = resumeCopy(buffered, this.#options.read, this.#copyOptions);
      if (!found) continue;
      const shown = this.#shown;
      const isNewer = shown?.document.id === found.copy.document.id && shown.status === 'saved';
      if (!shown || isNewer) this.#show(found.copy);
      else this.#copies.push(found.copy);
      found.resume();
    }
  }

  async #save(document: D): Promise<D> {
    // Somebody else has signed in meanwhile: their token must not carry this text into their account.
    if ((readRememberedAccount() ?? this.owner) === this.owner) return this.#options.save(document);
    throw new ApiError({ status: 401, statusText: '', code: null });
  }

  #tell(): void {
    const { document = null, status = 'saved', wasForked = false } = this.#shown ?? {};
    const loadFailed = this.#loadFailed && document === null;
    this.state = { document, status, wasForked, forks: this.#forks, loadFailed };
    for (const listener of this.#listeners) listener();
  }
}
