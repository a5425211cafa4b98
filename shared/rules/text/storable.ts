/** The text without the characters that no database keeps, which a paste or a cut can leave: NUL goes, half characters become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
