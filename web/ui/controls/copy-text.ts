/** Copies `text`, or selects it in `source` when the browser refuses. Tells whether it was copied. */
export async function copyText(text: string, source: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused, or missing: browsers have no clipboard on plain http away from localhost.
    if (source) selectAll(source);
    return copySelection(source);
  }
}

function selectAll(source: HTMLElement): void {
  source.focus({ preventScroll: true });
  if (source instanceof HTMLTextAreaElement || source instanceof HTMLInputElement) source.select();
  else getSelection()?.selectAllChildren(source);
}

function copySelection(source: HTMLElement | null): boolean {
  try {
    return source !== null && document.execCommand('copy');
  } catch {
    return false;
  }
}
