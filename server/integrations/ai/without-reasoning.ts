const opening = '<think>';
const closing = '</think>';
/** More white space than this before the text is the text: buffered, it could grow without end. */
const longestIndent = 100;

/** Passes a reply's visible text on, piece by piece. */
type TextFilter = {
  /** The part of what has arrived that may be shown now. */
  next(piece: string): string;
  /** Text buffered when the output ended. */
  rest(): string;
};

/**
 * Drops one leading `<think>…</think>` block, as reasoning models write it before their answer, and
 * the white space after it. Tags may be split over pieces. All other text passes unchanged; a block
 * that is never closed is dropped whole.
 */
export function withoutReasoning(): TextFilter {
  let state: 'start' | 'reasoning' | 'gap' | 'text' = 'start';
  let buffered = '';
  const next = (piece: string): string => {
    if (state === 'text') return piece;
    buffered += piece;
    if (state === 'start') {
      const begun = buffered.trimStart();
      if (begun.startsWith(opening)) state = 'reasoning';
      else if (!opening.startsWith(begun) || buffered.length > longestIndent) return show();
    }
    if (state === 'reasoning') {
      const end = buffered.indexOf(closing);
      // Only as much stays as a closing tag that is split over pieces needs.
      buffered = end < 0 ? buffered.slice(-(closing.length - 1)) : buffered.slice(end + closing.length);
      if (end >= 0) state = 'gap';
    }
    if (state === 'gap') {
      buffered = buffered.trimStart();
      if (buffered !== '') return show();
    }
    return '';
  };
  const show = () => {
    state = 'text';
    return buffered;
  };
  return { next, rest: () => (state === 'start' ? show() : '') };
}
