import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { ConversationSources, Posters } from '#server/integrations/sources/port.ts';
import type { ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import type { AccountSessions } from './accounts/sessions.ts';

export type PostingDeps = {
  database: Database;
  posters: Posters;
  sources: ConversationSources;
  accounts: AccountSessions;
  /** True when the owner's plan allows sending now. */
  mayPost(ownerId: string): Promise<boolean>;
  cardOf: typeof ruleCardOf;
  now: () => Date;
  log: Logger;
  /** Length of a worker's lease on a reply, in milliseconds. */
  leaseMs: number;
};
