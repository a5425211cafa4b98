import { useEffect, useEffectEvent, useRef } from 'react';

/** Escape ends only what is open inside the dialog. */
export function useEscape(isOpen: boolean, close: () => void): void {
  useFirst('keydown', isOpen, (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.isComposing) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    close();
  });
}

/** Hears of an event while `isOn`, before the dialog and the session do: they listen on the document. */
export function useFirst(type: string, isOn: boolean, then: (event: Event) => void): void {
  const thenNow = useEffectEvent(then);
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: Event) => thenNow(event);
    addEventListener(type, listener, { capture: true });
    return () => removeEventListener(type, listener, { capture: true });
  }, [type, isOn]);
}

/** Waits until what is pressed is let go and clicked: it must not move away under the finger. */
export function useAfterPress(): (then: () => void) => void {
  const press = useRef<{ after: (() => void) | null } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const options = { capture: true, signal: leaving.signal };
    const down = () => {
      press.current = { after: null };
    };
    const up = () => {
      const after = press.current?.after;
      press.current = null;
      if (after) setTimeout(after);
    };
    addEventListener('pointerdown', down, options);
    addEventListener('pointerup', up, options);
    addEventListener('pointercancel', up, options);
    return () => leaving.abort();
  }, []);
  return (then) => {
    if (press.current) press.current.after = then;
    else then();
  };
}
