import { and, eq, notExists, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { readCounters } from '#server/database/request-counters.ts';
import { identitySessions, userIdentities, users } from '#server/database/tables.ts';
import type { AgentClaims, Caller } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import { CappedMap } from '#shared/rules/capped-map.ts';
import type { IdentityKey, KnownIdentity } from './identities.ts';

export type UserRow = typeof users.$inferSelect;

export type AgentRule = (caller: AgentClaims) => boolean;

/** People whose sign-ins are remembered. */
const mostRemembered = 10_000;

/** Known sign-ins by subject and session, each with the moment when it was read. */
type CallerMemory = CappedMap<string, Map<string | null, KnownIdentity & { at: number }>>;

export const callerMemory = (): CallerMemory => new CappedMap(mostRemembered);

export type AccountDeps = {
  database: Database;
  queries: AccountQueries;
  memory: CallerMemory;
  /** The identity provider of this deployment. */
  provider: IdentityKey['provider'];
  isAgent: AgentRule;
  /** True for claims of an agent that only a second factor is missing from. */
  lacksSecondFactor: AgentRule;
  now: () => number;
};

type AccountQueries = ReturnType<typeof accountQueries>;

/** Prepared once, because nearly every call runs one of them. */
export function accountQueries({ sql: db }: Database) {
  const session = db
    .select({ one: sql`1` })
    .from(identitySessions)
    .where(
      and(
        eq(identitySessions.id, sql.placeholder('sessionId')),
        eq(identitySessions.userId, userIdentities.subject),
      ),
    );
  const byIdentity = db
    .select({
      userId: userIdentities.userId,
      emailVerified: userIdentities.emailVerified,
      verifiedAt: userIdentities.verifiedAt,
      sessionsEndedAt: userIdentities.sessionsEndedAt,
      isSessionGone: sql<boolean>`${sql.placeholder('sessionId')}::text is not null and ${notExists(session)}`,
    })
    .from(userIdentities)
    .where(
      and(
        eq(userIdentities.provider, sql.placeholder('provider')),
        eq(userIdentities.subject, sql.placeholder('subject')),
      ),
    )
    .prepare('user_by_identity');
  const byId = db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id');
  return { byIdentity, byId };
}

/** Owner of an identity at the provider; null before the first sync. */
export async function findIdentity(
  { queries, provider }: AccountDeps,
  { subject, sessionId }: { subject: string; sessionId: string | null },
): Promise<KnownIdentity | null> {
  const [row] = await queries.byIdentity.execute({ provider, subject, sessionId });
  return row ?? null;
}

/** @throws AppError sync_refused for a signed-in user who never synced. */
export async function readUser({ queries }: AccountDeps, id: string): Promise<User> {
  const [row] = await queries.byId.execute({ id });
  if (!row) throw new AppError('sync_refused');
  return toUser(row);
}

/** The caller's user, as they may see it. @throws AppError sync_refused. */
export async function readAccount(deps: AccountDeps, caller: Caller): Promise<User> {
  return asCaller(deps, await readUser(deps, caller.subject), caller);
}

/** Only an agent may learn that there are agents. */
export function asCaller({ isAgent, lacksSecondFactor }: AccountDeps, user: User, claims: AgentClaims): User {
  if (isAgent(claims)) return { ...user, supportAgent: true };
  return lacksSecondFactor(claims) ? { ...user, needsSecondFactor: true } : user;
}

export function toUser({ id, email, name, plan, deletesAt, ...row }: UserRow): User {
  const user = { id, email, name, plan, ...readCounters(row) };
  return deletesAt ? { ...user, deletesAt: deletesAt.getTime() } : user;
}
