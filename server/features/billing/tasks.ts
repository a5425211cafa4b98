import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';

/** Handles a stored event of the payment provider; its key is the event's id. */
export const handlePaymentEvent: Queue<{ id: string }> = {
  name: 'handle-payment-event',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};
/** Polls the payment provider for changes it did not report. */
export const reconcilePayments: Queue<Record<string, never>> = {
  name: 'reconcile-payments',
  onePerKey: true,
};
/** Sends one stored letter about a payment. */
export const sendBillingMail: Queue<{ id: string }> = {
  name: 'send-billing-mail',
  onePerKey: false,
  patient: true,
};

type Work = {
  handleEvent: (id: string) => Promise<void>;
  reconcile: () => Promise<void>;
  deliver: (id: string, isLastTry: boolean) => Promise<void>;
};

export async function workBillingTasks(
  tasks: Tasks,
  { handleEvent, reconcile, deliver }: Work,
): Promise<void> {
  // Events come in bursts and wait for the provider; a slow one blocks only its batch.
  await tasks.work(handlePaymentEvent, ({ id }) => handleEvent(id), { atOnce: 2, batch: 6 });
  await tasks.work(reconcilePayments, () => reconcile());
  await tasks.work(sendBillingMail, ({ id }, _signal, isLastTry) => deliver(id, isLastTry), mailWork);
  await tasks.schedule(reconcilePayments, '*/5 * * * *');
}
