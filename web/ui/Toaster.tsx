import { useSyncExternalStore } from 'react';
import { Toaster as Sonner } from 'sonner';

/** Where toasts appear; stands once, around no other content. */
export function Toaster() {
  const phone = useSyncExternalStore(subscribe, isPhone);
  // Never over a dialog's buttons: those stand below on phones and on the right elsewhere.
  return (
    <Sonner position={phone ? 'top-center' : 'bottom-left'} visibleToasts={1} containerAriaLabel="Messages" />
  );
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
