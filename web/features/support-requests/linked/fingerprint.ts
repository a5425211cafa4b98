/** A short name for a text that does not give it away (FNV-1a, 32 bits); `crypto.subtle` is not there on plain http. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
