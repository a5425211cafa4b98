/** A mark left by `maskSecrets`. */
export const markPattern = /\[masked: [A-Za-z ]{1,40}\]/g;

export function markOf(kind: string): string {
  return `[masked: ${kind}]`;
}
