import { DocumentBuffers } from '#web/api/document-buffers.ts';
import { draftsChanged } from './drafts-changed.ts';
import { isWorthKeeping, type RequestDraft, readDraft } from './request-draft.ts';

type Kept = { slot: string; draft: RequestDraft };

/**
 * An account's drafts of support requests that this tab holds, newest first: each in a slot of its own in the
 * browser, so that tabs never overwrite each other's. What closed tabs have left comes to this one.
 */
export class DraftShelf {
  readonly owner: string;
  readonly #buffers: DocumentBuffers;
  readonly #listeners = new Set<() => void>();
  #kept: Kept[] = [];
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
      this.#hold([...this.#kept, ...read]);
    };
    await this.#buffers.takeLeft(take, signal);
  }

  /** Keeps a draft as it is now; one in which nothing stands any more is not kept. */
  readonly put = (draft: RequestDraft): void => {
    const rest = this.#kept.filter((kept) => kept.draft.id !== draft.id);
    const slot = this.#slotOf(draft.id) ?? this.#buffers.newSlot();
    const { unanswered, ...document } = draft;
    if (isWorthKeeping(draft)) this.#buffers.write(slot, document, unanswered);
    else this.#buffers.remove(slot);
    // It stays on the page even then: whoever has emptied it is still writing.
    this.#hold([...rest, { slot, draft }]);
  };

  readonly drop = (id: string): void => {
    const slot = this.#slotOf(id);
    if (slot) this.#buffers.remove(slot);
    this.#hold(this.#kept.filter(({ draft }) => draft.id !== id));
  };

  #slotOf(id: string): string | undefined {
    return this.#kept.find(({ draft }) => draft.id === id)?.slot;
  }

  #hold(kept: Kept[]): void {
    this.#kept = kept.toSorted((a, b) => b.draft.changedAt - a.draft.changedAt);
    this.#drafts = this.#kept.map(({ draft }) => draft);
    for (const listener of this.#listeners) listener();
    dispatchEvent(new Event(draftsChanged));
  }
}
