import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { isPublicAddress } from '#server/http/site/site-url.ts';
import { embeddedMail, missingMail } from './embedded.ts';
import type { Mail } from './port.ts';

type MailSelectOptions = Pick<Config, 'mail' | 'production' | 'publicUrl'>;

/** The configured mail adapter; `log` gets the reason of a refused message. */
export async function selectMail(config: MailSelectOptions, database: Database, log: Logger): Promise<Mail> {
  const { mail } = config;
  switch (mail.kind) {
    case 'embedded':
      if (hasOutbox(config)) return embeddedMail(database);
      log.warn('MAIL=embedded on a public address: nobody gets any mail.');
      return missingMail();
    case 'smtp': {
      // Loaded only where it is used: it weighs on the start and on memory.
      const { smtpMail } = await import('./smtp.ts');
      return smtpMail({ ...mail, onFailure: (why) => log.warn(why, 'mail was not accepted') });
    }
  }
}

/** A site with a public address is not in development, whatever else it says. */
export function hasOutbox({ mail, production, publicUrl }: MailSelectOptions): boolean {
  return mail.kind === 'embedded' && !production && !isPublicAddress(publicUrl);
}
