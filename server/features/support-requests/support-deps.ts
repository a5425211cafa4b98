import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { Files } from '#server/integrations/files/port.ts';
import type { AgentClaims, Caller } from '#server/integrations/identity/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import type { RequestIdea } from '#shared/contracts/support-requests/support-inbox.ts';
import type { SlaClock } from './sla/sla-clock.ts';

export type SupportDeps = {
  database: Database;
  tasks: Tasks;
  files: Files;
  clock: SlaClock;
  isAgent: (claims: AgentClaims) => boolean;
  /** The configured addresses of agents. */
  supportAgents: readonly string[];
  readUser: (caller: Caller) => Promise<User>;
  /** The owner's idea behind a request; null where there is none. */
  describeIdea: (
    ownerId: string,
    part: { trailId: string | null; surveyId: string | null },
  ) => Promise<RequestIdea | null>;
  log: Logger;
  now: () => Date;
};

/** For files and mails as they are stored. */
export type StoreDeps = Pick<SupportDeps, 'database' | 'files' | 'isAgent' | 'now'>;
