import type { PublicConfig } from '#shared/contracts/config.ts';
import { embeddedSession } from './embedded-session.ts';
import type { BrowserIdentity, IdentitySession } from './port.ts';

export type IdentityChoice = Pick<PublicConfig, 'identity' | 'firebase'>;

/** As much of the provider as a page needs on which no one signs in or out. Rejects when its code can't be loaded. */
export async function selectSession(config: IdentityChoice): Promise<IdentitySession> {
  return config.identity === 'embedded' ? embeddedSession() : loadFirebase(config);
}

/** Loaded only when chosen: it weighs as much as half of our own code. */
export async function loadFirebase({ firebase }: IdentityChoice): Promise<BrowserIdentity> {
  const { firebaseIdentity } = await import('./firebase.ts');
  return firebaseIdentity(firebase);
}
