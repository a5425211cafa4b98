import { type Database, inTransaction } from '#server/database/connect.ts';
import type { Mail, MailMessage } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';

/** `askedAt` is ISO 8601. */
type MailedLink = { to: string; link: string; askedAt: string };

/** Mails the link to set a new password. */
const sendResetLinkQueue: Queue<MailedLink> = {
  name: 'send-reset-link',
  onePerKey: false,
  patient: true,
};

/** Mails the link to confirm an address. */
const sendVerifyLinkQueue: Queue<MailedLink> = {
  name: 'send-verify-link',
  onePerKey: false,
  patient: true,
};

/** Mails the link that gives an account a new address, to that address. */
const sendChangeLinkQueue: Queue<MailedLink> = {
  name: 'send-change-link',
  onePerKey: false,
  patient: true,
};

/** Tells the old address of an account about the new one. */
const sendEmailChangedQueue: Queue<{ to: string; newEmail: string; siteUrl: string }> = {
  name: 'send-email-changed',
  onePerKey: false,
  patient: true,
};

/** Tells the owner of an account about a new passkey. */
const sendPasskeyAddedQueue: Queue<{ to: string; siteUrl: string }> = {
  name: 'send-passkey-added',
  onePerKey: false,
  patient: true,
};

export const accountQueues = [
  sendResetLinkQueue,
  sendVerifyLinkQueue,
  sendChangeLinkQueue,
  sendEmailChangedQueue,
  sendPasskeyAddedQueue,
];

const hourMs = 3_600_000;
/** As long as the identity provider honours each link. */
const resetLifeMs = hourMs;
const verifyLifeMs = 24 * hourMs;

type EnqueueDeps = { database: Database; tasks: Tasks; now: () => number };

export type AccountMails = {
  sendResetLink: (to: string, link: string) => Promise<void>;
  sendVerifyLink: (to: string, link: string) => Promise<void>;
  sendChangeLink: (to: string, link: string) => Promise<void>;
  sendPasskeyAdded: (to: string, siteUrl: string) => Promise<void>;
  sendEmailChanged: (to: string, newEmail: string, siteUrl: string) => Promise<void>;
};

/** Mails that the identity provider asks for, each sent by a task. */
export function accountMails({ database, tasks, now }: EnqueueDeps): AccountMails {
  const enqueue = <Data extends object>(queue: Queue<Data>, data: Data) =>
    inTransaction(database, (transaction) => tasks.enqueue(transaction, queue, data));
  const enqueueLink = (queue: Queue<MailedLink>) => (to: string, link: string) =>
    enqueue(queue, { to, link, askedAt: new Date(now()).toISOString() });
  return {
    sendResetLink: enqueueLink(sendResetLinkQueue),
    sendVerifyLink: enqueueLink(sendVerifyLinkQueue),
    sendChangeLink: enqueueLink(sendChangeLinkQueue),
    sendPasskeyAdded: (to, siteUrl) => enqueue(sendPasskeyAddedQueue, { to, siteUrl }),
    sendEmailChanged: (to, newEmail, siteUrl) => enqueue(sendEmailChangedQueue, { to, newEmail, siteUrl }),
  };
}

type SendDeps = { tasks: Tasks; mail: Mail; now: () => number };

export async function workAccountMails({ tasks, mail, now }: SendDeps): Promise<void> {
  const send =
    (lifeMs: number, write: (given: MailedLink) => Promise<MailMessage>) => async (given: MailedLink) => {
      // A dead link would only confuse; its reader has long asked for another.
      if (now() - Date.parse(given.askedAt) > lifeMs) return;
      await mail.send(await write(given));
    };
  const reset = send(resetLifeMs, async (given) => (await import('./letters.ts')).resetMail(given));
  const verify = send(verifyLifeMs, async (given) => (await import('./letters.ts')).verifyMail(given));
  const change = send(verifyLifeMs, async (given) => (await import('./letters.ts')).changeMail(given));
  await tasks.work(sendResetLinkQueue, reset, mailWork);
  await tasks.work(sendVerifyLinkQueue, verify, mailWork);
  await tasks.work(sendChangeLinkQueue, change, mailWork);
  await tasks.work(
    sendEmailChangedQueue,
    async (given) => mail.send((await import('./letters.ts')).emailChangedMail(given)),
    mailWork,
  );
  await tasks.work(
    sendPasskeyAddedQueue,
    async (given) => mail.send((await import('./letters.ts')).passkeyAddedMail(given)),
    mailWork,
  );
}
