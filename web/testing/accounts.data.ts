import type { User } from '#shared/contracts/account.ts';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { embeddedIdentity } from '#web/identity/embedded.ts';
import type { Session } from '#web/identity/session.ts';

export const founder: User = { id: 'u1', email: 'founder@example.org', name: 'Founder', plan: 'free' };

export const testConfig: PublicConfig = {
  productName: 'Startup Spark',
  identity: 'embedded',
  payments: 'embedded',
  ai: 'embedded',
  prices: { pro: 'price_embedded_pro', developer: 'price_embedded_developer' },
  conversationSources: ['Hacker News', 'Stack Exchange', 'Lemmy'],
  outboxUrl: '/outbox',
};

/** A session for components that only read it; `given` decides who is here. */
export function testSession(given: Partial<Session>): Session {
  return {
    status: given.user ? 'signed-in' : 'signed-out',
    user: null,
    openSignIn: () => {},
    signOut: async () => {},
    retry: () => {},
    refresh: async () => given.user ?? founder,
    askIdentity: (run) => run(embeddedIdentity()),
    ...given,
  };
}
