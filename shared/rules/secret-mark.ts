/** Where something was masked, as `maskSecrets` marks it. */
export const markPattern = /\[masked: [A-Za-z ]{1,40}\]/g;

export function markOf(kind: string): string {
  return `[masked: ${kind}]`;
}
