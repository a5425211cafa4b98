import type { Payments } from '#server/integrations/payments/port.ts';

/** The same provider with its failures reported to the operator. */
export function reportedPayments(payments: Payments, report: (error: unknown) => void): Payments {
  const reported = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((error) => {
      report(error);
      throw error;
    });
  const { createPortalUrl, readEvent, retrieveReversals } = payments;
  return {
    ...payments,
    createCheckoutSession: (request) => reported(payments.createCheckoutSession(request)),
    retrieveSession: (id) => reported(payments.retrieveSession(id)),
    expireSession: (id) => reported(payments.expireSession(id)),
    retrieveSubscription: (id) => reported(payments.retrieveSubscription(id)),
    setCancelAtPeriodEnd: (id, cancel) => reported(payments.setCancelAtPeriodEnd(id, cancel)),
    ...(createPortalUrl && {
      createPortalUrl: (customer, returnUrl) => reported(createPortalUrl(customer, returnUrl)),
    }),
    ...(retrieveReversals && { retrieveReversals: (id) => reported(retrieveReversals(id)) }),
    ...(readEvent && { readEvent: (event) => reported(readEvent(event)) }),
  };
}
