import { useState } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';

type ChangedElsewhereProps = {
  onKeepCopy: () => void;
  /** Rejects when the newer text could not be loaded. */
  onLoadNewer: () => Promise<void>;
};

/** Another tab or device has changed the same document: its owner chooses which text goes on here. */
export function ChangedElsewhere({ onKeepCopy, onLoadNewer }: ChangedElsewhereProps) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');

  async function load() {
    setState('loading');
    await onLoadNewer().catch(() => setState('failed'));
  }

  return (
    <div role="alert" className="w-full rounded-m bg-warn-wash px-4 py-3.5">
      <p>
        {state === 'failed'
          ? 'The newer text could not be loaded. Yours is still here.'
          : 'Changed in another tab or on another device. Your text is still here.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onKeepCopy}>Keep mine as a copy</Button>
        <Button busy={state === 'loading'} onClick={() => void load()}>
          Load the newer one
        </Button>
      </div>
    </div>
  );
}
