const nearTheEnd = 500;

/** How much still fits into a text, once that matters. Nothing is cut off, so it can be too much. */
export function describeRoom(text: string, longest: number): string | undefined {
  const left = longest - text.length;
  if (left > nearTheEnd) return undefined;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  if (left >= 0) return `${left} ${characters} left.`;
  return `${-left} ${characters} too many. Nothing is cut off; please shorten the text.`;
}
