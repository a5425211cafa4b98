import type { Accounts, FakeAccount, MailedCode } from './accounts.ts';
import type { Tokens } from './tokens.ts';

export type Method =
  | 'signUp'
  | 'signInWithPassword'
  | 'lookup'
  | 'update'
  | 'sendOobCode'
  | 'resetPassword'
  | 'token';

/** An error in the form in which Google answers. */
export class Refusal extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
  get body() {
    const { message, status: code } = this;
    return { error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } };
  }
}

type World = { accounts: Accounts; tokens: Tokens };
type Body = Record<string, unknown>;

/** What each call answers: https://firebase.google.com/docs/reference/rest/auth */
export const answers: Record<Method, (body: Body, world: World) => Promise<object> | object> = {
  signUp,
  signInWithPassword,
  lookup,
  update,
  sendOobCode,
  resetPassword,
  token,
};

async function signUp(body: Body, { accounts, tokens }: World) {
  const email = readEmail(body);
  const password = readPassword(body.password);
  if (accounts.find(email)) throw new Refusal('EMAIL_EXISTS');
  const account = accounts.add({ email, password });
  const { localId } = account;
  return { kind: kind('SignupNewUser'), localId, email, ...(await tokens.issue(account)) };
}

async function signInWithPassword(body: Body, { accounts, tokens }: World) {
  const account = accounts.find(readEmail(body));
  if (!account) throw new Refusal(accounts.tellsWho ? 'EMAIL_NOT_FOUND' : 'INVALID_LOGIN_CREDENTIALS');
  if (account.password !== body.password)
    throw new Refusal(accounts.tellsWho ? 'INVALID_PASSWORD' : 'INVALID_LOGIN_CREDENTIALS');
  if (account.disabled) throw new Refusal('USER_DISABLED');
  account.lastLoginAt = Date.now();
  const { localId, email, displayName } = account;
  const issued = await tokens.issue(account);
  return { kind: kind('VerifyPassword'), localId, email, displayName, registered: true, ...issued };
}

function lookup(body: Body, world: World) {
  return { kind: kind('GetAccountInfo'), users: [described(holder(body, world))] };
}

async function update(body: Body, world: World) {
  if (typeof body.oobCode === 'string') return verify(body.oobCode, world);
  const account = holder(body, world);
  if (typeof body.displayName === 'string') account.displayName = body.displayName;
  const issued = body.returnSecureToken ? await world.tokens.issue(account) : {};
  const { localId, email, displayName, emailVerified, providerUserInfo } = described(account);
  return {
    kind: kind('SetAccountInfo'),
    localId,
    email,
    displayName,
    emailVerified,
    providerUserInfo,
    ...issued,
  };
}

function verify(code: string, { accounts }: World) {
  const { email } = spend(code, accounts);
  const { localId } = accounts.change(email, { emailVerified: true });
  return { kind: kind('SetAccountInfo'), localId, email, emailVerified: true };
}

function sendOobCode(body: Body, world: World) {
  const requestType = String(body.requestType ?? '');
  if (requestType === 'VERIFY_EMAIL') {
    const { email } = holder(body, world);
    world.accounts.mail(email, requestType);
    return { kind: kind('GetOobConfirmationCode'), email };
  }
  if (requestType !== 'PASSWORD_RESET') throw new Refusal('INVALID_REQ_TYPE');
  const email = readEmail(body);
  if (world.accounts.find(email)) world.accounts.mail(email, requestType);
  else if (world.accounts.tellsWho) throw new Refusal('EMAIL_NOT_FOUND');
  return { kind: kind('GetOobConfirmationCode'), email };
}

function resetPassword({ oobCode, newPassword }: Body, { accounts, tokens }: World) {
  const password = readPassword(newPassword);
  const { email, requestType } = spend(oobCode, accounts);
  // Whoever has the code reads the mail of that address.
  const account = accounts.change(email, { password, emailVerified: true });
  tokens.revoke(account.localId);
  return { kind: kind('ResetPassword'), email, requestType };
}

/** A mailed code serves once. */
function spend(oobCode: unknown, accounts: Accounts): MailedCode {
  const mail = accounts.mailed.find(({ code }) => code === oobCode);
  if (!mail) throw new Refusal('INVALID_OOB_CODE');
  if (mail.expired) throw new Refusal('EXPIRED_OOB_CODE');
  accounts.mailed.splice(accounts.mailed.indexOf(mail), 1);
  return mail;
}

async function token({ grant_type: grant, refresh_token: given }: Body, { accounts, tokens }: World) {
  if (grant !== 'refresh_token') throw new Refusal('INVALID_GRANT_TYPE');
  const localId = tokens.holderOfRefreshToken(String(given ?? ''));
  const account = accounts.all.find((one) => one.localId === localId);
  if (!account) throw new Refusal('INVALID_REFRESH_TOKEN');
  if (account.disabled) throw new Refusal('USER_DISABLED');
  const { idToken, refreshToken, expiresIn } = await tokens.issue(account);
  return {
    access_token: idToken,
    expires_in: expiresIn,
    token_type: 'Bearer',
    refresh_token: refreshToken,
    id_token: idToken,
    user_id: account.localId,
    project_id: tokens.projectId,
  };
}

function holder({ idToken }: Body, { accounts, tokens }: World): FakeAccount {
  const localId = tokens.holderOfIdToken(String(idToken ?? ''));
  if (!localId) throw new Refusal('INVALID_ID_TOKEN');
  const account = accounts.all.find((one) => one.localId === localId);
  if (!account) throw new Refusal('USER_NOT_FOUND');
  if (account.disabled) throw new Refusal('USER_DISABLED');
  return account;
}

function described({ email, displayName, ...account }: FakeAccount) {
  const provider = { providerId: 'password', federatedId: email, rawId: email, email, displayName };
  return {
    localId: account.localId,
    email,
    displayName,
    emailVerified: account.emailVerified,
    providerUserInfo: [provider],
    passwordHash: 'UkVEQUNURUQ=',
    validSince: String(Math.floor(account.createdAt / 1000)),
    createdAt: String(account.createdAt),
    lastLoginAt: String(account.lastLoginAt),
  };
}

function readEmail({ email }: Body): string {
  if (typeof email !== 'string' || email === '') throw new Refusal('MISSING_EMAIL');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Refusal('INVALID_EMAIL');
  return email.toLowerCase();
}

function readPassword(password: unknown): string {
  if (typeof password !== 'string' || password === '') throw new Refusal('MISSING_PASSWORD');
  if (password.length < 6) throw new Refusal('WEAK_PASSWORD : Password should be at least 6 characters');
  return password;
}

const kind = (name: string) => `identitytoolkit#${name}Response`;
