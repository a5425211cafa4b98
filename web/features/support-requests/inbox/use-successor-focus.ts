import { useEffect, useRef } from 'react';

/**
 * Who presses a button that its own work takes away goes on at `place`, instead of at the top of the page. `standing`
 * is another text whenever the buttons are others; what changes by itself moves nobody.
 */
export function useSuccessorFocus(standing: string) {
  const place = useRef<HTMLParagraphElement>(null);
  const hasPressed = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at when the buttons have changed
  useEffect(() => {
    if (!hasPressed.current) return;
    hasPressed.current = false;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) place.current?.focus();
  }, [standing]);

  return {
    place,
    onClick() {
      hasPressed.current = true;
    },
  };
}
