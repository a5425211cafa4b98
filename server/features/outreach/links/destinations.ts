export type Destinations = {
  /** Destination of a code; null when the code is unknown. @throws when it is not known and can't be looked up. */
  find(code: string): Promise<string | null>;
};

const largest = 20_000;

/** Remembers where links lead: that never changes, and a redirect must not wait for a database that is away. */
export function destinations(look: (code: string) => Promise<string | null>): Destinations {
  const known = new Map<string, string>();
  return {
    async find(code) {
      const remembered = known.get(code);
      if (remembered !== undefined) return remembered;
      const destination = await look(code);
      if (destination === null) return null;
      if (known.size >= largest) known.clear();
      known.set(code, destination);
      return destination;
    },
  };
}
