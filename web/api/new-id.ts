/** A new document's id, chosen by the browser. `randomUUID` is not there on plain http. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('');
}
