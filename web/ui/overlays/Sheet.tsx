import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { useFocusReturn } from './Dialog.tsx';

type SheetProps = {
  /** Called when it is closed: by its button, Escape or a click beside it. */
  onClose: () => void;
  title: ReactNode;
  /** Beside the title. */
  note?: ReactNode;
  /** Buttons before the one that closes it. */
  actions?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/** Comes from the right over a list that stays, on phones from below; the address opens it. */
export function Sheet({ onClose, title, note, actions, children, footer }: SheetProps) {
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Radix.Content
          {...useFocusReturn()}
          aria-describedby={undefined}
          onInteractOutside={keepForToasts}
          className={panel}
        >
          <header className="flex items-center gap-1 pt-3 pr-1 pb-2 pl-4 sm:pt-4 sm:pr-3 sm:pb-3 sm:pl-6">
            <Radix.Title className="mr-2 text-title font-semibold tracking-[-0.045em] text-spark-ink tabular-nums">
              {title}
            </Radix.Title>
            <div className="min-w-0 grow text-meta wrap-anywhere text-faint">{note}</div>
            {actions}
            <Radix.Close asChild>
              <IconButton aria-label="Close">
                <X size={18} aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section aria-label="Content" tabIndex={0} className={body}>
            {children}
          </section>
          {footer ? (
            <footer className="flex items-center gap-2 border-t border-line px-4 py-3 sm:px-6">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const panel =
  'fixed inset-x-0 top-5 bottom-0 z-50 flex animate-sheet flex-col overflow-hidden rounded-t-l bg-raised shadow-float ' +
  'pb-[env(safe-area-inset-bottom)] outline-none sm:inset-y-2 sm:right-2 sm:left-auto sm:w-116 sm:animate-side sm:rounded-l sm:pb-0';

const body = 'relative min-h-0 grow overflow-y-auto overscroll-contain px-4 -outline-offset-2 sm:px-6';

function keepForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
    event.preventDefault();
}
