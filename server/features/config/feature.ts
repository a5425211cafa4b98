import type { Config } from '#server/config.ts';
import { handle, type Route } from '#server/http/handle.ts';
import { askedSources } from '#server/source-addresses.ts';
import { type PublicConfig, providerName, readConfig } from '#shared/contracts/config.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { productName } from '#shared/rules/product.ts';

type Given = {
  prices: PublicConfig['prices'];
  /** When support works, in words; null for always. */
  supportHours: string | null;
  hasOutbox: boolean;
};

/** Public configuration of the deployment. */
export function configFeature(config: Config, given: Given): Route[] {
  const shown = publicConfig(config, given);
  return [handle(readConfig, () => shown)];
}

function publicConfig(config: Config, { prices, supportHours, hasOutbox }: Given): PublicConfig {
  const { identity, payments, ai, sources } = config;
  return {
    productName,
    identity: identity.kind,
    payments: payments.kind,
    ai: ai.kind,
    prices,
    conversationSources: askedSources(sources).map((source) => sourceLabels[source]),
    ...identityConfig(config),
    ...(payments.kind === 'stripe' && { stripePublishableKey: payments.publishableKey }),
    ...(supportHours !== null && { supportHours }),
    ...(hasOutbox && { outboxUrl: '/outbox' }),
  };
}

function identityConfig({ identity }: Config): Pick<PublicConfig, 'providers' | 'firebase'> {
  if (identity.kind === 'embedded') {
    const providers = providerName.options.filter((name) => identity.providers[name]);
    return providers.length > 0 ? { providers } : {};
  }
  const { projectId, apiKey, emulatorUrl } = identity;
  return { firebase: { projectId, apiKey, ...(emulatorUrl ? { emulatorUrl } : {}) } };
}
