import { useState } from 'react';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';

/** `id` grows, so that the same words said again are a new toast. */
export type Toast = ToastContent & { id: number };

/** The one toast of this page: a new one takes the place of the one that is there (specification 4, Survey). */
export function useToast() {
  const [toast, setToast] = useState<Toast | null>(null);

  function show({ title, text, tone }: ToastContent) {
    setToast((current) => ({ id: (current?.id ?? 0) + 1, title, text, tone }));
  }

  return { toast, show, dismiss: () => setToast(null) };
}
