import { isIPv4 } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { isPublicAddress } from '#server/http/site/site-url.ts';
import { embeddedMail, missingMail } from './embedded.ts';
import type { Mail } from './port.ts';

type MailSelectOptions = Pick<Config, 'mail' | 'production' | 'publicUrl'>;
type SmtpSelectOptions = MailSelectOptions & Pick<Config, 'mailCertificates' | 'role'>;

/** The configured mail adapter; `log` gets the reason of a refused message, and of a server that can't be reached. */
export async function selectMail(config: SmtpSelectOptions, database: Database, log: Logger): Promise<Mail> {
  const { mail, publicUrl, mailCertificates: certificates, role } = config;
  switch (mail.kind) {
    case 'embedded':
      if (hasOutbox(config)) return embeddedMail(database);
      log.warn('MAIL=embedded on a public address: nobody gets any mail.');
      return missingMail();
    case 'smtp': {
      // Loaded only where it is used: it weighs on the start and on memory.
      const { smtpMail } = await import('./smtp.ts');
      return smtpMail({
        ...mail,
        clientName: clientName(publicUrl),
        certificates,
        triesNow: role !== 'web',
        log,
      });
    }
  }
}

/** Servers distrust a greeting with a name that is not the sender's. An IP address has brackets (RFC 5321). */
function clientName(publicUrl: string | null): string | null {
  if (!publicUrl || !isPublicAddress(publicUrl)) return null;
  const { hostname } = new URL(publicUrl);
  return isIPv4(hostname) ? `[${hostname}]` : hostname.replace('[', '[IPv6:');
}

/** A site with a public address is not in development, whatever else it says. */
export function hasOutbox({ mail, production, publicUrl }: MailSelectOptions): boolean {
  return mail.kind === 'embedded' && !production && !isPublicAddress(publicUrl);
}
