import { withoutHalfCharacter } from '#shared/rules/text/cut-text.ts';

/** The first `length` UTF-16 units of a text, with '...' only when it is longer (specification 9, Previews). */
export function preview(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half of a character at the cut would be shown as a box.
  return `${withoutHalfCharacter(text.slice(0, length))}...`;
}
