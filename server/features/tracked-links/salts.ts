export type Salts = {
  /** Today in UTC, 'YYYY-MM-DD', and its secret. */
  today(): Promise<{ day: string; salt: string }>;
};

type Settings = {
  keepSalt: (day: string, salt: string) => Promise<string>;
  randomSalt: () => string;
  now: () => number;
};

/** One secret a day for all processes, asked for once in each. */
export function dailySalts({ keepSalt, randomSalt, now }: Settings): Salts {
  let known: { day: string; salt: Promise<string> } | null = null;
  return {
    async today() {
      const day = new Date(now()).toISOString().slice(0, 10);
      if (known?.day !== day) {
        const asked = { day, salt: keepSalt(day, randomSalt()) };
        known = asked;
        // A database that is away is asked again by the next one who comes.
        asked.salt.catch(() => {
          if (known === asked) known = null;
        });
      }
      return { day, salt: await known.salt };
    },
  };
}
