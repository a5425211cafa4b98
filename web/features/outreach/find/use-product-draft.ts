import { useState } from 'react';
import { dropDraft, type FindStart, keepField, openDraft, type ProductDraft } from './product-draft.ts';

/** What is typed in the form, kept in this browser at every change. */
export function useProductDraft(userId: string, start: FindStart | undefined) {
  const [draft, setDraft] = useState(() => openDraft(userId, start));
  return {
    draft,
    change: (change: Partial<ProductDraft>) => setDraft(keepField(userId, start, change, draft)),
    drop() {
      dropDraft(userId, start);
      setDraft(openDraft(userId, start));
    },
  };
}
