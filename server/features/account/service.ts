import { AppError } from '#server/app-error.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import type { AccountRepository, UserRow } from './repository.ts';

export type AccountService = ReturnType<typeof accountService>;

export function accountService(repository: AccountRepository) {
  return {
    /**
     * Stores who signed in. The token decides id and e-mail; the name may come from the browser.
     * @throws AppError foreign_user when the body names another user.
     */
    async syncUser(caller: Claims, body: { id: string; name?: string }): Promise<User> {
      if (body.id !== caller.subject) throw new AppError('foreign_user');
      const name = (caller.name || body.name || '').trim();
      return toUser(await repository.saveUser({ id: caller.subject, email: caller.email, name }));
    },

    /** @throws AppError sync_refused for a signed-in user who never synced. */
    async readUser(id: string): Promise<User> {
      const row = await repository.findUser(id);
      if (!row) throw new AppError('sync_refused');
      return toUser(row);
    },
  };
}

function toUser({ id, email, name, plan }: UserRow): User {
  return { id, email, name, plan };
}
