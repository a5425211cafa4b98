import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';

/** Mails the link to set a new password; `askedAt` is ISO 8601. */
export const sendResetLink: Queue<{ to: string; link: string; askedAt?: string }> = {
  name: 'send-reset-link',
  onePerKey: false,
  patient: true,
};

/** As long as the identity provider honours the link. */
const linkLifeMs = 3_600_000;

export async function workAccountTasks(tasks: Tasks, mail: Mail, now: () => number): Promise<void> {
  const work = async ({ to, link, askedAt }: { to: string; link: string; askedAt?: string }) => {
    // A dead link would only confuse; its reader has long asked for another. Older releases enqueued no time.
    if (askedAt && now() - Date.parse(askedAt) > linkLifeMs) return;
    const { resetMail } = await import('./reset-mail.ts');
    await mail.send(resetMail({ to, link }));
  };
  await tasks.work(sendResetLink, work, mailWork);
}
