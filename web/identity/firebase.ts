import { deleteApp, FirebaseError, initializeApp } from '@firebase/app';
import {
  ActionCodeOperation,
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from '@firebase/auth';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { type BrowserIdentity, IdentityError, type IdentityFailure, type IdentityUser } from './port.ts';

type FirebaseIdentityOptions = NonNullable<PublicConfig['firebase']>;

let opening: Promise<Auth | null> = Promise.resolve(null);

/**
 * Firebase by its own SDK: no popups, hence nothing from foreign hosts but the calls themselves. Each call gives a
 * fresh instance in place of the last, which would learn only at its next look what other tabs did.
 */
export async function firebaseIdentity(
  options: FirebaseIdentityOptions | undefined,
): Promise<BrowserIdentity> {
  if (!options) throw new Error('The configuration names Firebase without its project.');
  const next = reopen(opening, options);
  opening = next.catch(() => null);
  const auth = await next;
  const asked = <T>(work: () => Promise<T>) => work().catch(rejectAsOurs);
  return {
    currentUser: async () => (auth.currentUser ? toUser(auth.currentUser) : null),
    token: (isNew = false) => readToken(auth, isNew),
    signIn: ({ email, password }) =>
      asked(async () => toUser((await signInWithEmailAndPassword(auth, email, password)).user)),
    signUp: (person) => asked(() => signUp(auth, person)),
    signOut: () => asked(() => auth.signOut()),
    requestPasswordReset: (email) => asked(() => mailResetLink(auth, email)),
    resetPassword: (code, password) => confirmPasswordReset(auth, code, password).catch(rejectLink),
    requestEmailVerification: () => asked(() => mailVerifyLink(auth)),
    verifyEmail: (code) => verifyEmail(auth, code),
    changeName: (displayName) =>
      asked(async () => {
        await updateProfile(signedIn(auth), { displayName });
        await signedIn(auth).getIdToken(true);
      }),
    requestEmailChange: (current, email) => asked(() => mailChangeLink(signedIn(auth), current, email)),
    changePassword: (current, next) => asked(() => changePassword(signedIn(auth), current, next)),
  };
}

async function reopen(
  last: Promise<Auth | null>,
  { projectId, apiKey, emulatorUrl }: FirebaseIdentityOptions,
): Promise<Auth> {
  const old = await last;
  if (old) await deleteApp(old.app);
  const auth = initializeAuth(initializeApp({ projectId, apiKey }), {
    persistence: indexedDBLocalPersistence,
  });
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  await auth.authStateReady();
  if (auth.currentUser) await renewIfJustVerified(auth.currentUser).catch(() => {});
  return auth;
}

/** The provider's record is newer than the cached token, and our server reads the token. */
async function renewIfJustVerified(user: User): Promise<void> {
  const { claims } = await user.getIdTokenResult();
  if (user.emailVerified && !claims.email_verified) await user.getIdToken(true);
}

/** The SDK renews a token half a minute before it ends. */
async function readToken(auth: Auth, isNew: boolean): Promise<string | null> {
  const user = auth.currentUser;
  if (!user) return null;
  return user.getIdToken(isNew).catch((error: unknown) => {
    if (codeOf(error) === 'auth/network-request-failed') return rejectAsOurs(error);
    // The account was disabled or deleted, or its password changed elsewhere: no one is signed in any more.
    return null;
  });
}

async function signUp(
  auth: Auth,
  { name, email, password }: { name: string; email: string; password: string },
) {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  // The account exists now, so what fails from here on must not tell otherwise: the sync carries the name too.
  await updateProfile(user, { displayName: name })
    .then(() => user.getIdToken(true))
    .catch(() => {});
  void sendEmailVerification(user).catch(() => {});
  return { ...toUser(user), name };
}

async function verifyEmail(auth: Auth, code: string): Promise<void> {
  const { operation, data } = await checkActionCode(auth, code).catch(rejectLink);
  // Anybody can register an address: its owner alone, signed in, says that the account is theirs.
  if (operation === ActionCodeOperation.VERIFY_EMAIL && data.email !== auth.currentUser?.email)
    throw new IdentityError('sign-in-again');
  await applyActionCode(auth, code).catch(rejectLink);
  // The address is confirmed now, so what fails from here on must not tell otherwise. Our server reads the token.
  await auth.currentUser
    ?.reload()
    .then(() => auth.currentUser?.getIdToken(true))
    .catch(() => {});
}

/** Mails the provider's address of the signed-in person. */
async function mailVerifyLink(auth: Auth): Promise<void> {
  await sendEmailVerification(signedIn(auth));
}

/** The provider signs other devices out with the new password. */
async function changePassword(user: User, current: string, next: string): Promise<void> {
  await proveAgain(user, current);
  await updatePassword(user, next);
}

async function mailChangeLink(user: User, current: string, email: string): Promise<void> {
  await proveAgain(user, current);
  await verifyBeforeUpdateEmail(user, email);
}

async function proveAgain(user: User, current: string): Promise<void> {
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', current));
}

function signedIn({ currentUser }: Auth): User {
  if (!currentUser) throw new Error('Nobody is signed in.');
  return currentUser;
}

/** Never reveals if the address has an account. */
async function mailResetLink(auth: Auth, email: string): Promise<void> {
  await sendPasswordResetEmail(auth, email).catch((error: unknown) => {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
  });
}

function toUser({ uid, email, displayName, emailVerified }: User): IdentityUser {
  return { id: uid, email: email ?? '', name: displayName ?? '', emailVerified };
}

const failures: Record<string, IdentityFailure> = {
  'auth/invalid-credential': 'invalid-credential',
  'auth/wrong-password': 'invalid-credential',
  'auth/user-not-found': 'invalid-credential',
  'auth/invalid-email': 'invalid-credential',
  'auth/email-already-in-use': 'email-already-in-use',
  'auth/weak-password': 'weak-password',
  'auth/user-disabled': 'user-disabled',
  'auth/too-many-requests': 'too-many-requests',
  'auth/requires-recent-login': 'sign-in-again',
};

function rejectAsOurs(cause: unknown): never {
  const code = codeOf(cause);
  throw new IdentityError(code === null ? 'unknown' : (failures[code] ?? 'unexpected'), { cause });
}

/** `unexpected` says that a link is spent, and without a connection no one knows. */
function rejectLink(error: unknown): never {
  return rejectAsOurs(codeOf(error) === 'auth/network-request-failed' ? new Error('offline') : error);
}

function codeOf(error: unknown): string | null {
  return error instanceof FirebaseError ? error.code : null;
}
