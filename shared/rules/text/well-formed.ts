/** The text with U+FFFD for each half of a character, which a cut can leave and no database keeps. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
