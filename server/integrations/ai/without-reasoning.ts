const opening = '<think>';
const closing = '</think>';
/** More white space than this before the text is the text: held back, it could grow without end. */
const longestIndent = 100;

/** Passes a reply's visible text on, piece by piece. */
type TextFilter = {
  /** The part of what has arrived that may be shown now. */
  next(piece: string): string;
  /** Text held back when the output ended. */
  rest(): string;
};

/**
 * Drops one leading `<think>…</think>` block, as reasoning models write it before their answer, and
 * the white space after it. Tags may be split over pieces. All other text passes unchanged; a block
 * that is never closed is dropped whole.
 */
export function withoutReasoning(): TextFilter {
  let state: 'start' | 'reasoning' | 'gap' | 'text' = 'start';
  let held = '';
  const next = (piece: string): string => {
    if (state === 'text') return piece;
    held += piece;
    if (state === 'start') {
      const begun = held.trimStart();
      if (begun.startsWith(opening)) state = 'reasoning';
      else if (!opening.startsWith(begun) || held.length > longestIndent) return show();
    }
    if (state === 'reasoning') {
      const end = held.indexOf(closing);
      // Only as much is kept as a closing tag that is split over pieces needs.
      held = end < 0 ? held.slice(-(closing.length - 1)) : held.slice(end + closing.length);
      if (end >= 0) state = 'gap';
    }
    if (state === 'gap') {
      held = held.trimStart();
      if (held !== '') return show();
    }
    return '';
  };
  const show = () => {
    state = 'text';
    return held;
  };
  return { next, rest: () => (state === 'start' ? show() : '') };
}
