/**
 * The place in a Markdown text that was clicked in its drawn form. `from` is where the clicked element begins in the
 * text, `before` what of it is drawn left of the click: the letters are followed, marks between them are passed.
 */
export function placeInSource(source: string, from: number, before: string): number {
  let place = from;
  for (const letter of before) {
    if (/\s/.test(letter)) continue;
    const found = source.indexOf(letter, place);
    if (found !== -1 && found - place <= longestMarks) place = found + letter.length;
  }
  return place;
}

/** Longer than a link's address seldom is. */
const longestMarks = 120;

/** Position in `source` of a click inside `view`, which `Markdown` drew; its end when unknown. */
export function clickedPlace(source: string, view: HTMLElement, point: { x: number; y: number }): number {
  const caret = caretAt(view.ownerDocument, point);
  const element = caret?.node.parentElement?.closest<HTMLElement>('[data-from]');
  if (!caret || !element || !view.contains(element)) return source.length;
  const range = view.ownerDocument.createRange();
  range.selectNodeContents(element);
  range.setEnd(caret.node, caret.offset);
  const drawn = range.cloneContents();
  for (const added of drawn.querySelectorAll('[data-added]')) added.remove();
  return placeInSource(source, Number(element.dataset.from), drawn.textContent ?? '');
}

// Safari before 18.4 has only the older one of the two, others only the newer.
type Finders = Partial<Pick<Document, 'caretPositionFromPoint' | 'caretRangeFromPoint'>>;

function caretAt(page: Finders, { x, y }: { x: number; y: number }): { node: Node; offset: number } | null {
  const position = page.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = page.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
