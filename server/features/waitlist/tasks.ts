import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { type LinkTask, mailPauseSeconds, type WaitlistService } from './service.ts';

/** Mails the link to confirm; its key is the address. */
export const sendWaitlistLink: Queue<LinkTask> = {
  name: 'send-waitlist-link',
  onePerKey: false,
  patient: true,
  onceASeconds: mailPauseSeconds,
};

export async function workWaitlistTasks(tasks: Tasks, service: WaitlistService): Promise<void> {
  // One at once: after an outage two tasks of one address could be due together, and only one mail may go.
  await tasks.work(sendWaitlistLink, (task) => service.deliver(task), { ...mailWork, atOnce: 1 });
}
