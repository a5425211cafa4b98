import { handle, type Route } from '#server/http/handle.ts';
import { type PublicConfig, readConfig } from '#shared/contracts/config.ts';

export function configRoutes(config: PublicConfig): Route[] {
  return [handle(readConfig, () => config)];
}
