import { draftKey } from './draft-key.ts';
import { listDrafts } from './draft-store.ts';

/** Holds documents of an account that may not be on the server yet, and can send them. */
export type UnsentHolder = {
  owner: string;
  /** Never rejects. */
  send: () => Promise<unknown>;
  unsent: () => object[];
};

const holders = new Set<UnsentHolder>();

/** Has the holder asked before its owner leaves. Returns how to stop that. */
export function holdUnsent(holder: UnsentHolder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Sends what can be sent and gives the owner's documents that only this browser has then, each once. */
export async function sendUnsent(owner: string): Promise<unknown[]> {
  const own = [...holders].filter((holder) => holder.owner === owner);
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(own.map(({ send }) => send())), patience]);
  const documents = [...own.flatMap(({ unsent }) => unsent()), ...readStored(owner)];
  return [...new Map(documents.map((document) => [JSON.stringify(document), document])).values()];
}

/** Longest wait for a silent network on leaving. */
const patienceMs = 5000;

/** Documents that other tabs, open or closed, left in local storage. */
function readStored(owner: string): unknown[] {
  return listDrafts(draftKey(owner, '')).flatMap(([, text]) => readDocument(text));
}

function readDocument(text: string): unknown[] {
  try {
    const { document } = JSON.parse(text);
    return document ? [document] : [];
  } catch {
    return [];
  }
}
