import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { ErrorState } from './ErrorState.tsx';

type RunFailureProps = {
  title: string;
  /** The server's own message. */
  reason: string | null;
  /** Safe things, and next steps. */
  children: ReactNode;
  /** Set where another plan is needed. */
  onSeePlans: (() => void) | null;
  /** Buttons for what can be done instead. */
  actions?: ReactNode;
};

/** Why a tool has written nothing, for what stays in sight after the toast. */
export function RunFailure({ title, reason, children, onSeePlans, actions }: RunFailureProps) {
  return (
    <ErrorState title={<span className="wrap-anywhere">{title}</span>} isAnnounced className="mt-5">
      {reason ? <p className="wrap-anywhere">{reason}</p> : null}
      <p>{children}</p>
      {onSeePlans ? (
        <Button onClick={onSeePlans} className="mt-3">
          See the plans
        </Button>
      ) : null}
      {actions ? <div className="mt-3 flex flex-wrap gap-2 empty:hidden">{actions}</div> : null}
    </ErrorState>
  );
}
