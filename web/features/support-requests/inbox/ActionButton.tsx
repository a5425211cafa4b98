import { Button } from '#web/ui/Button.tsx';
import type { InboxAction } from './use-inbox-request.ts';
import type { WorkBarProps } from './WorkBar.tsx';

type ActionButtonProps = Pick<WorkBarProps, 'action'> & {
  wanted: InboxAction;
  text: string;
  busyText: string;
  isMain?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
};

/** Does one thing with a request, and is busy meanwhile. */
export function ActionButton(props: ActionButtonProps) {
  const { action, wanted, text, busyText, isMain = false, disabled = false, describedBy } = props;
  const { isPending, variables, mutate } = action;
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      busy={isPending && variables.name === wanted.name}
      busyText={busyText}
      disabled={disabled}
      aria-describedby={describedBy}
      onClick={() => mutate(wanted)}
    >
      {text}
    </Button>
  );
}
