import type { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { send, toUser } from './embedded-session.ts';
import {
  IdentityError,
  type IdentityFailure,
  type IdentityUser,
  type Passkey,
  type SignInWays,
} from './port.ts';

/** Passkeys and other providers' sign-in, as better-auth has them; fetched by those who use them. */
export function signInWays(forgetting: <T>(change: Promise<T>) => Promise<T>): SignInWays {
  return {
    async signInWithPasskey() {
      const optionsJSON = await ask<AuthenticationOptions>('GET', '/passkey/generate-authenticate-options');
      const response = await askDevice(({ startAuthentication }) =>
        // better-auth only prefers what our server insists on.
        startAuthentication({ optionsJSON: { ...optionsJSON, userVerification: 'required' } }),
      );
      const verified = ask<{ user: IdentityUser }>('POST', '/passkey/verify-authentication', { response });
      return toUser((await forgetting(verified)).user);
    },
    async addPasskey(name, password) {
      const given = password ? { password } : {};
      const optionsJSON = await ask<RegistrationOptions>('POST', '/passkey/generate-register-options', given);
      const response = await askDevice(({ startRegistration }) => startRegistration({ optionsJSON }));
      await forgetting(ask('POST', '/passkey/verify-registration', { name, response }));
    },
    removePasskey: async (id) => void (await ask('POST', '/passkey/delete-passkey', { id })),
    async list() {
      const [passkeys, accounts] = await Promise.all([
        ask<Passkey[]>('GET', '/passkey/list-user-passkeys'),
        ask<{ providerId: string }[]>('GET', '/list-accounts'),
      ]);
      return { passkeys, hasPassword: accounts.some(({ providerId }) => providerId === 'credential') };
    },
    async leaveFor(provider, next) {
      const { url } = await ask<{ url: string }>('POST', '/sign-in/social', {
        provider,
        ...(next && { next }),
      });
      location.assign(url);
    },
  };
}

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

const failures: Record<string, IdentityFailure> = {
  INVALID_PASSWORD: 'invalid-credential',
  PASSKEY_NOT_FOUND: 'invalid-credential',
  AUTHENTICATION_FAILED: 'invalid-credential',
  CHALLENGE_NOT_FOUND: 'cancelled',
  SESSION_NOT_FRESH: 'sign-in-again',
  passkey_sign_in: 'passkey-first',
  too_many_requests: 'slow-down',
};

function ask<T>(method: string, path: string, body?: object): Promise<T> {
  return send(method, path, body, failures) as Promise<T>;
}

/** Has the browser ask its owner. Its library is fetched now: those who only look at their passkeys need none. */
async function askDevice<T>(
  run: (library: typeof import('@simplewebauthn/browser')) => Promise<T>,
): Promise<T> {
  const library = await import('@simplewebauthn/browser').catch((cause: unknown) => {
    throw new IdentityError('unknown', { cause });
  });
  if (!library.browserSupportsWebAuthn()) throw new IdentityError('no-passkeys');
  return run(library).catch((cause: unknown) => {
    throw new IdentityError(failureOf(cause), { cause });
  });
}

function failureOf(error: unknown): IdentityFailure {
  const { name = '', code } = error as Partial<WebAuthnError>;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'passkey-exists';
  // Of an address that is a number, and of a device that can't check its owner.
  if (/^(SecurityError|NotSupportedError|ConstraintError)$/.test(name)) return 'no-passkeys';
  return 'cancelled';
}
