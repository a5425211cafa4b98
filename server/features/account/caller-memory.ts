import type { Claims } from '#server/integrations/identity/port.ts';
import type { KnownIdentity } from './identities.ts';

export type CallerMemory = {
  /** Our id of the user, and what is known of the e-mail; null when the sign-in never synced. */
  recall(claims: Claims): Promise<KnownIdentity | null>;
  forget(subject: string): void;
};

/** For this long another process may still take a sign-in that moved for the user it had. */
const rememberedMs = 30_000;
const largest = 10_000;

/**
 * Keeps in memory whose sign-in is whose: every call asks. A sign-in moves only when its e-mail is first
 * seen verified, so what the table doesn't say yet of the token's own e-mail is not remembered.
 */
export function callerMemory(
  find: (subject: string) => Promise<KnownIdentity | null>,
  now: () => number,
): CallerMemory {
  const remembered = new Map<string, KnownIdentity & { at: number }>();
  return {
    async recall({ subject, emailVerified }) {
      const known = remembered.get(subject);
      const isFresh = known && now() - known.at < rememberedMs;
      if (isFresh && known.emailVerified === emailVerified) return known;
      const found = await find(subject);
      if (remembered.size >= largest) remembered.clear();
      if (found?.emailVerified === emailVerified) remembered.set(subject, { ...found, at: now() });
      return found;
    },
    forget: (subject) => void remembered.delete(subject),
  };
}
