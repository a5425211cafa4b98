import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { ContactService } from './service.ts';

/** Mails one stored message to us. */
export const deliverMessage: Queue<{ id: number }> = {
  name: 'deliver-message',
  onePerKey: false,
  patient: true,
};

export async function workContactTasks(tasks: Tasks, service: ContactService): Promise<void> {
  await tasks.work(deliverMessage, ({ id }, _signal, isLastTry) => service.deliver(id, isLastTry), mailWork);
}
