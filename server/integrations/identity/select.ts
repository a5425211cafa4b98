import type { IdentityConfig } from '#server/config.ts';
import { cappedFetch } from '#server/integrations/capped-fetch.ts';
import type { EmbeddedIdentityOptions } from './embedded.ts';
import { firebaseIdentity } from './firebase.ts';
import type { Identity } from './port.ts';

/** The configured identity provider; `embedded` is only called when chosen. */
export async function selectIdentity(
  config: IdentityConfig,
  embedded: EmbeddedIdentityOptions,
): Promise<Identity> {
  switch (config.kind) {
    case 'embedded': {
      // Loaded only where it is used: better-auth weighs on the start.
      const { embeddedIdentity } = await import('./embedded.ts');
      return embeddedIdentity(embedded, config.providers);
    }
    case 'firebase':
      return firebaseIdentity(
        config,
        cappedFetch(fetch, () => 1_000_000),
      );
  }
}

/** Hosts of the external sign-in; none when sign-in is here. */
export function identityHosts(config: IdentityConfig): string[] {
  if (config.kind !== 'firebase') return [];
  if (config.emulatorUrl) return [config.emulatorUrl];
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
}
