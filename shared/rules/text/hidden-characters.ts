/**
 * The text without characters that a model reads and no person sees: zero width, bidirectional controls, tags, and
 * selectors that can carry whole messages. Joiners stay where emoji and scripts need them.
 */
export function withoutHidden(text: string): string {
  return text.replace(hidden, '').replace(strayJoiners, '');
}

const hidden = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;

/** Emoji, marks (as the virama) and Arabic letters are joined and kept apart by them. */
const strayJoiners =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])(?:\u200c|\u200d)/gu;
