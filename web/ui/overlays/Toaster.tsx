import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { ToastCard, type ToastContent } from './ToastCard.tsx';
import { connectToaster } from './toast.ts';

/** Place of all toasts; rendered once, around no other content. */
export function Toaster() {
  useEffect(() => connectToaster({ present, dismiss: () => sonner.dismiss() }), []);
  useEffect(letFocusIn, []);
  // Above, where no dialog has its buttons; its title gives way (`--toast-room` in Dialog.tsx).
  return <Sonner position="top-center" visibleToasts={1} containerAriaLabel="Messages" />;
}

// Errors and ways back stay longer; all wait while the pointer rests on them.
const milliseconds = { success: 5000, info: 5000, error: 9000 };

function present(content: ToastContent): void {
  sonner.dismiss();
  const card = (id: string | number) => (
    <div ref={makeRoom}>
      <ToastCard {...content} onDismiss={() => sonner.dismiss(id)} />
    </div>
  );
  sonner.custom(card, { duration: content.action ? milliseconds.error : milliseconds[content.tone] });
}

/** Pixels between a toast and the dialog that gave way to it. */
const gap = 12;
let newest: HTMLElement | null = null;

/** Tells dialogs how much of the screen a toast takes from above, as long as it is there. */
function makeRoom(place: HTMLDivElement | null) {
  if (!place) return;
  newest = place;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const top = place.closest('ol')?.getBoundingClientRect().top ?? 0;
    style.setProperty('--toast-room', `${top + place.offsetHeight + gap}px`);
  });
  observer.observe(place);
  return () => {
    observer.disconnect();
    // One that was replaced goes last: the room is the other's by then.
    if (newest === place) style.removeProperty('--toast-room');
  };
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
