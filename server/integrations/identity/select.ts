import type { IdentityConfig } from '#server/config.ts';
import type { EmbeddedIdentitySettings } from './embedded.ts';
import { firebaseIdentity } from './firebase.ts';
import type { Identity } from './port.ts';

/** `embedded` is only asked for its settings when it is chosen: reading them makes a key. */
export async function selectIdentity(
  config: IdentityConfig,
  embedded: () => Promise<EmbeddedIdentitySettings>,
): Promise<Identity> {
  switch (config.kind) {
    case 'embedded': {
      // Loaded only where it is used: better-auth weighs on the start.
      const { embeddedIdentity } = await import('./embedded.ts');
      return embeddedIdentity(await embedded());
    }
    case 'firebase':
      return firebaseIdentity(config, fetch);
  }
}
