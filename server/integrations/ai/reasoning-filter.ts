import {
  answerHeader,
  channelStart,
  mayBeMark,
  reasoningEnd,
  reasoningStart,
} from '#shared/rules/model-output/reasoning.ts';

/** More white space than this before the text is the text: held back, it could grow without end. */
const longestIndent = 100;
/** Longer than any mark, and than any header of a channel: a mark may be split over pieces. */
const longestMark = 400;

/** Passes a completion's visible text on, piece by piece. */
type ReasoningFilter = {
  /** The part of what has arrived that may be shown now. */
  next(piece: string): string;
  /** Text held back when the completion ended. */
  rest(): string;
};

/**
 * Holds back the reasoning that a completion begins with, and the white space after it; marks may be split over pieces. All
 * other text passes unchanged. Only the whole completion shows that it began with reasoning without a mark: then
 * `withoutReasoning` takes away what has passed.
 */
export function reasoningFilter(): ReasoningFilter {
  let state: 'start' | 'reasoning' | 'channels' | 'text' = 'start';
  let held = '';
  let isBehindBlock = false;
  const show = () => {
    state = 'text';
    return held;
  };
  const next = (piece: string): string => {
    if (state === 'text') return piece;
    held += piece;
    for (;;) {
      if (state === 'start') {
        const begun = held.trimStart();
        if (isBehindBlock) held = begun;
        const opened = reasoningStart.exec(held)?.[0];
        if (opened !== undefined) state = 'reasoning';
        else if (channelStart.test(begun)) state = 'channels';
        else if ((begun === '' || mayBeMark(begun)) && held.length <= longestIndent) return '';
        else return show();
        held = held.slice(opened?.length ?? 0);
      }
      const end = (state === 'reasoning' ? reasoningEnd : answerHeader).exec(held);
      if (!end) {
        held = held.slice(-longestMark);
        return '';
      }
      isBehindBlock = true;
      held = held.slice(end.index + end[0].length).trimStart();
      if (state === 'channels') return show();
      state = 'start';
    }
  };
  return { next, rest: () => (state === 'start' ? show() : '') };
}
