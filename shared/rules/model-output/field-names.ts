/** A name without regard to case, spaces, signs and what is in brackets: app_name and "App Name:" are appname. */
export function plainName(name: string): string {
  const plain = name
    .slice(0, 200)
    .replace(/\([^()]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return plain.toLowerCase();
}

/** Gives the name that goes by what was written; null when none does. */
export type Naming = (written: string) => string | null;

/**
 * The object with its names as the naming has them. Names that it does not know stay, and so does the second of two
 * that mean the same, so nothing is lost.
 */
export function renamed<T>(object: Record<string, T>, naming: Naming): Record<string, T> {
  const taken = new Set(Object.keys(object));
  const entries = Object.entries(object).map(([written, value]) => {
    const name = naming(written);
    if (name === null || taken.has(name)) return [written, value] as const;
    taken.add(name);
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}
