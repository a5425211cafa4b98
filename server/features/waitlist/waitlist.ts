import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { users, waitlist } from '#server/database/tables.ts';
import type { Limit } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { failureText } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { joinWaitlist as joinWaitlistEndpoint } from '#shared/contracts/waitlist.ts';
import { pauseBefore } from '#shared/rules/human-signs.ts';
import { isEmail } from '#shared/rules/text/addresses.ts';

type WaitlistRow = typeof waitlist.$inferSelect;

/** Which mail to send, and since when it has been asked for (ISO 8601). */
type LinkTask = { email: string; askedAt: string };

/** Mails the link to confirm; its key is the address, so that no two mails to one go at once. */
export const sendWaitlistLinkQueue: Queue<LinkTask> = {
  name: 'mail-waitlist-link',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};

export type WaitlistDeps = {
  database: Database;
  tasks: Tasks;
  mail: Mail;
  siteUrl: () => string;
  /** Requests of one network address. */
  limit: Limit;
  now: () => Date;
};

/** No response comes sooner: its time could reveal that the address is known. */
const shortestReplyMs = 300;

/**
 * Adds an address to the waitlist of Startup Social. Neither the response nor its time reveals if it was known.
 * @throws AppError email_invalid, mail_not_configured, too_many_messages.
 */
export async function joinWaitlist(
  deps: WaitlistDeps,
  body: Output<typeof joinWaitlistEndpoint.body>,
  userId: string | null,
  address: string,
): Promise<{ asked: true }> {
  const { mail, limit } = deps;
  const email = (body.email ?? '').trim().toLowerCase();
  if (!email.includes('@')) throw new AppError('email_invalid');
  if (!mail.reachesPeople) throw new AppError('mail_not_configured');
  await limit.take(address);
  await sleep(pauseBefore(body));
  // The specification accepts more than mail can reach.
  const asked = (isEmail(email) ? ask(deps, email, userId) : Promise.resolve()).catch(
    async (error: unknown) => {
      await limit.giveBack(address);
      throw error;
    },
  );
  await Promise.all([asked, sleep(shortestReplyMs)]);
  return { asked: true };
}

/** Puts an address on the list. @throws AppError waitlist_link_invalid. */
export async function confirmWaitlist(
  { database, now }: WaitlistDeps,
  token: string,
): Promise<{ email: string }> {
  requireToken(token);
  const asks = or(isNull(waitlist.unsubscribedAt), lt(waitlist.unsubscribedAt, waitlist.requestedAt));
  const confirmedAt = sql`coalesce(${waitlist.confirmedAt}, ${now().toISOString()}::timestamptz)`;
  const [row] = await database.sql
    .update(waitlist)
    .set({ confirmedAt, unsubscribedAt: null })
    .where(and(eq(waitlist.token, token), asks))
    .returning();
  return known(row);
}

/** Takes an address off the list. @throws AppError waitlist_link_invalid. */
export async function leaveWaitlist(
  { database, now }: WaitlistDeps,
  token: string,
): Promise<{ email: string }> {
  requireToken(token);
  const [row] = await database.sql
    .update(waitlist)
    .set({ confirmedAt: null, unsubscribedAt: now() })
    .where(eq(waitlist.token, token))
    .returning();
  return known(row);
}

/** An address gets no second mail before that, however often it is entered. */
const mailPauseMs = 600_000;

/** Most mails to one address in this time. */
const mostLinks = 3;
const linksSpanMs = 30 * 86_400_000;

/** Mails the link to confirm, unless that has become needless. @throws what the mail port throws. */
export async function sendWaitlistLink(deps: WaitlistDeps, { email, askedAt }: LinkTask): Promise<void> {
  const { database, mail, siteUrl, now } = deps;
  const { sql: db } = database;
  const isThat = eq(waitlist.email, email);
  const [row] = await db.select().from(waitlist).where(isThat);
  if (!row || !isAsking(row) || hasFreshMail(row, now())) return;
  const linksAt = row.linksAt.filter((at) => now().getTime() - at.getTime() < linksSpanMs);
  if (linksAt.length >= mostLinks) return;
  // A mail that waited for the same outage has answered this one too.
  if (row.deliveredAt && row.deliveredAt >= new Date(askedAt)) return;
  const { confirmMail } = await import('./confirm-mail.ts');
  try {
    await mail.send(confirmMail(row, siteUrl(), askedAt));
  } catch (error) {
    await db
      .update(waitlist)
      .set({ failure: failureText(error) })
      .where(isThat);
    throw error;
  }
  const delivered = { deliveredAt: now(), linksAt: [...linksAt, now()], failure: null };
  await db.update(waitlist).set(delivered).where(isThat);
}

/** The same work for every address: whether a mail is needed is the task's question. */
async function ask(
  { database, tasks, now }: WaitlistDeps,
  email: string,
  userId: string | null,
): Promise<void> {
  const requestedAt = now();
  // Null for a signed-in person without an account here.
  const knownUser = sql`(select ${users.id} from ${users} where ${users.id} = ${userId})`;
  // An address that is on the list already has its token.
  const token = randomBytes(32).toString('base64url');
  await inTransaction(database, async (transaction) => {
    await transaction.sql
      .insert(waitlist)
      .values({ email, token, userId: knownUser, requestedAt })
      .onConflictDoUpdate({
        target: waitlist.email,
        set: { requestedAt, failure: null, userId: sql`coalesce(${waitlist.userId}, excluded.user_id)` },
      });
    const task = { email, askedAt: requestedAt.toISOString() };
    await tasks.enqueue(transaction, sendWaitlistLinkQueue, task, email);
  });
}

/** 32 random bytes as base64url; nothing else needs to be looked up. */
function requireToken(token: string): void {
  if (!/^[\w-]{43}$/.test(token)) throw new AppError('waitlist_link_invalid');
}

function known(row: WaitlistRow | undefined): { email: string } {
  if (!row) throw new AppError('waitlist_link_invalid');
  return { email: row.email };
}

function isAsking({ confirmedAt, unsubscribedAt, requestedAt }: WaitlistRow): boolean {
  return !confirmedAt && (!unsubscribedAt || unsubscribedAt < requestedAt);
}

function hasFreshMail({ deliveredAt }: WaitlistRow, now: Date): boolean {
  return deliveredAt !== null && now.getTime() - deliveredAt.getTime() < mailPauseMs;
}
