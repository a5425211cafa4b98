import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { contactMessages } from '#server/database/tables.ts';
import type { Limit } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { awaitDelivery, type DeliveryState } from '#server/mail/await-delivery.ts';
import { sendStored } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import {
  type Delivery,
  longestAheadDays,
  type requestDemo as requestDemoEndpoint,
  type sendEmail,
} from '#shared/contracts/contact.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import { pauseBefore } from '#shared/rules/human-signs.ts';
import { isEmail } from '#shared/rules/text/addresses.ts';
import type { ContactRow } from './compose-mail.ts';

/** Mails one stored message to us. */
export const deliverMessageQueue: Queue<{ id: number }> = {
  name: 'deliver-message',
  onePerKey: false,
  patient: true,
};

export type ContactDeps = {
  database: Database;
  tasks: Tasks;
  mail: Mail;
  supportEmail: string;
  /** Messages of one network address. */
  limit: Limit;
  now: () => Date;
};

/**
 * Stores what a visitor wrote and sends it to us (specification 5, Contact form).
 * @throws AppError contact_missing_fields, one_line_fields, email_invalid, too_many_messages.
 */
export async function sendMessage(
  deps: ContactDeps,
  body: Output<typeof sendEmail.body>,
  address: string,
): Promise<Delivery> {
  const { fullName = '', email = '', phone = '', message = '' } = body;
  const sender = { fullName: fullName.trim(), email: email.trim(), phone: phone.trim() };
  if (!sender.email || !message.trim()) throw new AppError('contact_missing_fields');
  checkSender(sender);
  const row = { kind: 'contact', ...sender, message: message.trim() } as const;
  return store(deps, row, address, pauseBefore(body));
}

/**
 * Saves a visitor's demo request and sends it to us with the draft of an invitation.
 * @throws AppError demo_missing_fields, one_line_fields, email_invalid, body_invalid for an unknown
 *   time zone, demo_time_invalid, too_many_messages.
 */
export async function requestDemo(
  deps: ContactDeps,
  body: Output<typeof requestDemoEndpoint.body>,
  address: string,
): Promise<Delivery> {
  const { fullName, email, timeZone, note = '' } = body;
  const sender = { fullName: fullName.trim(), email: email.trim(), phone: '' };
  if (!sender.fullName || !sender.email) throw new AppError('demo_missing_fields');
  checkSender(sender);
  const startsAt = new Date(body.startsAt);
  checkDemoTime(startsAt, timeZone, deps.now());
  const row = { kind: 'demo', ...sender, message: note.trim(), startsAt, timeZone } as const;
  return store(deps, row, address, pauseBefore(body));
}

/** Sends one stored message to us, unless that has happened. @throws what the mail port throws. */
export async function deliverMessage(
  { database, mail, supportEmail, now }: ContactDeps,
  id: number,
  isLastTry: boolean,
): Promise<void> {
  const row = await findMessage(database, id);
  if (!row || row.deliveredAt) return;
  const { composeMail } = await import('./compose-mail.ts');
  await sendStored(
    () => mail.send(composeMail(row, supportEmail)),
    (state) => database.sql.update(contactMessages).set(state).where(eq(contactMessages.id, id)),
    { isLastTry, now },
  );
}

/** Counts only stored messages, and reports their delivery within a moment. */
async function store(
  { database, tasks, limit }: ContactDeps,
  row: typeof contactMessages.$inferInsert,
  address: string,
  pauseMs: number,
): Promise<Delivery> {
  await limit.take(address);
  await sleep(pauseMs);
  const stored = inTransaction(database, async (transaction) => {
    const [saved] = await transaction.sql.insert(contactMessages).values(row).returning();
    if (!saved) throw new Error('the insert of a message returned no row');
    await tasks.enqueue(transaction, deliverMessageQueue, { id: saved.id });
    return saved.id;
  });
  const id = await stored.catch(async (error: unknown) => {
    await limit.giveBack(address);
    throw error;
  });
  return awaitDelivery(async () => deliveryState(await findMessage(database, id)), sleep);
}

async function findMessage({ sql: db }: Database, id: number): Promise<ContactRow | null> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return row ?? null;
}

function deliveryState(row: ContactRow | null): DeliveryState {
  if (row?.deliveredAt) return 'delivered';
  // Within the moment that is waited nothing but a refusal ends the tries.
  if (row?.givenUpAt) return 'refused';
  return row?.failure ? 'failed' : 'waiting';
}

/** Sender fields of both forms, trimmed. */
type Sender = { fullName: string; email: string; phone: string };

/**
 * They go into headers of mails and into calendar files, so they must be what they are called.
 * @throws AppError one_line_fields, email_invalid.
 */
function checkSender({ fullName, email, phone }: Sender): void {
  if ([fullName, email, phone].some((field) => /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(field))) {
    throw new AppError('one_line_fields');
  }
  if (!isEmail(email)) throw new AppError('email_invalid');
}

/**
 * A demo may be wished for from tomorrow on, by the calendar of the visitor's own time zone.
 * @throws AppError body_invalid for an unknown time zone, demo_time_invalid.
 */
function checkDemoTime(startsAt: Date, timeZone: string, now: Date): void {
  const days = dayNumber(startsAt, timeZone) - dayNumber(now, timeZone);
  if (!(days >= 1 && days <= longestAheadDays)) {
    throw new AppError('demo_time_invalid', { days: longestAheadDays });
  }
}

/** Days since 1970 of the calendar date that a moment has in a time zone. */
function dayNumber(moment: Date, timeZone: string): number {
  // Swedish dates are written as ISO 8601 writes them.
  return Date.parse(dateFormat(timeZone).format(moment)) / 86_400_000;
}

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    throw new AppError('body_invalid', { detail: 'timeZone is not the name of a time zone' });
  }
}
