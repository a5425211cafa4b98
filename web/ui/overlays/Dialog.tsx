import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { useBackCloses } from './back-closes.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /**
   * `name` stands large in the head, under a small title that folds away when the content is scrolled. `actions` are
   * beside it, on phones at the foot.
   */
  bar?: { name: ReactNode; actions: ReactNode } | undefined;
  /** Name of the cross; 'Close' where no other button has that name. */
  closeLabel?: string;
  children: ReactNode;
  /** Stays in sight below the scrolling content. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l' | '3xl' | '4xl';
  /** True when nothing in it can be focused: then the scrolling content can, for the arrow keys. */
  reading?: boolean;
  /** On phones as tall as can be, where content that changes with each letter would move the top edge. */
  isTall?: boolean;
  /** True where the address opened it, which going back leaves anyway. */
  hasAddress?: boolean;
};

const widths = {
  s: 'sm:max-w-md',
  m: 'sm:max-w-2xl',
  l: 'sm:max-w-200',
  '3xl': 'sm:max-w-184',
  '4xl': 'sm:max-w-4xl',
};

/** On wide screens its top edge never moves; a sheet from below on phones. A click outside does not close it: forms live here. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  bar,
  closeLabel = 'Close dialog',
  children,
  footer,
  size = 'm',
  reading = false,
  isTall = false,
  hasAddress = false,
}: DialogProps) {
  // Under a bar lies a text to be read: its first field is a place in the middle of it.
  const focus = useFocusReturn(bar !== undefined);
  const [isScrolled, setScrolled] = useState(false);
  useBackCloses(open && !hasAddress, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-overlay" />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={(event) => event.preventDefault()}
          className={clsx(panel, widths[size], bar && 'h-dvh sm:h-[90dvh]', isTall && 'max-sm:h-dvh')}
        >
          {bar ? (
            <BarHeader title={title} {...bar} isTight={isScrolled} closeLabel={closeLabel} />
          ) : (
            <DialogHeader title={title} description={description} closeLabel={closeLabel} />
          )}
          <div
            onScroll={bar ? (event) => setScrolled(event.currentTarget.scrollTop > 0) : undefined}
            {...(reading ? { tabIndex: 0, role: 'region', 'aria-label': 'Content' } : {})}
            className={clsx(
              'min-h-0 grow overflow-y-auto overscroll-contain px-5 pb-5 outline-offset-[-2px] sm:px-6 sm:pb-6',
              bar && 'max-sm:mb-17 max-sm:px-4',
            )}
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

type DialogHeaderProps = Pick<DialogProps, 'title' | 'description'> & { closeLabel: string };

function DialogHeader({ title, description, closeLabel }: DialogHeaderProps) {
  return (
    <header className="flex items-start gap-4 px-5 pt-5 pb-4 sm:px-6 sm:pt-6">
      <div className="min-w-0 grow">
        <Radix.Title className="text-lg leading-6 font-semibold">{title}</Radix.Title>
        {description ? <Radix.Description className="mt-1 text-soft">{description}</Radix.Description> : null}
      </div>
      <CloseButton label={closeLabel} className="-mt-1.5 -mr-2" />
    </header>
  );
}

type BarHeaderProps = NonNullable<DialogProps['bar']> & {
  title: ReactNode;
  isTight: boolean;
  closeLabel: string;
};

function BarHeader({ title, name, actions, isTight, closeLabel }: BarHeaderProps) {
  return (
    <header
      className={clsx(
        'z-10 flex shrink-0 items-center gap-2 pr-1 pl-4 transition-[height,box-shadow] duration-150 sm:pr-3 sm:pl-6',
        isTight ? 'h-14 shadow-[0_1px_0_var(--line),0_4px_12px_-8px_oklch(0_0_0/0.2)]' : 'h-14 sm:h-16',
      )}
    >
      <div className="min-w-0 grow">
        <Radix.Title
          className={clsx(
            'overflow-hidden text-xs leading-4 font-normal text-faint transition-[height] duration-150',
            isTight ? 'h-0' : 'h-4',
          )}
        >
          {title}
        </Radix.Title>
        {name}
      </div>
      <div className="flex items-center gap-4 max-sm:absolute max-sm:inset-x-0 max-sm:bottom-[env(safe-area-inset-bottom)] max-sm:h-17 max-sm:gap-3 max-sm:border-t max-sm:border-line max-sm:bg-raised max-sm:px-4">
        {actions}
      </div>
      <CloseButton label={closeLabel} />
    </header>
  );
}

function CloseButton({ label, className }: { label: string; className?: string }) {
  return (
    <Radix.Close asChild>
      <IconButton aria-label={label} className={className}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </Radix.Close>
  );
}

// It gives way to a toast above it, and grows downwards.
const panel =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[min(calc(100dvh-1.25rem),calc(100dvh-var(--toast-room,0px)))] animate-sheet flex-col ' +
  'rounded-t-l bg-raised shadow-float transition-[max-height,top] duration-150 ' +
  'pb-[env(safe-area-inset-bottom)] outline-none sm:inset-x-4 sm:top-[max(5dvh,var(--toast-room,0px))] sm:bottom-auto ' +
  'sm:mx-auto sm:max-h-[min(90dvh,calc(95dvh-var(--toast-room,0px)))] sm:animate-pop sm:rounded-l sm:pb-0';

/** Radix returns the focus to its own trigger only; dialogs here are opened by state. */
export function useFocusReturn(isText = false) {
  const opener = useRef<Element | null>(null);
  const place = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      // An action in the dialog may have removed the button that opened it.
      place.current = opener.current?.parentElement?.closest('[tabindex]') ?? null;
      event.preventDefault();
      const content = event.target as HTMLElement;
      (isText ? content : firstPlace(content)).focus();
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
