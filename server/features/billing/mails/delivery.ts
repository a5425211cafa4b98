import type { Mail } from '#server/integrations/mail/port.ts';
import { failureText, mailWork } from '#server/mail/mail-work.ts';
import type { MailRepository } from './mail-repository.ts';

type BillingMailDeliveryDeps = {
  repository: MailRepository;
  mail: Mail;
  siteUrl: () => string;
  /** No money moves: the letters say so. */
  isTest: boolean;
  now: () => Date;
};

/**
 * Sends one stored letter, unless that has happened. Its row says why it failed, and whether that ended it.
 * @throws what the mail port throws.
 */
export function billingMailDelivery({ repository, mail, siteUrl, isTest, now }: BillingMailDeliveryDeps) {
  return async (id: string, isLastTry: boolean): Promise<void> => {
    const row = await repository.findMail(id);
    if (!row || row.deliveredAt) return;
    const { composeBillingMail } = await import('./compose-billing-mail.ts');
    try {
      // A receipt may wait while the provider changes: it is about the money that was.
      const isTestOf = row.payment ? row.payment.origin !== 'stripe-live' : isTest;
      await mail.send(composeBillingMail(row, { siteUrl: siteUrl(), isTest: isTestOf }));
    } catch (error) {
      const isOver = isLastTry || mailWork.isFinal(error);
      await repository.recordFailure(id, failureText(error), isOver ? now() : null);
      throw error;
    }
    await repository.markDelivered(id, now());
  };
}
