import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon: LucideIcon;
  title: ReactNode;
  /** One sentence: what will appear here, and why. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={clsx(
        'grid justify-items-center gap-1.5 rounded-m border border-dashed border-line px-5 py-7 text-center',
        className,
      )}
    >
      <span className="mb-1 grid size-10 place-items-center rounded-[10px] bg-muted text-soft">
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="font-medium">{title}</div>
      {children ? <p className="max-w-[34ch] text-soft">{children}</p> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
