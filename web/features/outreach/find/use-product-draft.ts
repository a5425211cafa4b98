import { useEffect, useState } from 'react';
import {
  dropDraft,
  type FindStart,
  followDraft,
  keepField,
  openDraft,
  type ProductDraft,
} from './product-draft.ts';

/** What is typed in the form, kept in this browser at every change and shared by its tabs. */
export function useProductDraft(userId: string, start: FindStart | undefined) {
  const [draft, setDraft] = useState(() => openDraft(userId, start));
  useEffect(() => followDraft(userId, start, setDraft), [userId, start]);
  return {
    draft,
    change: (change: Partial<ProductDraft>) => setDraft(keepField(userId, start, change, draft)),
    drop() {
      dropDraft(userId, start);
      setDraft(openDraft(userId, start));
    },
  };
}
