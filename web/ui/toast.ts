import { createElement } from 'react';
import { toast as sonner } from 'sonner';
import { ToastCard, type ToastContent } from './ToastCard.tsx';

// Errors say more and matter more, so they stay longer; all wait while the pointer rests on them.
const milliseconds = { success: 5000, info: 5000, error: 9000 };

/** Shows a toast in place of the one that is there: only one is ever visible (specification 4, Survey). */
export function showToast(content: ToastContent): void {
  sonner.dismiss();
  sonner.custom((id) => createElement(ToastCard, { ...content, onDismiss: () => sonner.dismiss(id) }), {
    duration: milliseconds[content.tone],
  });
}
