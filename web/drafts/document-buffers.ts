import { readItem, writeItem } from '#web/identity/storage.ts';
import { draftKey } from './draft-key.ts';
import { listDrafts } from './draft-store.ts';

/** A document in the browser that the server has not confirmed. */
export type Buffered = {
  slot: string;
  document: unknown;
  /** A version that was sent and never answered: the server may have it. */
  unanswered: unknown;
  at: number;
};

/**
 * The unsent documents of one tab in local storage, each in a slot of its own, so that tabs never overwrite each
 * other. They lie among the owner's drafts and are forgotten with them.
 */
export class DocumentBuffers {
  readonly #prefix: string;
  readonly #tab = randomName();
  #isBeating = false;

  constructor(owner: string, form: string) {
    this.#prefix = draftKey(owner, `${form}:`);
  }

  /** A name for one more document. */
  newSlot = randomName;

  /** False when the browser keeps nothing: its storage is full or switched off. */
  write(slot: string, document: unknown, unanswered: unknown): boolean {
    const value = JSON.stringify({ document, unanswered, at: Date.now() });
    const isWritten = writeItem(this.#keyOf(slot), value);
    if (this.#isBeating) this.#beat();
    return isWritten;
  }

  has(slot: string): boolean {
    return readItem(this.#keyOf(slot)) !== null;
  }

  remove(slot: string): void {
    writeItem(this.#keyOf(slot), null);
  }

  /** Says to other tabs that this one is alive, until the signal. */
  claim(signal: AbortSignal): void {
    const hold = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    if (navigator.locks) void whenUnlocked(this.#prefix + this.#tab, signal, hold);
    else this.#keepBeating(signal);
  }

  /**
   * Takes over what other tabs have left, each as soon as it is closed. The promise ends when all of them are taken,
   * or after a moment, because some are still open.
   */
  async takeLeft(take: (left: Buffered[]) => void, signal: AbortSignal): Promise<void> {
    const taken = this.#otherTabs().map((tab) => {
      const takeIt = () => take(this.#takeFrom(tab));
      return navigator.locks
        ? whenUnlocked(this.#prefix + tab, signal, takeIt)
        : whenSilent(tab, signal, takeIt);
    });
    if (taken.length === 0) return;
    // A failing `take` is reported as an unhandled rejection; the opening goes on without it.
    void Promise.all(taken);
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    await Promise.race([Promise.allSettled(taken), patience]);
  }

  /** Without locks a tab says by the clock that it is alive, as long as it has something unsent. */
  #keepBeating(signal: AbortSignal): void {
    this.#isBeating = true;
    const timer = setInterval(() => this.#beat(), beatMs);
    const rest = () => writeItem(pulseOf(this.#tab), null);
    addEventListener('pagehide', rest, { signal });
    signal.addEventListener('abort', () => {
      this.#isBeating = false;
      clearInterval(timer);
      rest();
    });
  }

  #beat(): void {
    if (keysWith(this.#keyOf('')).length > 0) writeItem(pulseOf(this.#tab), String(Date.now()));
    else writeItem(pulseOf(this.#tab), null);
  }

  #keyOf(slot: string): string {
    return `${this.#prefix}${this.#tab}:${slot}`;
  }

  #otherTabs(): string[] {
    const tabs = keysWith(this.#prefix).map((key) => key.slice(this.#prefix.length).split(':')[0] ?? '');
    return [...new Set(tabs)].filter((tab) => tab !== '' && tab !== this.#tab);
  }

  #takeFrom(tab: string): Buffered[] {
    writeItem(pulseOf(tab), null);
    return keysWith(`${this.#prefix}${tab}:`).flatMap((key) => {
      const value = readItem(key);
      const buffered = value === null ? null : parse(value);
      if (value === null || !buffered) return [];
      const slot = randomName();
      // Written again before it is removed, unless the storage has no room for both.
      const isWritten = writeItem(this.#keyOf(slot), value);
      writeItem(key, null);
      if (!isWritten) writeItem(this.#keyOf(slot), value);
      return [{ slot, ...buffered }];
    });
  }
}

/** A closing page gives its lock back a moment after the next one begins. */
const patienceMs = 250;

const beatMs = 2000;
/** A crashed tab is silent. A hidden tab can be too: the server keeps equal saves of two tabs once. */
const silentMs = 5000;

async function whenUnlocked(
  name: string,
  signal: AbortSignal,
  then: () => void | Promise<void>,
): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, async () => then());
  } catch (error) {
    // This tab has left before its turn.
    if (error !== signal.reason) throw error;
  }
}

/** The same for plain http, where browsers have no locks. */
async function whenSilent(tab: string, signal: AbortSignal, then: () => void): Promise<void> {
  while (Date.now() - Number(readItem(pulseOf(tab))) < silentMs) {
    await new Promise((resolve) => setTimeout(resolve, beatMs));
    if (signal.aborted) return;
  }
  then();
}

/** Holds no words of the founder, so it lies beside the drafts. */
function pulseOf(tab: string): string {
  return `tabAlive:${tab}`;
}

function randomName(): string {
  return Math.random().toString(36).slice(2);
}

function parse(value: string): Omit<Buffered, 'slot'> | null {
  try {
    const { document, unanswered = null, at } = JSON.parse(value);
    return { document, unanswered, at: Number(at) || 0 };
  } catch {
    return null;
  }
}

function keysWith(prefix: string): string[] {
  return listDrafts(prefix).map(([key]) => key);
}
