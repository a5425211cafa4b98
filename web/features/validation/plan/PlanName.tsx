import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { rename } from '#shared/rules/plans/app-name.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import type { PlanPartProps } from './founder-plan.ts';

/** The founder's name for the app. A new one leaves the survey's link as it is. */
export function PlanName({ plan, isReadOnly, onEdit }: PlanPartProps & { isReadOnly: boolean }) {
  /** The name before it is changed; null while it stands. */
  const [before, setBefore] = useState<string | null>(null);
  const { appName } = plan;
  const open = () => setBefore(appName);

  function done() {
    const name = appName.trim();
    const own = (text: string) => (name === '' ? text : rename(text, before ?? '', name));
    setBefore(null);
    onEdit({
      appName: name,
      oneSentencePitch: own(plan.oneSentencePitch),
      problemParagraph: own(plan.problemParagraph),
      targetAudience: own(plan.targetAudience),
    });
  }

  if (before !== null)
    return (
      <TextInput
        autoFocus
        aria-label="Name"
        dir="auto"
        autoComplete="off"
        className="h-8! max-w-80 text-lg! font-semibold tracking-[-0.025em]"
        value={appName}
        onChange={(event) => onEdit({ appName: event.target.value })}
        onBlur={done}
        onKeyDown={(event) => event.key === 'Enter' && done()}
      />
    );
  if (appName === '')
    return isReadOnly ? null : (
      <Button
        variant="quiet"
        onClick={open}
        className="-ml-2 h-7! px-2! text-lg! tracking-[-0.025em] pointer-coarse:h-9!"
      >
        Name it
        <Pencil size={14} aria-hidden="true" />
      </Button>
    );
  return (
    <div className="flex min-w-0 items-center">
      <h3
        dir="auto"
        className="min-w-0 truncate text-xl leading-7 font-semibold tracking-[-0.025em] sm:text-[1.375rem]"
      >
        {appName}
      </h3>
      {isReadOnly ? null : (
        <IconButton aria-label="Rename" onClick={open} className="size-7! text-faint pointer-coarse:size-9!">
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
