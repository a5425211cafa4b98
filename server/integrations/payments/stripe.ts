import type { Payments } from './port.ts';
import { type ClientSettings, stripeClient } from './stripe-client.ts';
import { readNews, verifyEvent } from './stripe-events.ts';
import { portalSession } from './stripe-objects.ts';
import { readTakenBack } from './stripe-receipts.ts';
import { isLiveKey, type SalesConfig, stripeSales } from './stripe-sales.ts';
import { expireSession, openSession, readSession } from './stripe-sessions.ts';
import { readSubscription, setCancelAtPeriodEnd } from './stripe-subscriptions.ts';

export type StripeSettings = ClientSettings &
  SalesConfig & {
    webhookSecret: string;
    /** Milliseconds since 1970; says how old a webhook's signature is. */
    now: () => number;
  };

/**
 * Payments by Stripe's hosted checkout. Whatever goes wrong there is a StripeCallError, after ten seconds at the
 * latest; its message can be logged.
 */
export function stripePayments(settings: StripeSettings): Payments {
  const client = stripeClient(settings);
  const sales = stripeSales(settings);
  const { prices } = settings;
  return {
    origin: isLiveKey(settings.secretKey) ? 'stripe-live' : 'stripe-test',
    prices,
    createCheckoutSession: (request) => client.inTime(openSession(client, prices, request)),
    retrieveSession: (id) => client.inTime(readSession(client, sales, id)),
    expireSession: (id) => client.inTime(expireSession(client, id)),
    retrieveTakenBack: (chargedAs) => client.inTime(readTakenBack(client, chargedAs)),
    retrieveSubscription: (id) => client.inTime(readSubscription(client, sales, id)),
    setCancelAtPeriodEnd: (id, cancel) => client.inTime(setCancelAtPeriodEnd(client, id, cancel)),
    createPortalUrl: async (customer, returnUrl) => {
      const settings = { customer, return_url: returnUrl };
      const asked = client.ask(portalSession, ({ billingPortal }) => billingPortal.sessions.create(settings));
      return (await client.inTime(asked)).url;
    },
    verifyEvent: (body, signature) => verifyEvent(client.sdk, sales, settings, body, signature),
    readNews: (event) => client.inTime(readNews(client, sales, event)),
  };
}
