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

/** Sends what can be sent and gives the owner's documents that only this browser has then, each once. */
export async function sendUnsent(owner: string): Promise<unknown[]> {
  const own = [...holders].filter((holder) => holder.owner === owner);
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(own.map(({ send }) => send())), patience]);
  const stored = listDrafts(draftKey(owner, '')).map(([, text]) => parseDraft(text, unsentDocument));
  const documents = stored.filter((document) => document !== null);
  return [...new Map(documents.map((document) => [JSON.stringify(document), document])).values()];
}

/** Longest wait for a silent network on leaving. */
const patienceMs = 5000;

const unsentDocument = { parse: (stored: unknown): unknown => Object(stored).document ?? null };
