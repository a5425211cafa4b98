import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { isTyping } from '#web/ui/is-typing.ts';

/** Moves the focus to a question's control, once it is shown. */
export function useFocus(form: RefObject<HTMLFormElement | null>) {
  const [target, setTarget] = useState<{ position: number } | null>(null);
  useEffect(() => {
    if (!target) return;
    const controls = form.current
      ?.querySelectorAll('ol > li')
      [target.position]?.querySelectorAll<HTMLElement>('select, input, textarea');
    const shown = [...(controls ?? [])].filter((control) => control.checkVisibility?.() ?? true);
    (shown.find((control) => control.matches(':checked')) ?? shown[0])?.focus();
  }, [target, form]);
  return (position: number) => setTarget({ position });
}

type Keys = {
  onEnter: () => void;
  /** False when there is nothing of this number. */
  onNumber: (number: number) => boolean;
};

/** Enter in the form, Enter and the number keys where nothing has the focus. Shift and Enter still begin a new line. */
export function useKeys(form: RefObject<HTMLFormElement | null>, { onEnter, onNumber }: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(target instanceof HTMLElement) || target.closest('a, button')) return;
    if (target !== document.body && !form.current?.contains(target)) return;
    const isText = target instanceof HTMLTextAreaElement;
    // A phone's keyboard has no other way to begin a new line.
    const isNewLine = isText && (event.shiftKey || matchMedia('(pointer: coarse)').matches);
    if (key === 'Enter' && !isNewLine) {
      event.preventDefault();
      onEnter();
    }
    // A control with the focus has keys of its own: a select goes to the option that begins with them.
    if (target === document.body && /^[1-9]$/.test(key) && onNumber(Number(key))) event.preventDefault();
  });
  // With the questions, so that the first key is heard.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
