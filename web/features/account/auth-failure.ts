import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { IdentityError } from '#web/identity/port.ts';
import type { SignInMode } from '#web/identity/session.ts';

const titles: Record<SignInMode, string> = {
  'sign-in': message('auth/invalid-credential').title,
  'sign-up': message('auth/email-already-in-use').title,
};

/** The toast for a failed attempt; the tab decides its title (Specification 8, Auth). */
export function authFailure(error: unknown, mode: SignInMode): Message {
  const failure = error instanceof IdentityError ? error.failure : 'unknown';
  // The text of this one sends people to the console, and not every browser shows an error's cause by itself.
  if (failure === 'unexpected') console.error(error, error instanceof IdentityError && error.cause);
  // No mail is needed to sign in or up.
  const code = failure === 'no-mail' ? 'unexpected' : failure;
  return { ...message(`auth/${code}`), title: titles[mode] };
}
