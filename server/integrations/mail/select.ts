import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { embeddedMail } from './embedded.ts';
import type { Mail } from './port.ts';

/** The mail adapter that the configuration names. */
export function selectMail(config: Config, database: Database): Mail {
  switch (config.mail.kind) {
    case 'embedded':
      return embeddedMail(database);
  }
}
