import { clsx } from 'clsx';
import { Check, Info, type LucideIcon, OctagonAlert, X } from 'lucide-react';
import { preview } from '#shared/rules/text/plain-text.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';

export type ToastContent = {
  title: string;
  text?: string;
  tone: 'success' | 'error' | 'info';
  /** The way back from what the toast reports. */
  action?: { label: string; run: () => void };
};

/** A server’s own words may be a whole page; about six lines can be read before the toast goes. */
const longest = 300;

const icons: Record<ToastContent['tone'], LucideIcon> = { success: Check, error: OctagonAlert, info: Info };

type ToastCardProps = ToastContent & { onDismiss: () => void; dismissLabel?: string };

export function ToastCard(props: ToastCardProps) {
  const { title, text, tone, action, onDismiss, dismissLabel = 'Dismiss' } = props;
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={clsx(
        'pointer-events-auto flex w-full gap-3 rounded-m bg-raised py-3 pr-2 pl-4 font-sans text-sm text-ink shadow-float sm:w-89',
        tone === 'error' && 'inset-ring-[1.5px] inset-ring-bad',
      )}
    >
      <Icon
        size={17}
        aria-hidden="true"
        className={clsx('mt-1 shrink-0', tone === 'error' ? 'text-bad' : 'text-soft')}
      />
      <div className="min-w-0 grow py-0.5">
        <p className={clsx('font-medium', tone === 'error' && 'text-bad')}>{title}</p>
        {text ? <p className="wrap-anywhere text-soft">{preview(text, longest)}</p> : null}
      </div>
      {action ? (
        <Button
          variant="quiet"
          className="-my-0.5"
          onClick={() => {
            onDismiss();
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton aria-label={dismissLabel} onClick={onDismiss} className="-my-1">
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
