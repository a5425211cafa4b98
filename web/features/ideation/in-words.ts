/** Numbers as a message shows them. */
export function inWords({ length, limit }: { length: number; limit: number }) {
  return { length: length.toLocaleString(), limit: limit.toLocaleString() };
}
