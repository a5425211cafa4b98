/** Formats a length and its limit for a message. */
export function formatLimit({ length, limit }: { length: number; limit: number }) {
  return { length: length.toLocaleString(), limit: limit.toLocaleString() };
}
