import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { WorkBarProps } from './WorkBar.tsx';

type TakeOverQuestionProps = Pick<WorkBarProps, 'action'> & { name: string; onCancel: () => void };

/** Says what taking over means before it is done: it concerns somebody else. */
export function TakeOverQuestion({ name, action, onCancel }: TakeOverQuestionProps) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div className="min-w-0 max-w-[60ch]">
      <p ref={question} tabIndex={-1} className="wrap-anywhere outline-none">
        <bdi>{name}</bdi> works on this. When you take it over, only you can reply, and <bdi>{name}</bdi> can
        go on reading and writing notes. Release gives it back to the inbox.
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={action.isPending && action.variables.name === 'takeOver'}
          busyText="Taking over..."
          onClick={() => action.mutate({ name: 'takeOver' }, { onSuccess: onCancel })}
        >
          Take over
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
