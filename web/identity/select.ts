import type { PublicConfig } from '#shared/contracts/config.ts';
import { embeddedIdentity } from './embedded.ts';
import type { BrowserIdentity } from './port.ts';

/** The browser's half of the provider that the server uses. */
export function selectIdentity(kind: PublicConfig['identity']): BrowserIdentity {
  switch (kind) {
    case 'embedded':
      return embeddedIdentity();
  }
}
