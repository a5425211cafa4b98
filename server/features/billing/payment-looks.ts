import type { Payments } from '#server/integrations/payments/port.ts';
import { nextPaymentAsk } from './ask-times.ts';
import type { DuePayments } from './due-payments.ts';
import { each, eachDue } from './each-due.ts';
import type { PaymentFacts } from './facts.ts';
import type { Hear } from './hearing.ts';
import { wordOfPayment } from './word.ts';

type Settings = {
  repository: DuePayments;
  payments: Payments;
  hear: Hear;
  /** Derives the plan of a user anew. */
  derive: (userId: string) => Promise<void>;
  now: () => Date;
  warn: (error: unknown) => void;
};

const atOnce = 20;
const bareMs = 7 * 86_400_000;

/** Looks again at what was taken back of payments, and at plans that rest on payments of others. */
export function paymentLooks({ repository, payments, hear, derive, now, warn }: Settings) {
  const askPayment = (paid: PaymentFacts) =>
    hear(async () => {
      const taken = paid.chargedAs && (await payments.retrieveTakenBack?.(paid.chargedAs));
      return taken ? wordOfPayment({ ...paid, ...taken }) : null;
    });

  const others = () => repository.findPlansOfOthers(atOnce);
  /** Who chose this provider by starting anew chose whose money counts. */
  async function deriveOthers(): Promise<void> {
    for (let ids = await others(); ids.length > 0; ids = await others()) {
      for (const id of ids) await derive(id);
    }
  }
  let hasDerived = false;

  return async (askSession: (id: string) => Promise<unknown>): Promise<void> => {
    if (!hasDerived) await deriveOthers();
    hasDerived = true;
    await eachDue(
      () => repository.findDuePayments(now(), atOnce),
      (paid) => repository.postponePayment(paid.id, nextPaymentAsk(paid, now())),
      askPayment,
      warn,
    );
    const recent = new Date(now().getTime() - bareMs);
    await each(await repository.findSessionsWithoutSubscription(recent), askSession, warn);
  };
}
