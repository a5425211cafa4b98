import { createContext, use } from 'react';
import type { User } from '#shared/contracts/account.ts';
import type { Message } from '#shared/messages/message.ts';
import type { BrowserIdentity } from './port.ts';

export type SignInMode = 'sign-in' | 'sign-up';

/** A toast with a way back. */
export type SignOutNotice = Pick<Message, 'title' | 'text' | 'tone'> & {
  action: { label: string; run: () => void };
};

/** The current session, and ways to start and end it. `user` is set exactly while `status` is `signed-in`. */
export type Session = {
  /** `unreachable`: an account was signed in here, and the server can't be asked which. */
  status: 'loading' | 'signed-out' | 'signed-in' | 'unreachable';
  user: User | null;
  /** Opens the authentication dialog on that tab; `sign-in` when absent. */
  openSignIn: (mode?: SignInMode) => void;
  /** Shows `notice` in place of the usual toast. */
  signOut: (notice?: SignOutNotice) => Promise<void>;
  /** Reads the account again, because its plan may have changed. Rejects with an ApiError; no one is signed out. */
  refresh: () => Promise<User>;
  /** Asks again who is here, after `unreachable`. */
  retry: () => void;
  /** Asks the identity provider for something that leaves everybody where they are. Rejects with an IdentityError. */
  askIdentity: <T>(run: (identity: BrowserIdentity) => Promise<T>) => Promise<T>;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext around it.');
  return session;
}
