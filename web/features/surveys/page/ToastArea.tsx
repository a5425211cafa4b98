import { useEffect, useEffectEvent, useState } from 'react';
import { ToastCard } from '#web/ui/overlays/ToastCard.tsx';
import type { Toast } from './use-toast.ts';

// Like the app's toasts, without the library that shows those; on the right, clear of the submit button.
const milliseconds = { success: 5000, info: 5000, error: 9000 };

type ToastAreaProps = { toast: Toast | null; onDismiss: () => void };

export function ToastArea({ toast, onDismiss }: ToastAreaProps) {
  const [resting, setResting] = useState(false);
  const dismiss = useEffectEvent(onDismiss);

  useEffect(() => {
    if (!toast || resting) return;
    const timer = setTimeout(dismiss, milliseconds[toast.tone]);
    return () => clearTimeout(timer);
  }, [toast, resting]);

  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      className="pointer-events-none fixed inset-x-4 top-4 z-50 sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6"
    >
      {toast ? (
        <div key={toast.id} className="animate-fade">
          <ToastCard {...toast} onDismiss={onDismiss} />
        </div>
      ) : null}
    </section>
  );
}
