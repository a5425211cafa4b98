import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { LinkTask, WaitlistService } from './service.ts';

/** Mails the link to confirm; its key is the address, so that no two mails to one go at once. */
export const sendWaitlistLink: Queue<LinkTask> = {
  name: 'mail-waitlist-link',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};

export async function workWaitlistTasks(tasks: Tasks, service: WaitlistService): Promise<void> {
  await tasks.work(sendWaitlistLink, (task) => service.deliver(task), mailWork);
}
