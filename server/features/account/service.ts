import { AppError } from '#server/app-error.ts';
import { readCounters } from '#server/database/request-counters.ts';
import type { SessionClaims } from '#server/http/session-cookie.ts';
import type { Caller, Claims } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import type { CallerMemory } from './caller-memory.ts';
import type { IdentityKey, KnownIdentity } from './identities.ts';
import { isEnded, isOutdated, linkIdentity } from './link-identity.ts';
import type { AccountRepository, UserRow } from './repository.ts';

export type AccountService = ReturnType<typeof accountService>;

type Settings = {
  repository: AccountRepository;
  memory: CallerMemory;
  /** The identity provider of this deployment. */
  provider: IdentityKey['provider'];
  isAgent: (caller: Pick<Claims, 'email' | 'emailVerified'>) => boolean;
  randomId: () => string;
  now: () => number;
};

export function accountService({ repository, memory, provider, isAgent, randomId, now }: Settings) {
  async function readUser(id: string): Promise<User> {
    const row = await repository.findUser(id);
    if (!row) throw new AppError('sync_refused');
    return toUser(row);
  }

  /** Only an agent may learn that there are agents. */
  function asCaller(user: User, claims: Pick<Claims, 'email' | 'emailVerified'>): User {
    return isAgent(claims) ? { ...user, supportAgent: true } : user;
  }

  /** Ends every session cookie and token of a sign-in that there is now. */
  async function endSessions(subject: string): Promise<void> {
    await repository.endSessions({ provider, subject }, new Date(now()));
    memory.forget(subject);
  }

  function callerOf(claims: Claims, found: KnownIdentity | null): Caller {
    if (found && (isOutdated(claims, found) || isEnded(claims, found))) throw new AppError('sign_in_expired');
    // A provider's id may be another user's id of ours, so it must never pass for one.
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
      const found = await repository.findIdentity({ provider, subject: claims.subject });
      return isOver(startedAt, found) ? null : callerOf(claims, found);
    },

    endSessions,

    /** The same for whoever holds a session cookie; one that has ended must not end those that came after it. */
    async leaveSession({ subject, startedAt }: SessionClaims): Promise<void> {
      const found = await repository.findIdentity({ provider, subject });
      if (found && !isOver(startedAt, found)) await endSessions(subject);
    },

    /**
     * Stores who signed in. The token decides who it is and the e-mail; the name may come from the browser.
     * The body names the caller by the provider's id or by ours.
     * @throws AppError foreign_user when the body names another user, sign_in_expired as `readCaller` does.
     */
    async syncUser(caller: Caller, body: { id: string; name?: string }): Promise<User> {
      const { providerSubject: subject, email, emailVerified, issuedAt } = caller;
      if (body.id !== subject && body.id !== caller.subject) throw new AppError('foreign_user');
      const name = (caller.name || body.name || '').trim();
      const claims: Claims = { subject, email, emailVerified, name, issuedAt };
      const row = await repository.transactionOnceMore(async (transaction) => {
        const id = await linkIdentity(transaction, provider, claims, randomId);
        return repository.saveUser(transaction, { id, email, name });
      });
      memory.forget(subject);
      return asCaller(toUser(row), caller);
    },

    /** @throws AppError sync_refused for a signed-in user who never synced. */
    readUser,

    /** The same as the caller may see it. @throws AppError sync_refused. */
    async readAccount(caller: Caller): Promise<User> {
      return asCaller(await readUser(caller.subject), caller);
    },
  };
}

function isOver(startedAt: number, found: KnownIdentity | null): boolean {
  const endedAt = found?.sessionsEndedAt;
  return endedAt ? startedAt <= endedAt.getTime() : false;
}

function toUser({ id, email, name, plan, ...row }: UserRow): User {
  return { id, email, name, plan, ...readCounters(row) };
}
