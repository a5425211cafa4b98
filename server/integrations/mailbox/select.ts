import type { Logger } from 'pino';
import type { InboundMailConfig } from '#server/config.ts';
import type { Mailbox } from './port.ts';

/** The configured mailbox; null where mails come by the webhook, or not at all. */
export async function selectMailbox(
  config: InboundMailConfig | null,
  deps: { log: Logger; now: () => number },
): Promise<Mailbox | null> {
  if (config?.kind !== 'imap') return null;
  const { imapMailbox } = await import('./imap.ts');
  return imapMailbox({ url: config.url, ...deps });
}
