import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';

type ReadOnlyNoteProps = {
  /** Things that can't be changed now. */
  title: string;
  /** Things that are safe, and actions that remain. */
  children: ReactNode;
  /** Shows what the plan lacks. */
  onUpgrade: () => void;
};

/** Over what was made on a plan that its maker no longer has. */
export function ReadOnlyNote({ title, children, onUpgrade }: ReadOnlyNoteProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-spark-wash px-4 py-3.5">
      <Lock size={16} aria-hidden="true" className="shrink-0 text-spark-ink" />
      <p className="min-w-0 flex-[1_1_14rem]">
        <span className="font-medium">{title}</span> {children}
      </p>
      <Button onClick={onUpgrade}>See the plans</Button>
    </div>
  );
}
