import { message } from '#shared/messages/catalogue.ts';
import { IdentityError, type IdentityFailure } from '#web/identity/port.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { Account } from './account.ts';

/** Signs in with a passkey, which no code is asked for after. @returns the problem, or null. */
export async function signInWithPasskey(account: Account, onSignedIn: () => void): Promise<string | null> {
  try {
    const isIn = await account.attempt(async ({ ways }) => {
      if (!ways) throw new IdentityError('unexpected');
      return (await ways()).signInWithPasskey();
    });
    if (isIn) {
      onSignedIn();
      showToast(message('signed_in'));
    }
    return null;
  } catch (error) {
    const failure = error instanceof IdentityError ? error.failure : 'unknown';
    return problems[failure] ?? message('auth/unknown').text;
  }
}

const problems: Partial<Record<IdentityFailure, string>> = {
  'invalid-credential': 'No account here has that passkey. Use your password.',
  cancelled: 'Your device gave no passkey. Try again, or use your password.',
  'no-passkeys': 'This browser has no passkeys for this address. Use your password.',
  'slow-down': message('auth/slow-down').text,
};
