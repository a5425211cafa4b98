import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { ConversationSources, Posters } from '#server/integrations/sources/port.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';
import type { ServerRules } from '#shared/rules/outreach/places/server-rules.ts';

/** An owner's account at a host; without a session only its replies can be found. */
export type OwnAccount = {
  id: string;
  username: string;
  host: string;
  canPost: boolean;
  /** Its session has ended: its owner signs in again. */
  needsLink: boolean;
  session: string | null;
  /** The rules of its server, as shown to its owner. */
  rules: ServerRules | null;
};

/** An account with the session that was used: one that its owner has linked since is none of it. */
export type UsedSession = Pick<OwnAccount, 'id' | 'session'>;

/** Linked accounts as posting uses them. */
export type OwnAccounts = {
  findAccount(ownerId: string, source: SourceName, host: string): Promise<OwnAccount | null>;
  /** The source no longer takes the session, or asks its owner for something. */
  markNeedsLink(used: UsedSession): Promise<void>;
  replaceSession(used: UsedSession, session: string): Promise<void>;
};

export type PostPlace = { source: SourceName; host: string; community: string | null };

export type PostingDeps = {
  database: Database;
  posters: Posters;
  sources: ConversationSources;
  accounts: OwnAccounts;
  /** True when the owner's plan allows sending now. */
  mayPost(ownerId: string): Promise<boolean>;
  /** The rule card of a place on a day, 'YYYY-MM-DD'. */
  cardOf(place: PostPlace, today: string): RuleCard;
  now: () => Date;
  /** Id of a worker's lease on a reply. */
  randomId: () => string;
  /** Pause between two searches in a thread. */
  pause: (ms: number) => Promise<void>;
  log: Logger;
  /** Length of a worker's lease on a reply, in milliseconds. */
  leaseMs: number;
};
