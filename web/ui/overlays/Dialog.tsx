import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { useBackCloses } from './back-closes.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** Stays in sight below the scrolling content. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l' | '4xl';
  /** True when nothing in it can be focused: then the scrolling content can, for the arrow keys. */
  reading?: boolean;
  /** True where the address opened it, which going back leaves anyway. */
  hasAddress?: boolean;
};

const widths = { s: 'sm:max-w-md', m: 'sm:max-w-2xl', l: 'sm:max-w-200', '4xl': 'sm:max-w-4xl' };

/** Centred on wide screens, a sheet from below on phones. A click outside does not close it: forms live here. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'm',
  reading = false,
  hasAddress = false,
}: DialogProps) {
  const focus = useFocusReturn();
  useBackCloses(open && !hasAddress, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-overlay" />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={(event) => event.preventDefault()}
          className={clsx(panel, widths[size])}
        >
          <DialogHeader title={title} description={description} />
          <div
            {...(reading ? { tabIndex: 0, role: 'region', 'aria-label': 'Content' } : {})}
            className="min-h-0 grow overflow-y-auto overscroll-contain px-5 pb-5 outline-offset-[-2px] sm:px-6 sm:pb-6"
          >
            {/* Room for a focus ring. On the scrolling box itself a bar that stays would stop below it. */}
            <div className="pt-1">{children}</div>
          </div>
          {footer ? (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-4 sm:px-6">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function DialogHeader({ title, description }: Pick<DialogProps, 'title' | 'description'>) {
  return (
    <header className="flex items-start gap-4 px-5 pt-5 pb-4 sm:px-6 sm:pt-6">
      <div className="min-w-0 grow">
        <Radix.Title className="text-lg leading-6 font-semibold">{title}</Radix.Title>
        {description ? <Radix.Description className="mt-1 text-soft">{description}</Radix.Description> : null}
      </div>
      <Radix.Close asChild>
        <IconButton aria-label="Close dialog" className="-mt-1.5 -mr-2">
          <X size={18} aria-hidden="true" />
        </IconButton>
      </Radix.Close>
    </header>
  );
}

// A tall one gives way to a toast above it, and its buttons below stay where they are.
const panel =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[min(90dvh,calc(100dvh-var(--toast-room,0px)))] animate-sheet flex-col ' +
  'rounded-t-l bg-raised shadow-float transition-[max-height,translate] duration-150 ' +
  'pb-[env(safe-area-inset-bottom)] outline-none sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto ' +
  'sm:max-h-[min(90dvh,calc(95dvh-var(--toast-room,0px)))] ' +
  'sm:translate-y-[max(-50%,calc(var(--toast-room,0px)-50dvh))] sm:animate-pop sm:rounded-l sm:pb-0';

/** Radix returns the focus to its own trigger only; dialogs here are opened by state. */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  const place = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      // An action in the dialog may have removed the button that opened it.
      place.current = opener.current?.parentElement?.closest('[tabindex]') ?? null;
      event.preventDefault();
      firstPlace(event.target as HTMLElement).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const left = [opener.current, place.current].find((element) => element?.isConnected);
      const target = left ?? document.getElementById('main');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

/** The first thing to fill in; on touch a search or the sheet itself, because a keyboard would cover it. */
function firstPlace(content: HTMLElement): HTMLElement {
  const search = content.querySelector<HTMLElement>('[role="combobox"]');
  if (search) return search;
  if (matchMedia('(pointer: coarse)').matches) return content;
  return (
    content.querySelector<HTMLElement>(
      'input:not(:disabled), textarea:not(:disabled), select:not(:disabled)',
    ) ?? content
  );
}
