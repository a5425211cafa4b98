import { type Ref, useImperativeHandle, useRef, useState } from 'react';

/** Signs that tell people from programs, to be sent along with a form. */
export type HumanSigns = {
  read: () => { website: string; openMs: number };
  /** Empties the hidden field: a browser's autofill may have put something there. */
  clear: () => void;
};

const longestWebsite = 500;

/**
 * A field that people can't see or reach, and a clock that runs since the form was shown. Place it last in its form.
 */
export function HumanCheck({ ref }: { ref: Ref<HumanSigns> }) {
  const trap = useRef<HTMLInputElement>(null);
  const [shownAt] = useState(() => performance.now());
  useImperativeHandle(ref, () => ({
    read: () => ({
      website: trap.current?.value.slice(0, longestWebsite) ?? '',
      openMs: Math.round(performance.now() - shownAt),
    }),
    clear: () => {
      if (trap.current) trap.current.value = '';
    },
  }));
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Website
        <input ref={trap} type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
