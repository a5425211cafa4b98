import { embeddedIdentity } from './embedded.ts';
import type { BrowserIdentity } from './port.ts';
import { type IdentityChoice, loadFirebase } from './select-session.ts';

/** The browser's half of the provider that the server uses. Rejects when its code can't be loaded. */
export async function selectIdentity(config: IdentityChoice): Promise<BrowserIdentity> {
  return config.identity === 'embedded' ? embeddedIdentity() : loadFirebase(config);
}
