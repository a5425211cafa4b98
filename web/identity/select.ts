import type { PublicConfig } from '#shared/contracts/config.ts';
import { embeddedIdentity } from './embedded.ts';
import type { BrowserIdentity } from './port.ts';

/** The browser's half of the provider that the server uses. Rejects when its code can't be loaded. */
export async function selectIdentity({
  identity,
  firebase,
}: Pick<PublicConfig, 'identity' | 'firebase'>): Promise<BrowserIdentity> {
  switch (identity) {
    case 'embedded':
      return embeddedIdentity();
    case 'firebase': {
      // Loaded only when chosen: it weighs as much as half of our own code.
      const { firebaseIdentity } = await import('./firebase.ts');
      return firebaseIdentity(firebase);
    }
  }
}
