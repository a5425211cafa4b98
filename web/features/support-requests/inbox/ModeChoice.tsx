import { composerModes } from './composer.data.ts';
import type { MessageKind } from './use-inbox-request.ts';

type ModeChoiceProps = {
  mode: MessageKind;
  /** Modes in which something is typed and not sent. */
  begun: MessageKind[];
  onChoose: (mode: MessageKind) => void;
};

export function ModeChoice({ mode, begun, onChoose }: ModeChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">What to write</legend>
      {composerModes.map(({ kind, name }) => (
        <label
          key={kind}
          className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-1.5 rounded-s px-3 py-1 font-medium whitespace-nowrap text-soft inset-ring inset-ring-transparent transition-colors duration-100 hover:text-ink has-checked:bg-lifted has-checked:text-ink has-checked:inset-ring-edge has-focus-visible:outline-2 has-focus-visible:outline-spark pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="mode"
            value={kind}
            checked={kind === mode}
            onChange={() => onChoose(kind)}
            className="accent-primary"
          />
          {name}
          {kind !== mode && begun.includes(kind) ? (
            <span className="text-meta font-normal">not sent yet</span>
          ) : null}
        </label>
      ))}
    </fieldset>
  );
}
