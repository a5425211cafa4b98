import { type Ref, useImperativeHandle, useRef, useState } from 'react';

/** Signs that tell people from programs, to be sent along with a form. */
export type HumanSigns = { read: () => { trap: string; openMs: number } };

const longestTrap = 500;

/**
 * A field that people can't see or reach, and a clock that runs since the form was shown. Place it last in its form.
 * Its name and label are of no kind that browsers and password managers fill.
 */
export function HumanCheck({ ref }: { ref: Ref<HumanSigns> }) {
  const trap = useRef<HTMLInputElement>(null);
  const [shownAt] = useState(() => performance.now());
  useImperativeHandle(ref, () => ({
    read: () => ({
      trap: trap.current?.value.slice(0, longestTrap) ?? '',
      openMs: Math.round(performance.now() - shownAt),
    }),
  }));
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input ref={trap} type="text" name="leave-empty" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
