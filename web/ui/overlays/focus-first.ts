/** Puts the focus on the first field that has an error. Tells whether there is one. */
export function focusFirst(form: HTMLFormElement, errors: Record<string, string | undefined>): boolean {
  const [first] = Object.keys(errors);
  if (first === undefined) return false;
  const field = form.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
  return true;
}
