import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Spinner } from '#web/ui/Spinner.tsx';
import { planProgress } from './plan-progress.ts';

/** What has arrived of the reply, told by its own fields. */
export function GenerationProgress({ text }: { text: string }) {
  return (
    <div className="mt-5 rounded-m bg-muted px-4 py-3.5">
      <p role="status" className="font-medium">
        Generating response, please wait...
      </p>
      <p className="text-meta text-soft tabular-nums">
        {text === ''
          ? 'Your idea is sent; nothing has arrived yet.'
          : `${text.length.toLocaleString()} characters have arrived.`}
      </p>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5">
        {planProgress(text).map(({ label, state }) => (
          <li
            key={label}
            className={clsx('flex items-center gap-1.5', state === 'waiting' ? 'text-faint' : 'text-ink')}
          >
            <span className="grid size-4 place-items-center">
              {state === 'done' ? <Check size={14} aria-hidden="true" className="text-good" /> : null}
              {state === 'writing' ? <Spinner className="size-3!" /> : null}
              {state === 'waiting' ? <span className="size-1.5 rounded-full bg-edge" /> : null}
            </span>
            {label}
            <span className="sr-only">{spoken[state]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const spoken = { done: ': there', writing: ': arriving', waiting: ': not yet' };
