import * as z from 'zod/mini';
import { storable } from '#shared/rules/text/storable.ts';
import { draftKey } from '#web/identity/drafts.ts';

/** Fields of the form, as typed. Each forum has a line. */
const productDraft = z.object({
  name: z.string(),
  url: z.string(),
  description: z.string(),
  forums: z.string(),
});
export type ProductDraft = z.infer<typeof productDraft>;

export const blankDraft: ProductDraft = { name: '', url: '', description: '', forums: '' };

/** The idea that the search is for, with what is known of it already. */
export type FindStart = { trailId: string; idea: string; appName?: string };

/** Draft typed for the idea before; an untouched form begins with facts from the idea's trail. */
export function openDraft(userId: string, start: FindStart | undefined): ProductDraft {
  return (
    readDraft(keyOf(userId, start)) ?? {
      ...blankDraft,
      name: start?.appName ?? '',
      description: start?.idea ?? '',
    }
  );
}

/** Keeps one field in this browser; another tab may have changed the others. Gives what can be kept of it. */
export function saveField(
  userId: string,
  start: FindStart | undefined,
  change: Partial<ProductDraft>,
  shown: ProductDraft,
): ProductDraft {
  const clean = Object.fromEntries(Object.entries(change).map(([field, text]) => [field, storable(text)]));
  const key = keyOf(userId, start);
  write(key, { ...(readDraft(key) ?? shown), ...clean });
  return { ...shown, ...clean };
}

/** Hears what another tab keeps of the same form. Returns how to stop. */
export function followDraft(
  userId: string,
  start: FindStart | undefined,
  onChange: (draft: ProductDraft) => void,
): () => void {
  const key = keyOf(userId, start);
  function follow(event: StorageEvent) {
    // Sent or signed out over there: what is here stays, so that nothing goes before its owner's eyes.
    const kept = event.key === key ? readDraft(key) : null;
    if (kept) onChange(kept);
  }
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** Forgets what was typed: a campaign has it now. */
export function dropDraft(userId: string, start: FindStart | undefined): void {
  write(keyOf(userId, start), blankDraft);
}

function keyOf(userId: string, start: FindStart | undefined): string {
  return draftKey(userId, start ? `campaign:${start.trailId}` : 'campaign');
}

function readDraft(key: string): ProductDraft | null {
  try {
    const { document } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return productDraft.safeParse(document?.product).data ?? null;
  } catch {
    // Unreadable or switched off: the form begins empty.
    return null;
  }
}

/** In the shape that is asked about before its owner signs out. */
function write(key: string, product: ProductDraft): void {
  try {
    const isBlank = Object.values(product).every((text) => text.trim() === '');
    if (isBlank) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ document: { product } }));
  } catch {
    // Switched off or full: what is typed lasts as long as the page.
  }
}
