import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

type WantedMail = { to: string; subject: RegExp; body?: string };

/** The newest mail of the development outbox to that address, as its plain text, once it is there. */
export async function awaitMail(url: string, wanted: WantedMail, withinMs = 30_000): Promise<string> {
  const giveUpAt = Date.now() + withinMs;
  while (Date.now() < giveUpAt) {
    const mail = await findMail(url, wanted);
    if (mail !== undefined) return mail;
    await sleep(200);
  }
  throw new Error(`No mail ${wanted.subject} came to ${wanted.to}.`);
}

async function findMail(url: string, { to, subject, body = '' }: WantedMail): Promise<string | undefined> {
  const page = await (await fetch(`${url}/outbox`)).text();
  const mails = page.split('<article>').slice(1);
  const found = mails.find(
    (mail) =>
      subject.test(/<h2>(.*?)<\/h2>/s.exec(mail)?.[1] ?? '') &&
      mail.includes(`>To ${to} ·`) &&
      mail.includes(body),
  );
  return found && (/<pre>(.*?)<\/pre>/s.exec(found)?.[1] ?? '');
}

/** Address of the first link in a mail. */
export function linkIn(mail: string): string {
  const link = /href="([^"]+)"/.exec(mail)?.[1];
  if (!link) throw new Error(`The mail has no link: ${mail}`);
  return link.replaceAll('&amp;', '&');
}

const webhookSecret = 'a-secret-of-the-mail-webhook-32-long';

/** Settings of a product that takes answers by mail. */
export const answersByMail = {
  INBOUND_MAIL: 'webhook',
  REPLY_ADDRESS: 'reply@in.spark.example',
  MAIL_WEBHOOK_SECRET: webhookSecret,
};

/** Answers the newest mail of the outbox to that address, as its mail program does. */
export async function answerMail(url: string, from: string, text: string): Promise<void> {
  const page = await (await fetch(`${url}/outbox`)).text();
  const [, subject = '', to = ''] =
    new RegExp(`<h2>([^<]*)</h2><p class="meta">To ${from} · [^<]*Answers go to ([^ <]+)`).exec(page) ?? [];
  const raw = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject.startsWith('Re: ') ? subject : `Re: ${subject}`}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\r\n');
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', webhookSecret).update(`mail.${at}.${raw}`).digest('base64');
  const response = await fetch(`${url}/api/webhooks/mail`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': 'mail',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    },
    body: raw,
  });
  if (!response.ok) throw new Error(`The mail was refused: ${response.status} ${await response.text()}`);
}
