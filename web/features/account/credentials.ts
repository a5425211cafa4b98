import { message } from '#shared/messages/catalogue.ts';
import type { SignInMode } from '#web/identity/session.ts';

export type Credentials = { name: string; email: string; password: string };
export type CredentialErrors = Partial<Record<keyof Credentials, string>>;

export const shortestPassword = 6;
export const longestPassword = 128;

/** Problems of the fields, in the order of the form; none when the server may be asked. */
export function checkCredentials(values: Credentials, mode: SignInMode): CredentialErrors {
  const isNew = mode === 'sign-up';
  const errors: CredentialErrors = {
    name: isNew && !values.name.trim() ? 'Enter your full name.' : undefined,
    email: checkEmail(values.email),
    password: isNew
      ? checkNewPassword(values.password)
      : values.password
        ? undefined
        : 'Enter your password.',
  };
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text));
}

export function checkEmail(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email.';
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim())
    ? undefined
    : 'Enter an email address like name@example.com.';
}

export function checkNewPassword(password: string): string | undefined {
  if (!password) return 'Enter a password.';
  if (password.length < shortestPassword || !password.trim()) return message('auth/weak-password').text;
  if (password.length > longestPassword) return `Use at most ${longestPassword} characters.`;
}
