/**
 * The app's name in a session's content or in its beginning, as the first stage writes it, and what stands behind it;
 * null when no app is named.
 */
export function readAppName(content: string): { name: string; rest: string } | null {
  const found = content.match(/^\*\*App name:\*\*[ \t]+(\S[^\n]{0,79})$/im);
  const name = found?.[1]?.trim();
  if (!found || !name || name === 'N/A') return null;
  return { name, rest: content.slice((found.index ?? 0) + found[0].length).trim() };
}
