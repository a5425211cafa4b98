import { createHash } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import type { CheckoutRequest, Payments } from '#server/integrations/payments/port.ts';
import { nextAsk } from './ask-times.ts';
import type { CheckoutRepository, CheckoutRow } from './checkout-repository.ts';
import type { Hear } from './hearing.ts';
import { wordOfSession } from './word.ts';

type Wanted = Omit<CheckoutRequest, 'idempotencyKey'> & { priceId: string };

type Settings = {
  checkouts: CheckoutRepository;
  payments: Payments;
  hear: Hear;
  randomId: () => string;
  now: () => Date;
};

/** One step on the way to the provider's page; it gives null when another one is needed. */
export function checkoutSteps({ checkouts, payments, hear, randomId, now }: Settings) {
  /** Where an earlier session goes on; null when it is over. @throws AppError payment_not_finished. */
  async function resume(id: string, sessionId: string): Promise<string | null> {
    const read = async () => {
      const session = await atProvider(payments.retrieveSession(sessionId));
      if (session?.status === 'processing') throw new AppError('payment_not_finished');
      return session;
    };
    const session = await read();
    if (session?.status === 'open' && session.url) return session.url;
    if (!session) await checkouts.closeCheckout(id);
    else
      await hear(async () => {
        const ended = await read();
        return ended && wordOfSession(ended, now());
      });
    return null;
  }

  /** Nobody shall pay two prices: the session with the earlier one ends before there is another. */
  async function endEarlierPrice(checkout: CheckoutRow, priceId: string): Promise<void> {
    const { sessionId } = checkout;
    if (!sessionId) return checkouts.changePrice(checkout, priceId);
    await atProvider(payments.expireSession(sessionId));
    const session = await atProvider(payments.retrieveSession(sessionId));
    if (session?.status === 'open') throw new AppError('checkout_session_failed');
    await resume(checkout.id, sessionId);
  }

  async function open(checkout: CheckoutRow, request: Omit<CheckoutRequest, 'idempotencyKey'>) {
    const idempotencyKey = keyOf(checkout, request);
    const asked = payments.createCheckoutSession({ ...request, idempotencyKey }).catch(async (error) => {
      await checkouts.countFailedStart(checkout);
      throw error;
    });
    const { id, url } = await atProvider(asked);
    return (await checkouts.saveSessionId(checkout, id)) === id ? url : null;
  }

  return async (checkout: CheckoutRow | null, wanted: Wanted): Promise<string | null> => {
    const { priceId, ...request } = wanted;
    if (!checkout) {
      const { userId, plan } = request;
      const askAt = nextAsk(now(), now());
      await checkouts.startCheckout({ id: randomId(), userId, plan, priceId, createdAt: now(), askAt });
      return null;
    }
    if (checkout.priceId !== priceId) {
      await endEarlierPrice(checkout, priceId);
      return null;
    }
    return checkout.sessionId ? resume(checkout.id, checkout.sessionId) : open(checkout, request);
  };
}

/** @throws AppError checkout_session_failed for whatever went wrong at the provider. */
export function atProvider<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((cause) => {
    throw new AppError('checkout_session_failed', {}, { cause });
  });
}

/** The same for two tabs; another one for another request, because a key may not be used for two. */
function keyOf({ id, attempt }: CheckoutRow, request: object): string {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return `checkout:${id}:${attempt}:${hash.slice(0, 16)}`;
}
