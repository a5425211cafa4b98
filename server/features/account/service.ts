import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { readCounters } from '#server/database/request-counters.ts';
import type { SessionClaims } from '#server/http/session-cookie.ts';
import type { AgentClaims, Caller, Claims } from '#server/integrations/identity/port.ts';
import type { Device, User } from '#shared/contracts/account.ts';
import { describeDevice } from './describe-device.ts';
import {
  addIdentity,
  addUser,
  type IdentityKey,
  type KnownIdentity,
  lockIdentity,
  lockOwnerOf,
  moveFromUnusedUser,
  type Proof,
  removeUnproved,
  setProof,
  touchSession,
} from './identities.ts';
import type { AccountRepository, UserRow } from './repository.ts';

export type AccountService = ReturnType<typeof accountService>;

export type AgentRule = (caller: AgentClaims) => boolean;

type AccountServiceDeps = {
  repository: AccountRepository;
  memory: CallerMemory;
  /** The identity provider of this deployment. */
  provider: IdentityKey['provider'];
  isAgent: AgentRule;
  /** True for claims of an agent that only a second factor is missing from. */
  lacksSecondFactor: AgentRule;
  randomId: () => string;
  now: () => number;
};

export function accountService(deps: AccountServiceDeps) {
  const { repository, memory, provider, isAgent, lacksSecondFactor, randomId, now } = deps;
  async function readUser(id: string): Promise<User> {
    const row = await repository.findUser(id);
    if (!row) throw new AppError('sync_refused');
    return toUser(row);
  }

  /** Only an agent may learn that there are agents. */
  function asCaller(user: User, claims: AgentClaims): User {
    if (isAgent(claims)) return { ...user, supportAgent: true };
    return lacksSecondFactor(claims) ? { ...user, needsSecondFactor: true } : user;
  }

  /** Ends every session cookie and token of a sign-in whose session is gone, or that names none. */
  async function endSessions(subject: string): Promise<void> {
    await repository.endSessions({ provider, subject }, new Date(now()));
    memory.forget(subject);
  }

  function callerOf(claims: Claims, found: KnownIdentity | null): Caller {
    if (found && (isOutdated(claims, found) || isEnded(claims, found))) throw new AppError('sign_in_expired');
    // A provider's id may equal another user's id here, so never use it as one.
    const subject = found?.userId ?? `unsynced:${provider}:${claims.subject}`;
    return { ...claims, subject, providerSubject: claims.subject };
  }

  return {
    /**
     * The holder of a token, with our id of the user in place of the provider's.
     * @throws AppError sign_in_expired for a token from before its e-mail was verified, or its sessions ended.
     */
    async readCaller(claims: Claims): Promise<Caller> {
      return callerOf(claims, await memory.recall(claims));
    },

    /**
     * The same for a session cookie; null once its session has ended, in whichever process.
     * @throws AppError sign_in_expired as `readCaller` does.
     */
    async readSession({ startedAt, ...claims }: SessionClaims): Promise<Caller | null> {
      const found = await repository.findIdentity({ provider, subject: claims.subject }, claims.sessionId);
      return isOver({ ...claims, startedAt }, found) ? null : callerOf(claims, found);
    },

    endSessions,

    /** Signs every device of the caller out. */
    async endEverySession({ providerSubject }: Caller): Promise<void> {
      await repository.deleteSessions(providerSubject);
      await endSessions(providerSubject);
    },

    /** Ends the session of a cookie; one that has ended must not end later ones. */
    async leaveSession(claims: SessionClaims): Promise<void> {
      const { subject, sessionId } = claims;
      const found = await repository.findIdentity({ provider, subject }, sessionId);
      if (!found || isOver(claims, found)) return;
      if (sessionId) await repository.deleteSession(subject, sessionId);
      else return endSessions(subject);
      memory.forget(subject);
    },

    /**
     * Stores who signed in. The token decides who it is and the e-mail; the name may come from the browser.
     * The body names the caller by the provider's id or by ours.
     * @throws AppError foreign_user when the body names another user, sign_in_expired as `readCaller` does and for a token
     *   with an earlier address.
     */
    async syncUser(caller: Caller, body: { id: string; name?: string }): Promise<User> {
      const { providerSubject: subject, email, emailVerified, secondFactor, issuedAt, sessionId } = caller;
      if (body.id !== subject && body.id !== caller.subject) throw new AppError('foreign_user');
      const name = (caller.name || body.name || '').trim();
      const claims: Claims = { subject, email, emailVerified, name, secondFactor, issuedAt, sessionId };
      const row = await repository.transactionOnceMore(async (transaction) => {
        const isHere =
          !sessionId || (await touchSession(transaction, { subject, sessionId, email }, new Date(now())));
        if (!isHere) throw new AppError('sign_in_expired');
        const id = await linkIdentity(transaction, provider, claims, randomId);
        return repository.saveUser(transaction, { id, email, name });
      });
      memory.forget(subject);
      return asCaller(toUser(row), caller);
    },

    /** Signed-in browsers of the caller, the last seen first; none where only the provider knows them. */
    async listDevices({ providerSubject, sessionId }: Caller): Promise<Device[]> {
      if (!sessionId) return [];
      const sessions = await repository.listSessions(providerSubject);
      return sessions.map(({ id, userAgent, updatedAt }) => ({
        id,
        ...describeDevice(userAgent ?? ''),
        lastSeenAt: updatedAt.toISOString(),
        isCurrent: id === sessionId,
      }));
    },

    /** Signs one device of the caller out. @throws AppError device_missing */
    async endDevice({ providerSubject }: Caller, id: string): Promise<void> {
      if (!(await repository.deleteSession(providerSubject, id))) throw new AppError('device_missing');
      memory.forget(providerSubject);
    },

    /** @returns how many devices were signed out. */
    async endOtherDevices({ providerSubject, sessionId }: Caller): Promise<number> {
      const ended = sessionId ? await repository.deleteOtherSessions(providerSubject, sessionId) : 0;
      memory.forget(providerSubject);
      return ended;
    },

    /** @throws AppError sync_refused for a signed-in user who never synced. */
    readUser,

    /** The same as the caller may see it. @throws AppError sync_refused. */
    async readAccount(caller: Caller): Promise<User> {
      return asCaller(await readUser(caller.subject), caller);
    },
  };
}

function isOver({ startedAt, sessionId }: SessionClaims, found: KnownIdentity | null): boolean {
  if (!found) return false;
  if (sessionId) return found.isSessionGone;
  return found.sessionsEndedAt !== null && startedAt <= found.sessionsEndedAt.getTime();
}

function toUser({ id, email, name, plan, deletesAt, ...row }: UserRow): User {
  const user = { id, email, name, plan, ...readCounters(row) };
  return deletesAt ? { ...user, deletesAt: deletesAt.getTime() } : user;
}

/**
 * Finds the user that a sign-in leads to, or makes one
 * (`docs/decisions/0007-changing-the-identity-provider.md`).
 * @returns our id of the user.
 * @throws AppError sign_in_expired for an outdated token, and for one whose sessions have ended.
 * @throws an error with SQLSTATE 23505 when another sync decided the same at the same time: try again.
 */
async function linkIdentity(
  transaction: Transaction,
  provider: IdentityKey['provider'],
  claims: Claims,
  randomId: () => string,
): Promise<string> {
  const key = { provider, subject: claims.subject };
  const known = await lockIdentity(transaction, key);
  if (known) return followKnown(transaction, known, claims);
  const userId =
    (await findOwner(transaction, key, claims)) ?? (await makeUser(transaction, claims, randomId));
  await addIdentity(transaction, key, userId, proofOf(claims, null));
  if (claims.emailVerified) await removeUnproved(transaction, userId, provider);
  return userId;
}

/**
 * True when a token claims less of its e-mail than one of the same age or older. Its holder may have lost the address
 * since. A younger token that claims less has another address.
 */
function isOutdated({ emailVerified, issuedAt }: Claims, { verifiedAt }: Pick<Proof, 'verifiedAt'>) {
  return !emailVerified && verifiedAt !== null && issuedAt * 1000 <= verifiedAt.getTime();
}

/** Seconds by which the provider's clock may be behind ours. */
const clockSkew = 5;

/** True for a token whose session has ended. One without a session ends when its holder signs out anywhere. */
function isEnded(
  { issuedAt, sessionId }: Claims,
  { sessionsEndedAt, isSessionGone }: Pick<KnownIdentity, 'sessionsEndedAt' | 'isSessionGone'>,
) {
  if (sessionId) return isSessionGone;
  return sessionsEndedAt !== null && issuedAt + clockSkew < Math.floor(sessionsEndedAt.getTime() / 1000);
}

function proofOf({ emailVerified, issuedAt }: Claims, before: Date | null): Proof {
  return { emailVerified, verifiedAt: emailVerified ? new Date(issuedAt * 1000) : before };
}

async function findOwner(transaction: Transaction, { provider }: IdentityKey, claims: Claims) {
  return claims.emailVerified && claims.email ? lockOwnerOf(transaction, claims.email, provider) : null;
}

async function makeUser(transaction: Transaction, { subject, email, name }: Claims, randomId: () => string) {
  for (const id of [subject, randomId()]) if (await addUser(transaction, { id, email, name })) return id;
  throw new Error('a random id of a user was taken');
}

/** A user who verifies the address after the first sync gets the older account, if the new one is empty. */
async function followKnown(
  transaction: Transaction,
  known: IdentityKey & Omit<KnownIdentity, 'isSessionGone'>,
  claims: Claims,
): Promise<string> {
  // The session was touched just before, so it is there.
  const isSessionGone = false;
  if (isOutdated(claims, known) || isEnded(claims, { ...known, isSessionGone }))
    throw new AppError('sign_in_expired');
  if (known.emailVerified === claims.emailVerified) return known.userId;
  await setProof(transaction, known, proofOf(claims, known.verifiedAt));
  if (!claims.emailVerified) return known.userId;
  const owner = await findOwner(transaction, known, claims);
  if (!owner || !(await moveFromUnusedUser(transaction, known, owner))) return known.userId;
  await removeUnproved(transaction, owner, known.provider);
  return owner;
}

export type CallerMemory = {
  /** Our id of the user, and what is known of the e-mail; null when the sign-in never synced. */
  recall(claims: Claims): Promise<KnownIdentity | null>;
  forget(subject: string): void;
};

/** For this long another process may still take a sign-in that moved for the user it had, or one that has ended. */
const rememberedMs = 5_000;
const largest = 10_000;

/**
 * Keeps in memory whose sign-in is whose: every call asks. A sign-in moves only when its e-mail is first
 * seen verified, so what the table doesn't say yet of the token's own e-mail is not remembered.
 */
export function callerMemory(
  find: (claims: Claims) => Promise<KnownIdentity | null>,
  now: () => number,
): CallerMemory {
  const remembered = new Map<string, Map<string | null, KnownIdentity & { at: number }>>();
  return {
    async recall(claims) {
      const { subject, sessionId, emailVerified } = claims;
      const known = remembered.get(subject)?.get(sessionId);
      const isFresh = known && now() - known.at < rememberedMs;
      if (isFresh && known.emailVerified === emailVerified) return known;
      const found = await find(claims);
      if (found?.emailVerified !== emailVerified) return found;
      if (remembered.size >= largest) remembered.clear();
      const sessions = remembered.get(subject) ?? new Map();
      remembered.set(subject, sessions.set(sessionId, { ...found, at: now() }));
      return found;
    },
    forget: (subject) => void remembered.delete(subject),
  };
}
