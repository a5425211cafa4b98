/** Storage key of unsent text; `owner` is a user's id or `visitor`, `thing` names the form and what it is about. */
export function draftKey(owner: string, thing: string): string {
  return `draft:${owner}:${thing}`;
}
