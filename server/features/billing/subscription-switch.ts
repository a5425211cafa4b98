import { AppError } from '#server/app-error.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import type { Hear } from './hearing.ts';
import type { BillingRepository } from './repository.ts';
import { wordOfSubscription } from './word.ts';

type Settings = { repository: BillingRepository; payments: Payments; hear: Hear };

/** Ends all running subscriptions with their period, or takes that back, and writes down what the provider made of it. */
export function subscriptionSwitch({ repository, payments, hear }: Settings) {
  const listRunning = async (userId: string) =>
    (await repository.listSubscriptions(userId)).filter(({ state }) => state !== 'ended');

  async function change(id: string, cancel: boolean): Promise<void> {
    let isAsked = false;
    let isDone = false;
    const set = () => {
      isAsked = true;
      return payments.setCancelAtPeriodEnd(id, cancel);
    };
    await hear(async () => {
      const read = () => payments.retrieveSubscription(id);
      // It may be done although no answer came: whoever looks once more knows.
      const subscription = await available(isAsked ? read() : set().catch(read));
      isDone = !subscription || subscription.state === 'ended' || subscription.cancelAtPeriodEnd === cancel;
      return subscription && wordOfSubscription(subscription);
    });
    if (!isDone) throw new AppError('billing_unavailable');
  }

  return async (userId: string, cancel: boolean): Promise<void> => {
    for (const { id } of await listRunning(userId)) await change(id, cancel);
    if ((await listRunning(userId)).length === 0) throw new AppError('subscription_missing');
  };
}

/** @throws AppError billing_unavailable for whatever went wrong at the provider. */
export function available<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((cause) => {
    throw new AppError('billing_unavailable', {}, { cause });
  });
}
