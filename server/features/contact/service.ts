import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Limit } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { awaitDelivery, type DeliveryState } from '#server/mail/await-delivery.ts';
import { failureText, mailWork } from '#server/mail/mail-work.ts';
import type { Delivery, requestDemo, sendEmail } from '#shared/contracts/contact.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import { checkDemoTime, checkHuman, checkSender } from './checks.ts';
import type { ContactRepository, ContactRow, NewContactRow } from './repository.ts';

export type ContactService = ReturnType<typeof contactService>;

type Settings = {
  repository: ContactRepository;
  enqueueDelivery: (transaction: Transaction, id: number) => Promise<void>;
  mail: Mail;
  supportEmail: string;
  /** Messages of one network address. */
  limit: Limit;
  now: () => Date;
  sleep: (ms: number) => Promise<unknown>;
};

export function contactService(settings: Settings) {
  const { repository, enqueueDelivery, mail, supportEmail, limit, now, sleep } = settings;

  /** Counts only what is stored, and tells what became of it within a moment. */
  async function keep(row: NewContactRow, address: string): Promise<Delivery> {
    await limit.take(address);
    const id = await repository.saveMessage(row, enqueueDelivery).catch(async (error: unknown) => {
      await limit.giveBack(address);
      throw error;
    });
    return awaitDelivery(async () => deliveryState(await repository.findMessage(id)), sleep);
  }

  return {
    /**
     * Keeps what a visitor wrote and sends it to us (specification 5, Contact form).
     * @throws AppError contact_missing_fields, one_line_fields, email_invalid, looks_automatic,
     *   too_many_messages.
     */
    async sendMessage(body: Output<typeof sendEmail.body>, address: string): Promise<Delivery> {
      const { fullName = '', email = '', phone = '', message = '' } = body;
      const sender = { fullName: fullName.trim(), email: email.trim(), phone: phone.trim() };
      if (!sender.email || !message.trim()) throw new AppError('contact_missing_fields');
      checkSender(sender);
      checkHuman(body);
      return keep({ kind: 'contact', ...sender, message: message.trim() }, address);
    },

    /**
     * Keeps a visitor's wish for a time and sends it to us with the draft of an invitation.
     * @throws AppError demo_missing_fields, one_line_fields, email_invalid, body_invalid for an unknown
     *   time zone, demo_time_invalid, looks_automatic, too_many_messages.
     */
    async requestDemo(body: Output<typeof requestDemo.body>, address: string): Promise<Delivery> {
      const { fullName, email, timeZone, note = '' } = body;
      const sender = { fullName: fullName.trim(), email: email.trim(), phone: '' };
      if (!sender.fullName || !sender.email) throw new AppError('demo_missing_fields');
      checkSender(sender);
      const startsAt = new Date(body.startsAt);
      checkDemoTime(startsAt, timeZone, now());
      checkHuman(body);
      return keep({ kind: 'demo', ...sender, message: note.trim(), startsAt, timeZone }, address);
    },

    /**
     * Sends one stored message to us, unless that has happened. Its row says why it failed, and whether
     * that ended it. @throws what the mail port throws.
     */
    async deliver(id: number, isLastTry: boolean): Promise<void> {
      const row = await repository.findMessage(id);
      if (!row || row.deliveredAt) return;
      const { composeMail } = await import('./compose-mail.ts');
      try {
        await mail.send(composeMail(row, supportEmail));
      } catch (error) {
        const isOver = isLastTry || mailWork.isFinal(error);
        await repository.recordFailure(id, failureText(error), isOver ? now() : null);
        throw error;
      }
      await repository.markDelivered(id, now());
    },
  };
}

function deliveryState(row: ContactRow | null): DeliveryState {
  if (row?.deliveredAt) return 'delivered';
  // Within the moment that is waited nothing but a refusal ends the tries.
  if (row?.givenUpAt) return 'refused';
  return row?.failure ? 'failed' : 'waiting';
}
