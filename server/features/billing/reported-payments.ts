import type { Payments } from '#server/integrations/payments/port.ts';

/** The same provider, whose failures the operator hears of: people are only told that it could not be reached. */
export function reportedPayments(payments: Payments, report: (error: unknown) => void): Payments {
  const reported = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((error) => {
      report(error);
      throw error;
    });
  const { createPortalUrl, readNews, retrieveTakenBack } = payments;
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
    ...(retrieveTakenBack && { retrieveTakenBack: (id) => reported(retrieveTakenBack(id)) }),
    ...(readNews && { readNews: (event) => reported(readNews(event)) }),
  };
}
