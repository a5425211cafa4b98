import type { Mail, MailMessage } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';

/** `askedAt` is ISO 8601. */
export type MailedLink = { to: string; link: string; askedAt?: string };

/** Mails the link to set a new password. */
export const sendResetLink: Queue<MailedLink> = {
  name: 'send-reset-link',
  onePerKey: false,
  patient: true,
};

/** Mails the link to confirm an address. */
export const sendVerifyLink: Queue<MailedLink> = {
  name: 'send-verify-link',
  onePerKey: false,
  patient: true,
};

export const accountQueues = [sendResetLink, sendVerifyLink];

const hourMs = 3_600_000;
/** As long as the identity provider honours each link. */
const resetLifeMs = hourMs;
const verifyLifeMs = 24 * hourMs;

export async function workAccountTasks(tasks: Tasks, mail: Mail, now: () => number): Promise<void> {
  const send =
    (lifeMs: number, write: (given: MailedLink) => Promise<MailMessage>) => async (given: MailedLink) => {
      // A dead link would only confuse; its reader has long asked for another. Older releases enqueued no time.
      if (given.askedAt && now() - Date.parse(given.askedAt) > lifeMs) return;
      await mail.send(await write(given));
    };
  const reset = send(resetLifeMs, async (given) => (await import('./reset-mail.ts')).resetMail(given));
  const verify = send(verifyLifeMs, async (given) => (await import('./verify-mail.ts')).verifyMail(given));
  await tasks.work(sendResetLink, reset, mailWork);
  await tasks.work(sendVerifyLink, verify, mailWork);
}
