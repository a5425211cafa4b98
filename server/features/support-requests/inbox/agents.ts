import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { users } from '#server/database/tables.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { SupportDeps } from '#server/features/support-requests/support-deps.ts';

type AgentRow = { id: string; name: string; email: string };
type AgentDeps = Pick<SupportDeps, 'supportAgents'>;

/** The agents behind the configured addresses: those with an account whose address is verified. */
export async function listAgentRows({
  database,
  ...deps
}: AgentDeps & { database: Database }): Promise<AgentRow[]> {
  return select(database).where(isAgent(deps)).orderBy(asc(users.name), asc(users.id));
}

export async function findAgent(
  deps: AgentDeps,
  transaction: Transaction,
  id: string,
): Promise<AgentRow | null> {
  const [found] = await select(transaction).where(and(eq(users.id, id), isAgent(deps)));
  return found ?? null;
}

/** The agent who has the request; else all of them. */
export async function agentAddresses(
  { supportAgents }: AgentDeps,
  transaction: Transaction,
  { claimedBy }: RequestRow,
): Promise<readonly string[]> {
  if (claimedBy === null) return supportAgents;
  const [found] = await select(transaction).where(eq(users.id, claimedBy));
  return found ? [found.email] : supportAgents;
}

function select({ sql: tx }: Pick<Transaction, 'sql'>) {
  return tx.select({ id: users.id, name: users.name, email: users.email }).from(users);
}

function isAgent({ supportAgents }: AgentDeps): SQL | undefined {
  const listed = supportAgents.map((address) => address.toLowerCase());
  const isVerified = sql`exists(select from user_identities as identity
    where identity.user_id = users.id and identity.email_verified)`;
  return and(inArray(sql`lower(${users.email})`, listed), isVerified);
}
