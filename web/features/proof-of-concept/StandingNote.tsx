import { Button } from '#web/ui/Button.tsx';
import { isKeepable } from './prompt-store.ts';
import type { PromptDesk } from './use-prompt-desk.ts';

type StandingNoteProps = {
  desk: PromptDesk;
  /** Another tab has the prompt open too. */
  otherTab: boolean;
  onSeePlans: () => void;
};

/** Where the prompt is safe. */
export function StandingNote({ desk, otherTab, onSeePlans }: StandingNoteProps) {
  const text = describe(desk);
  if (text === null && !otherTab) return null;
  const isProblem = desk.standing !== 'kept' && desk.standing !== 'keeping';
  const needsUpgrade = isProblem && desk.refusal?.code === 'upgrade_to_pro';
  return (
    <div className="flex min-w-0 flex-[1_1_14rem] flex-wrap items-center justify-end gap-x-3 gap-y-2 sm:mr-2">
      <p
        role={isProblem ? 'status' : undefined}
        className={isProblem ? 'text-meta text-bad' : 'text-meta text-faint'}
      >
        {text}
        {otherTab ? ' Also open in another tab.' : null}
      </p>
      {needsUpgrade ? <Button onClick={onSeePlans}>See the plans</Button> : null}
    </div>
  );
}

function describe({ document, standing, refusal }: PromptDesk): string | null {
  if (!document) return null;
  if (standing === 'keeping') return 'Saving…';
  if (standing === 'kept') return document.revision > 0 ? 'Saved' : null;
  const reason = isKeepable(document)
    ? (refusal?.message ?? 'the server could not be reached.')
    : 'it is longer than your account keeps.';
  if (standing === 'nowhere')
    return `Kept nowhere: ${reason} This browser keeps nothing either, so copy what you need before you leave.`;
  return `Only in this browser: ${reason}`;
}
