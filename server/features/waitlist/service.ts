import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Limit } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { failureText } from '#server/mail/mail-work.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { joinWaitlist } from '#shared/contracts/waitlist.ts';
import { pauseBefore } from '#shared/rules/human-signs.ts';
import { isEmail } from '#shared/rules/text/addresses.ts';
import type { WaitlistRepository, WaitlistRow } from './repository.ts';

export type WaitlistService = ReturnType<typeof waitlistService>;

/** Which mail to send, and since when it has been asked for (ISO 8601). */
export type LinkTask = { email: string; askedAt: string };

type WaitlistServiceDeps = {
  repository: WaitlistRepository;
  enqueueLink: (transaction: Transaction, task: LinkTask) => Promise<void>;
  mail: Mail;
  siteUrl: () => string;
  /** Requests of one network address. */
  limit: Limit;
  now: () => Date;
  sleep: (ms: number) => Promise<unknown>;
  randomToken: () => string;
};

/** An address gets no second mail before that, however often it is entered. */
const mailPauseMs = 600_000;

/** Most mails to one address in this time. */
const mostLinks = 3;
const linksSpanMs = 30 * 86_400_000;

/** No response comes sooner: its time could reveal that the address is known. */
const shortestReplyMs = 300;

export function waitlistService(deps: WaitlistServiceDeps) {
  const { repository, enqueueLink, mail, siteUrl, limit, now, sleep, randomToken } = deps;

  /** The same work for every address: whether a mail is needed is the task's question. */
  async function ask(email: string, userId: string | null): Promise<void> {
    const requestedAt = now();
    const asking = { email, token: randomToken(), userId, requestedAt };
    const task = { email, askedAt: requestedAt.toISOString() };
    await repository.saveAsking(asking, (transaction) => enqueueLink(transaction, task));
  }

  return {
    /**
     * Adds an address to the waitlist of Startup Social. Neither the response nor its time reveals if it was known.
     * @throws AppError email_invalid, mail_not_configured, too_many_messages.
     */
    async join(
      body: Output<typeof joinWaitlist.body>,
      userId: string | null,
      address: string,
    ): Promise<{ asked: true }> {
      const email = (body.email ?? '').trim().toLowerCase();
      if (!email.includes('@')) throw new AppError('email_invalid');
      if (!mail.reachesPeople) throw new AppError('mail_not_configured');
      await limit.take(address);
      await sleep(pauseBefore(body));
      // The specification accepts more than mail can reach.
      const asked = (isEmail(email) ? ask(email, userId) : Promise.resolve()).catch(
        async (error: unknown) => {
          await limit.giveBack(address);
          throw error;
        },
      );
      await Promise.all([asked, sleep(shortestReplyMs)]);
      return { asked: true };
    },

    /** Puts an address on the list. @throws AppError waitlist_link_invalid. */
    async confirm(token: string): Promise<{ email: string }> {
      return known(isToken(token) ? await repository.confirm(token, now()) : null);
    },

    /** Takes an address off the list. @throws AppError waitlist_link_invalid. */
    async leave(token: string): Promise<{ email: string }> {
      return known(isToken(token) ? await repository.leave(token, now()) : null);
    },

    /** Mails the link to confirm, unless that has become needless. @throws what the mail port throws. */
    async deliver({ email, askedAt }: LinkTask): Promise<void> {
      const row = await repository.findAddress(email);
      if (!row || !isAsking(row) || hasFreshMail(row, now())) return;
      const linksAt = row.linksAt.filter((at) => now().getTime() - at.getTime() < linksSpanMs);
      if (linksAt.length >= mostLinks) return;
      // A mail that waited for the same outage has answered this one too.
      if (row.deliveredAt && row.deliveredAt >= new Date(askedAt)) return;
      const { confirmMail } = await import('./confirm-mail.ts');
      try {
        await mail.send(confirmMail(row, siteUrl(), askedAt));
      } catch (error) {
        await repository.recordFailure(email, failureText(error));
        throw error;
      }
      await repository.markDelivered(email, now(), [...linksAt, now()]);
    },
  };
}

/** 32 random bytes as base64url; nothing else needs to be looked up. */
function isToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

function known(email: string | null): { email: string } {
  if (email === null) throw new AppError('waitlist_link_invalid');
  return { email };
}

function isAsking({ confirmedAt, unsubscribedAt, requestedAt }: WaitlistRow): boolean {
  return !confirmedAt && (!unsubscribedAt || unsubscribedAt < requestedAt);
}

function hasFreshMail({ deliveredAt }: WaitlistRow, now: Date): boolean {
  return deliveredAt !== null && now.getTime() - deliveredAt.getTime() < mailPauseMs;
}
