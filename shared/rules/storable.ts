/** The text without the characters that no database keeps: NUL goes, half characters become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
