import { setTimeout as sleep } from 'node:timers/promises';

type WantedMail = { to: string; subject: RegExp };

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

async function findMail(url: string, { to, subject }: WantedMail): Promise<string | undefined> {
  const page = await (await fetch(`${url}/outbox`)).text();
  const mails = page.split('<article>').slice(1);
  const found = mails.find(
    (mail) => subject.test(/<h2>(.*?)<\/h2>/s.exec(mail)?.[1] ?? '') && mail.includes(`>To ${to} ·`),
  );
  return found && (/<pre>(.*?)<\/pre>/s.exec(found)?.[1] ?? '');
}

/** Address of the first link in a mail. */
export function linkIn(mail: string): string {
  const link = /href="([^"]+)"/.exec(mail)?.[1];
  if (!link) throw new Error(`The mail has no link: ${mail}`);
  return link.replaceAll('&amp;', '&');
}
