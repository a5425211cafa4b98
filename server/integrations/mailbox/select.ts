import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Mailbox } from './port.ts';

/** The configured mailbox; null where mails come by the webhook, or not at all. */
export async function selectMailbox(
  { inboundMail, mailCertificates: certificates }: Pick<Config, 'inboundMail' | 'mailCertificates'>,
  deps: { log: Logger; now: () => number },
): Promise<Mailbox | null> {
  if (inboundMail?.kind !== 'imap') return null;
  const { imapMailbox } = await import('./imap.ts');
  return imapMailbox({ ...inboundMail, certificates, ...deps });
}
