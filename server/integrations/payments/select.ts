import type { PaymentsConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { type EmbeddedPayments, embeddedPayments } from './embedded.ts';
import type { Payments } from './port.ts';
import type { StripeOptions } from './stripe.ts';

type Dependencies = Pick<StripeOptions, 'findSoldPlan' | 'onRefused' | 'onBrandingRefused'> & {
  database: Database;
  randomId: () => string;
  now: () => number;
};

/** The adapter that the configuration names; only the embedded one has a checkout page to serve. */
export async function selectPayments(
  config: PaymentsConfig,
  { database, randomId, now, ...sales }: Dependencies,
): Promise<EmbeddedPayments | Payments> {
  switch (config.kind) {
    case 'embedded':
      return embeddedPayments(database, randomId, now);
    case 'stripe': {
      // Loaded only when chosen: the SDK costs 35 MB and a tenth of a second.
      const { stripePayments } = await import('./stripe.ts');
      return stripePayments({ ...config, ...sales, now });
    }
    default:
      return config satisfies never;
  }
}

/** True for the adapter whose checkout page is ours. */
export function hasTestCheckout(payments: EmbeddedPayments | Payments): payments is EmbeddedPayments {
  return 'endSession' in payments;
}
