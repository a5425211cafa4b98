import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { missingPhrase } from '#shared/rules/plans/needs-asking.ts';
import type { Phrase } from './ReadingBoxes.tsx';

export type PhraseBoxes = ReturnType<typeof usePhraseBoxes>;

/**
 * The boxes of a form that can't be sent while a phrase is missing.
 * @param reading null while nothing is asked for.
 * @param timesAsked puts the focus into the first missing box when it grows.
 */
export function usePhraseBoxes(reading: IdeaReading | null, timesAsked: number) {
  const [missing, setMissing] = useState<Phrase | null>(null);
  const boxes = useRef<HTMLDivElement>(null);

  function focusMissing(): Phrase | null {
    const name = reading && missingPhrase(reading);
    boxes.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    return name;
  }
  const focusAsked = useEffectEvent(focusMissing);
  useEffect(() => {
    if (timesAsked > 0) focusAsked();
  }, [timesAsked]);

  return {
    boxes,
    /** Is marked as missing. */
    missing,
    /** Marks the missing box and puts the focus there; false when there is none. */
    refuse(): boolean {
      const name = focusMissing();
      setMissing(name);
      return name !== null;
    },
    unmark: () => setMissing(null),
  };
}
