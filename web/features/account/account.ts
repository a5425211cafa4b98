import type { Query, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { syncUser, type User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { configQuery } from '#web/api/config.ts';
import { clearDrafts } from '#web/drafts/draft-store.ts';
import { sendUnsent } from '#web/drafts/unsent.ts';
import { embeddedIdentity } from '#web/identity/embedded.ts';
import { forgetFirstAnswers, readFirstAnswers } from '#web/identity/first-answers.ts';
import { type BrowserIdentity, IdentityError, type IdentityUser } from '#web/identity/port.ts';
import { rememberAccount } from '#web/identity/remembered-account.ts';
import { loadFirebase } from '#web/identity/select-session.ts';
import type { Session, SignOutNotice } from '#web/identity/session.ts';
import { setSessionRenewal, setTokenSource, timeLimitMs } from '#web/identity/token.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { endOwnSession, endPendingSession, keepSession } from './own-session.ts';

export type AccountState = Pick<Session, 'status' | 'user'>;

/** The signed-in user, at the identity provider and on our own server (Specification 4, Auth). */
export class Account {
  readonly #cache: QueryClient;
  readonly #show: (state: AccountState) => void;
  #provider: Promise<BrowserIdentity> | null = null;
  #user: User | null = null;
  // The newest request wins: an older response that comes late changes nothing.
  #turn = 0;
  #hasEnded = true;
  #hasLeft = false;

  /** `show` gets every change. */
  constructor(cache: QueryClient, show: (state: AccountState) => void) {
    this.#cache = cache;
    this.#show = show;
    setSessionRenewal(() => this.refresh());
  }

  /** Finds out who is signed in: at the start, and when another tab changed it. Rejects without an answer. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    // A cached provider could still have the token of the user before.
    this.#provider = null;
    const hasAnswers = turn === 1 && readFirstAnswers();
    if (!hasAnswers) forgetFirstAnswers();
    try {
      const identity = await this.#identity();
      // For the calls behind the first: those that came with the page need none.
      if (hasAnswers) void identity.token().catch(() => {});
      const found = await identity.currentUser();
      if (turn !== this.#turn) return;
      if (found) await this.#enter(found, turn);
      else {
        this.#settle(null);
        endPendingSession();
      }
    } catch (error) {
      if (turn === this.#turn) throw error;
    }
  }

  /** Signs in or up. @returns true when signed in. @throws IdentityError */
  async attempt(run: (identity: BrowserIdentity) => Promise<IdentityUser>): Promise<boolean> {
    const found = await this.ask(run);
    return this.#enter(found, ++this.#turn);
  }

  /** Asks the provider for something that leaves everybody where they are; rejects with an IdentityError. */
  async ask<T>(run: (identity: BrowserIdentity) => Promise<T>): Promise<T> {
    const identity = await this.#identity().catch((cause: unknown) => {
      throw new IdentityError('unknown', { cause });
    });
    return run(identity);
  }

  /**
   * Leaves at the provider, after what is unsent was sent, or given up in the dialog that `show` gets. Tells whether
   * that worked; it shows only after `leave`.
   */
  async signOut(show: (dialog: ReactNode) => void): Promise<boolean> {
    try {
      if (!(await this.#mayForget(show))) return false;
      await this.#leaveEverywhere();
      this.#turn++;
      return true;
    } catch {
      keepSession();
      showToast(message('sign_out_failed'));
      return false;
    }
  }

  leave(notice?: SignOutNotice): void {
    if (this.#user) clearDrafts(this.#user.id);
    this.#settle(null);
    showToast(notice ?? message(this.#hasEnded ? 'signed_out' : 'signed_out_here'));
  }

  /**
   * Reads the signed-in user's record again.
   * @throws ApiError
   */
  async refresh(): Promise<User> {
    if (!this.#user) throw new Error('Nobody is signed in.');
    const user = await this.#sync(this.#user);
    if (this.#user?.id === user.id) this.#settle(user);
    return user;
  }

  /** Clears the cached responses of a user who has signed out. Called when their screens are gone. */
  clearLeftUser(): void {
    if (this.#hasLeft) this.#clearQueries();
    this.#hasLeft = false;
  }

  /**
   * Tries both: each can be away without the other. The provider says who is signed in, so its answer counts.
   * @throws IdentityError
   */
  async #leaveEverywhere(): Promise<void> {
    const leaving = this.ask((identity) => identity.signOut());
    const [hasEnded, left] = await Promise.allSettled([endOwnSession(), leaving]);
    this.#hasEnded = hasEnded.status === 'fulfilled' && hasEnded.value;
    if (left.status === 'rejected') throw left.reason;
  }

  async #mayForget(show: (dialog: ReactNode) => void): Promise<boolean> {
    const unsent = this.#user ? await sendUnsent(this.#user.id) : [];
    if (unsent.length === 0) return true;
    const { askAboutUnsent } = await import('./UnsentDialog.tsx');
    return askAboutUnsent(unsent, show);
  }

  /** Syncs the user with our server, or signs them out (Specification 7, sync). @returns true when synced. */
  async #enter(found: IdentityUser, turn: number): Promise<boolean> {
    const user = await this.#sync(found).catch(() => null);
    if (turn !== this.#turn) return false;
    if (user) keepSession();
    else {
      showToast(message('sync_failed'));
      await this.#leaveEverywhere().catch(() => {});
    }
    this.#settle(user);
    return user !== null;
  }

  #settle(user: User | null): void {
    const changed = user?.id !== this.#user?.id;
    this.#user = user;
    rememberAccount(user?.id ?? null);
    this.#hasLeft = changed && !user;
    this.#show(user ? { status: 'signed-in', user } : { status: 'signed-out', user: null });
    if (changed && user) this.#clearQueries();
  }

  #identity(): Promise<BrowserIdentity> {
    this.#provider ??= readProvider(this.#cache).catch((error: unknown) => {
      this.#provider = null;
      throw error;
    });
    return this.#provider;
  }

  /** Through the cache, because that asks once more when the server was only busy. */
  #sync({ id, email, name }: Pick<IdentityUser, 'id' | 'email' | 'name'>): Promise<User> {
    const queryFn = () => call(syncUser, { body: { id, email, name }, timeoutMs: timeLimitMs });
    return this.#cache.fetchQuery({ queryKey: ['account', id], queryFn, staleTime: 0 });
  }

  /** A screen that is open, as a page for visitors is, asks again; removing its query would leave it loading. */
  #clearQueries(): void {
    const predicate = ({ queryKey }: Query) => queryKey[0] !== configQuery.queryKey[0];
    this.#cache.removeQueries({ type: 'inactive', predicate });
    void this.#cache.resetQueries({ predicate });
    this.#cache.getMutationCache().clear();
  }
}

async function readProvider(cache: QueryClient): Promise<BrowserIdentity> {
  const config = await cache.fetchQuery(configQuery);
  const identity = config.identity === 'embedded' ? embeddedIdentity() : await loadFirebase(config);
  setTokenSource(identity.token);
  return identity;
}
