import { AppError } from '#server/app-error.ts';
import { readCounters } from '#server/database/request-counters.ts';
import type { Caller, Claims } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import type { CallerMemory } from './caller-memory.ts';
import type { IdentityKey } from './identities.ts';
import { isOutdated, linkIdentity } from './link-identity.ts';
import type { AccountRepository, UserRow } from './repository.ts';

export type AccountService = ReturnType<typeof accountService>;

type Settings = {
  repository: AccountRepository;
  memory: CallerMemory;
  /** The identity provider of this deployment. */
  provider: IdentityKey['provider'];
  isAgent: (caller: Pick<Claims, 'email' | 'emailVerified'>) => boolean;
  randomId: () => string;
};

export function accountService({ repository, memory, provider, isAgent, randomId }: Settings) {
  async function readUser(id: string): Promise<User> {
    const row = await repository.findUser(id);
    if (!row) throw new AppError('sync_refused');
    return toUser(row);
  }

  /** Only an agent may learn that there are agents. */
  function asCaller(user: User, claims: Pick<Claims, 'email' | 'emailVerified'>): User {
    return isAgent(claims) ? { ...user, supportAgent: true } : user;
  }

  return {
    /**
     * The holder of a token, with our id of the user in place of the provider's.
     * @throws AppError sign_in_expired for a token from before its e-mail was verified.
     */
    async readCaller(claims: Claims): Promise<Caller> {
      const found = await memory.recall(claims);
      if (found && isOutdated(claims, found)) throw new AppError('sign_in_expired');
      // A provider's id may be another user's id of ours, so it must never pass for one.
      const subject = found?.userId ?? `unsynced:${provider}:${claims.subject}`;
      return { ...claims, subject, providerSubject: claims.subject };
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

function toUser({ id, email, name, plan, ...row }: UserRow): User {
  return { id, email, name, plan, ...readCounters(row) };
}
