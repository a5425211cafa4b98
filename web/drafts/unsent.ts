import { draftKey, listDrafts, parseDraft } from './draft-store.ts';

/** Sends an account's documents that may not be on the server yet. Never rejects. */
type UnsentHolder = { owner: string; send: () => Promise<unknown> };

const holders = new Set<UnsentHolder>();

/** Calls `send` before the owner signs out. Returns how to stop that. */
export function holdUnsent(owner: string, send: UnsentHolder['send']): () => void {
  const holder = { owner, send };
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Key of the mutations that save what a dialog changes, which are waited for when it closes. */
export const savingKey = ['saving'];

/** A document that only this browser has; `thing` names its form, as in `draftKey`. */
export type Unsent = { thing: string; document: unknown };

/** Sends what can be sent; done once it has arrived or failed, or takes too long. */
export async function sendDocuments(owner: string): Promise<void> {
  const own = [...holders].filter((holder) => holder.owner === owner);
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(own.map(({ send }) => send())), patience]);
}

/** Sends what can be sent and gives the owner's documents that only this browser has then, each once. */
export async function sendUnsent(owner: string): Promise<Unsent[]> {
  await sendDocuments(owner);
  const prefix = draftKey(owner, '');
  const stored = listDrafts(prefix).map(([key, text]) => ({
    thing: key.slice(prefix.length),
    document: parseDraft(text, unsentDocument),
  }));
  const unsent = stored.filter(({ document }) => document !== null);
  return [...new Map(unsent.map((one) => [JSON.stringify(one.document), one])).values()];
}

/** Longest wait for a silent network. */
const patienceMs = 5000;

const unsentDocument = { parse: (stored: unknown): unknown => Object(stored).document ?? null };
