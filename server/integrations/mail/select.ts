import type { MailConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { embeddedMail } from './embedded.ts';
import type { Mail } from './port.ts';
import type { MailFailure } from './smtp.ts';

/** The mail adapter that the configuration names; `onFailure` hears why a server took a message not. */
export async function selectMail(
  config: MailConfig,
  database: Database,
  onFailure: (failure: MailFailure) => void,
): Promise<Mail> {
  switch (config.kind) {
    case 'embedded':
      return embeddedMail(database);
    case 'smtp': {
      // Loaded only where it is used: it weighs on the start and on memory.
      const { smtpMail } = await import('./smtp.ts');
      return smtpMail({ ...config, onFailure });
    }
  }
}
