import { type FocusEvent, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';

type TextField = HTMLTextAreaElement | HTMLInputElement;

/**
 * Places words that are clicked beside a form: at the cursor of the field that had the focus last, else into the
 * first empty one.
 */
export function useCursor(form: RefObject<HTMLElement | null>) {
  const last = useRef<TextField | null>(null);

  function insert(words: string) {
    const fields = [...(form.current?.querySelectorAll<TextField>(textFields) ?? [])];
    const known = last.current && fields.includes(last.current) ? last.current : null;
    const field = known ?? fields.find(({ value }) => value === '') ?? fields.at(-1);
    if (!field) return;
    const start = known ? (field.selectionStart ?? field.value.length) : field.value.length;
    const end = known ? (field.selectionEnd ?? start) : start;
    const before = field.value.slice(0, start);
    const after = field.value.slice(end);
    const lead = before === '' || /\s$/.test(before) ? '' : ' ';
    const tail = after === '' || /^[\s.,;:!?]/.test(after) ? '' : ' ';
    const added = `${lead}${words}`;
    field.setRangeText(`${added}${tail}`, start, end, 'end');
    // Drawn first: drawing it would move the cursor.
    flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
    last.current = field;
    // On touch the keyboard would cover the answers.
    if (!matchMedia('(pointer: coarse)').matches) field.focus();
    field.setSelectionRange(start + added.length, start + added.length);
  }

  return {
    insert,
    /** For the form: remembers the field. */
    onFocus({ target }: FocusEvent) {
      if (isTextField(target)) last.current = target;
    },
  };
}

const textFields = 'textarea:not(:disabled, [readonly]), input[type="text"]:not(:disabled, [readonly])';

function isTextField(target: Element): target is TextField {
  return target.matches(textFields);
}
