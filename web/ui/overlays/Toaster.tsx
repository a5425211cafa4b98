import { useEffect, useSyncExternalStore } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { ToastCard, type ToastContent } from './ToastCard.tsx';
import { connectToaster } from './toast.ts';

/** Place of all toasts; rendered once, around no other content. */
export function Toaster() {
  const phone = useSyncExternalStore(subscribe, isPhone);
  useEffect(() => connectToaster({ present, dismiss: () => sonner.dismiss() }), []);
  useEffect(letFocusIn, []);
  // Never over a dialog's buttons: those are below on phones and on the right elsewhere.
  return (
    <Sonner position={phone ? 'top-center' : 'bottom-left'} visibleToasts={1} containerAriaLabel="Messages" />
  );
}

// Errors and ways back stay longer; all wait while the pointer rests on them.
const milliseconds = { success: 5000, info: 5000, error: 9000 };

function present(content: ToastContent): void {
  sonner.dismiss();
  sonner.custom((id) => <ToastCard {...content} onDismiss={() => sonner.dismiss(id)} />, {
    duration: content.action ? milliseconds.error : milliseconds[content.tone],
  });
}

/** Hides the focus on its way to a toast (Alt+T) from an open dialog, which would take it back. */
function letFocusIn(): () => void {
  const hide = (event: FocusEvent) => {
    const to = event.type === 'focusin' ? event.target : event.relatedTarget;
    if (to instanceof Element && to.closest('[data-sonner-toaster]')) event.stopPropagation();
  };
  // Captured at the window, before the dialog's own listeners on the document.
  addEventListener('focusin', hide, true);
  addEventListener('focusout', hide, true);
  return () => {
    removeEventListener('focusin', hide, true);
    removeEventListener('focusout', hide, true);
  };
}

const narrow = '(width < 40rem)';

function isPhone(): boolean {
  return matchMedia(narrow).matches;
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
