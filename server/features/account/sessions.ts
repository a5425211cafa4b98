import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { identitySessions, userIdentities } from '#server/database/tables.ts';
import type { SessionClaims } from '#server/http/session-cookie.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Device } from '#shared/contracts/account.ts';
import { isOver } from './callers.ts';
import { describeDevice } from './describe-device.ts';
import { type AccountDeps, findIdentity } from './users.ts';

/** Signed-in browsers of the caller, the last seen first; none where only the provider knows them. */
export async function listDevices(
  { database }: AccountDeps,
  { providerSubject, sessionId }: Caller,
): Promise<Device[]> {
  if (!sessionId) return [];
  const { id, userAgent, updatedAt, userId, expiresAt } = identitySessions;
  const sessions = await database.sql
    .select({ id, userAgent, updatedAt })
    .from(identitySessions)
    .where(and(eq(userId, providerSubject), gt(expiresAt, sql`now()`)))
    .orderBy(desc(updatedAt));
  return sessions.map((session) => ({
    id: session.id,
    ...describeDevice(session.userAgent ?? ''),
    lastSeenAt: session.updatedAt.toISOString(),
    isCurrent: session.id === sessionId,
  }));
}

/** Signs one device of the caller out. @throws AppError device_missing */
export async function endDevice(
  { database, memory }: AccountDeps,
  { providerSubject }: Caller,
  id: string,
): Promise<void> {
  if (!(await deleteSession(database, providerSubject, id))) throw new AppError('device_missing');
  memory.delete(providerSubject);
}

/** @returns how many devices were signed out. */
export async function endOtherDevices(
  { database, memory }: AccountDeps,
  { providerSubject, sessionId }: Caller,
): Promise<number> {
  if (!sessionId) return 0;
  const others = and(ne(identitySessions.id, sessionId), eq(identitySessions.userId, providerSubject));
  const { rowCount } = await database.sql.delete(identitySessions).where(others);
  memory.delete(providerSubject);
  return rowCount ?? 0;
}

/** Ends the session of a cookie; one that has ended must not end later ones. */
export async function leaveSession(deps: AccountDeps, claims: SessionClaims): Promise<void> {
  const { subject, sessionId } = claims;
  const found = await findIdentity(deps, claims);
  if (!found || isOver(claims, found)) return;
  if (!sessionId) return endSessions(deps, subject);
  await deleteSession(deps.database, subject, sessionId);
  deps.memory.delete(subject);
}

/** Signs every device of the caller out. */
export async function endEverySession(deps: AccountDeps, { providerSubject }: Caller): Promise<void> {
  await deps.database.sql.delete(identitySessions).where(eq(identitySessions.userId, providerSubject));
  await endSessions(deps, providerSubject);
}

/** Ends every session cookie and token of a sign-in whose session is gone, or that names none. */
export async function endSessions(
  { database, provider, memory, now }: AccountDeps,
  subject: string,
): Promise<void> {
  await database.sql
    .update(userIdentities)
    .set({ sessionsEndedAt: new Date(now()) })
    .where(and(eq(userIdentities.provider, provider), eq(userIdentities.subject, subject)));
  memory.delete(subject);
}

/** Deletes one session of the embedded provider; false when there is none. */
async function deleteSession({ sql: db }: Database, subject: string, sessionId: string): Promise<boolean> {
  const own = and(eq(identitySessions.id, sessionId), eq(identitySessions.userId, subject));
  return (await db.delete(identitySessions).where(own)).rowCount === 1;
}
