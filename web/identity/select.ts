import type { PublicConfig } from '#shared/contracts/config.ts';
import { embeddedIdentity } from './embedded.ts';
import type { BrowserIdentity } from './port.ts';

type Choice = Pick<PublicConfig, 'identity' | 'firebase'>;

/** The browser's half of the provider that the server uses. Rejects when its code can't be loaded. */
export async function selectIdentity(config: Choice): Promise<BrowserIdentity> {
  switch (config.identity) {
    case 'embedded':
      return embeddedIdentity();
    case 'firebase':
      // Loaded only when chosen: it weighs as much as half of our own code.
      return import('./firebase.ts').then((half) => half.firebaseIdentity(config.firebase));
  }
}
