import { ApiError } from '#web/api/api-error.ts';
import type { Buffered, DocumentBuffers } from './document-buffers.ts';

export type Revisioned = { id: string; revision: number };

/**
 * Status of the newest text: on the server, being sent, only in this browser (`refused` when the server rejected it),
 * or only on this page (`nowhere`).
 */
export type SaveStatus = 'saved' | 'saving' | 'browser-only' | 'refused' | 'nowhere';

export type DraftCopyOptions<D> = {
  save: (document: D) => Promise<D>;
  fork: (document: D) => D;
  isWorthSaving: (document: D) => boolean;
  buffers: DocumentBuffers;
  onChange: () => void;
  onFork: () => void;
};

/** One document in this tab: buffered in the browser at every change, sent to the server after a pause. */
export class DraftCopy<D extends Revisioned> {
  document: D;
  wasForked = false;
  readonly #options: DraftCopyOptions<D>;
  readonly #slot: string;
  #isUnsent = false;
  /** Sent and never answered: sent again before anything newer, so that a lost reply is no conflict. */
  #unanswered: D | null = null;
  /** Forked and not yet kept: one conflict more is no other tab's doing. */
  #isFork = false;
  #isBuffered = true;
  #failure: 'away' | 'refused' | null = null;
  #waitMs = firstWaitMs;
  #sending: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = 0;
  #isStopped = false;

  constructor(document: D, options: DraftCopyOptions<D>, slot = options.buffers.newSlot()) {
    this.document = document;
    this.#options = options;
    this.#slot = slot;
  }

  get status(): SaveStatus {
    if (!this.#isUnsent) return 'saved';
    if (!this.#failure) return 'saving';
    if (!this.#isBuffered) return 'nowhere';
    return this.#failure === 'refused' ? 'refused' : 'browser-only';
  }

  /** Goes on with what a closed tab had not sent. */
  resume(unanswered: D | null): void {
    this.#unanswered = unanswered;
    this.#isUnsent = true;
    void this.flush();
  }

  change(turn: (document: D) => D): void {
    const next = turn(this.document);
    if (next === this.document) return;
    this.document = next;
    if (this.#failure === 'refused') this.#failure = null;
    this.#isUnsent = next.revision > 0 || this.#unanswered !== null || this.#options.isWorthSaving(next);
    this.#buffer();
    if (this.#isUnsent) this.#sendSoon();
    else clearTimeout(this.#timer);
    this.#options.onChange();
  }

  /** Sends what is not sent yet, now. Gives the document as the server holds it; null when it could not be kept. */
  async flush(): Promise<D | null> {
    while (this.#isUnsent) if (!(await this.#send())) return null;
    return this.document.revision > 0 ? this.document : null;
  }

  /** Takes what another call has answered to the document as it was `sent`. */
  accept(sent: D, reply: D): void {
    if (reply.id !== this.document.id) return;
    const wasUnsent = this.#isUnsent;
    this.#settle(sent, reply);
    if (this.#isUnsent && !wasUnsent) this.#sendSoon();
    this.#options.onChange();
  }

  /** The page leaves it: what is unsent is tried once more. */
  stop(): void {
    this.#isStopped = true;
    void this.flush();
  }

  wake(): void {
    this.#isStopped = false;
    if (this.#isUnsent) this.#sendSoon();
  }

  #sendSoon(delay = pauseMs): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    // Typing without a pause is saved as well.
    this.#dueAt ||= Date.now() + Math.max(delay, longestPauseMs);
    const wait = Math.min(delay, Math.max(0, this.#dueAt - Date.now()));
    this.#timer = setTimeout(() => void this.#send(), wait);
  }

  /** One at a time: an older version must not overtake a newer one. */
  #send(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#dueAt = 0;
    this.#sending ??= this.#sendOnce().finally(() => {
      this.#sending = null;
      if (this.#isUnsent) this.#sendSoon(this.#failure ? this.#nextWait() : pauseMs);
      this.#options.onChange();
    });
    return this.#sending;
  }

  async #sendOnce(): Promise<boolean> {
    const sent = this.#unanswered ?? this.document;
    this.#unanswered = sent;
    this.#buffer();
    try {
      this.#settle(sent, await this.#options.save(sent));
      return true;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      const isConflict = status === 409 && !this.#isFork;
      if (isConflict) this.#forkAway();
      if (isRefusal(status)) this.#giveUp();
      const failure = isRefusal(status) ? 'refused' : 'away';
      this.#failure = isConflict ? null : failure;
      this.#buffer();
      return isConflict;
    }
  }

  #settle(sent: D, reply: D): void {
    this.#unanswered = null;
    this.#failure = null;
    this.#isFork = false;
    this.#waitMs = firstWaitMs;
    this.#isUnsent = this.document !== sent;
    this.document = catchUp(sent, this.document, reply);
    this.#buffer();
  }

  /** Somebody else has changed the document since: this text becomes one of its own. */
  #forkAway(): void {
    this.document = this.#options.fork(this.document);
    this.#isFork = true;
    this.wasForked = true;
    this.#options.onFork();
  }

  /** Refused is answered: the server has not kept it, and will not before it is changed. */
  #giveUp(): void {
    this.#unanswered = null;
    this.#waitMs = longestWaitMs;
  }

  #nextWait(): number {
    const wait = this.#waitMs;
    this.#waitMs = Math.min(longestWaitMs, wait * 2);
    return wait;
  }

  #buffer(): void {
    const { buffers } = this.#options;
    if (!this.#isUnsent) buffers.remove(this.#slot);
    // Forgotten by a sign-out meanwhile: it must not come back.
    else if (!this.#isStopped || buffers.has(this.#slot))
      this.#isBuffered = buffers.write(this.#slot, this.document, this.#unanswered);
  }
}

/** Restores the copy that a closed tab left; null when it can't be read. */
export function resumeCopy<D extends Revisioned>(
  left: Buffered,
  read: (stored: unknown) => D | null,
  options: DraftCopyOptions<D>,
): { copy: DraftCopy<D>; resume: () => void } | null {
  const document = read(left.document);
  if (!document) return null;
  const unanswered = read(left.unanswered);
  const isSame = JSON.stringify(unanswered) === JSON.stringify(document);
  const copy = new DraftCopy(document, options, left.slot);
  return { copy, resume: () => copy.resume(isSame ? document : unanswered) };
}

const pauseMs = 1000;
const longestPauseMs = 5000;
const firstWaitMs = 2000;
const longestWaitMs = 60_000;

function isRefusal(status: number): boolean {
  // Not signed in, too slow, too many: the same document can be kept later.
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

/** The server's reply with what was changed here since it was sent. */
function catchUp<D extends Revisioned>(sent: D, now: D, reply: D): D {
  const since = Object.entries(now).filter(([field, value]) => value !== sent[field as keyof D]);
  return { ...now, ...reply, ...Object.fromEntries(since), id: reply.id, revision: reply.revision };
}
