import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { ConversationSources } from '#server/integrations/conversations/port.ts';
import type { Posters } from '#server/integrations/posting/port.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { RuleCard } from '#shared/rules/rule-cards.ts';
import type { ServerRules } from '#shared/rules/server-rules.ts';

/** An owner's account at a host; without a session it can only be looked for. */
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

/** What posting needs of linked accounts. */
export type OwnAccounts = {
  findAccount(ownerId: string, source: SourceName, host: string): Promise<OwnAccount | null>;
  /** The source no longer takes the session, or asks its owner for something. */
  markNeedsLink(used: UsedSession): Promise<void>;
  replaceSession(used: UsedSession, session: string): Promise<void>;
};

export type Place = { source: SourceName; host: string; community: string | null };

export type PostingSettings = {
  database: Database;
  posters: Posters;
  sources: ConversationSources;
  accounts: OwnAccounts;
  /** Whether the owner's plan lets replies be sent now. */
  mayPost(ownerId: string): Promise<boolean>;
  /** The rule card of a place on a day, 'YYYY-MM-DD'. */
  cardOf(place: Place, today: string): RuleCard;
  now: () => Date;
  /** Names a worker's hold on a reply. */
  randomId: () => string;
  /** Waits between two looks at a thread. */
  pause: (ms: number) => Promise<void>;
  log: Logger;
  /** How long a worker holds a reply that it sends or looks for; nobody else touches it meanwhile. */
  holdMs: number;
};
