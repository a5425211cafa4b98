import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type FakeAccount = {
  localId: string;
  email: string;
  password: string;
  displayName: string;
  emailVerified: boolean;
  disabled: boolean;
};

export type IdentityToolkit = Awaited<ReturnType<typeof startIdentityToolkit>>;

const projectId = 'spark-fake';

/**
 * A server on loopback that speaks the part of Google's Identity Toolkit and of its token service that the Firebase
 * SDK uses for e-mail and password, and signs its tokens as Google does.
 */
export async function startIdentityToolkit() {
  const accounts = makeAccounts();
  const tokens = await makeTokens();
  const answers = makeAnswers(accounts, tokens);
  const requests: Method[] = [];
  const refusals = new Map<Method, Refusal>();
  let isAway = false;

  async function answer(method: Method, incoming: IncomingMessage): Promise<object> {
    const body = readBody(incoming, await text(incoming));
    requests.push(method);
    const refusal = refusals.get(method);
    refusals.delete(method);
    if (refusal) throw refusal;
    return answers[method](body);
  }

  const server = createServer(async (incoming, response) => {
    if (isAway) return void incoming.socket.destroy();
    const { pathname } = new URL(incoming.url ?? '/', 'http://fake');
    if (incoming.method === 'OPTIONS') return send(response, 204);
    if (pathname === '/jwks') return send(response, 200, tokens.keySet);
    try {
      send(response, 200, await answer(methodAt(pathname), incoming));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { message } = error;
      const errors = [{ message, domain: 'global', reason: 'invalid' }];
      send(response, 400, { error: { code: 400, message, errors } });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** For FIREBASE_AUTH_EMULATOR_HOST. */
    host,
    /** The settings that make the product use it. */
    env: {
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: 'fake-api-key',
      FIREBASE_AUTH_EMULATOR_HOST: host,
    },
    /** Methods requested so far, oldest first. */
    requests,
    accounts,
    tokens,
    /** Refuses the next request of that method with this message, in Google's form. */
    refuseNext: (method: Method, message: string) => void refusals.set(method, new Refusal(message)),
    /** Breaks every connection, or answers again. */
    setAway(away: boolean) {
      isAway = away;
      if (away) server.closeAllConnections();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** An error in Google's form. */
class Refusal extends Error {}

/** Accounts and mailed codes; tests change both. */
function makeAccounts() {
  const all: FakeAccount[] = [];
  const mailed: { code: string; email: string; requestType: string; newEmail?: string }[] = [];
  const find = (email: string) => all.find((account) => account.email === email.toLowerCase());
  const findMail = (code: unknown) => {
    const mail = mailed.find((one) => one.code === code);
    if (!mail) throw new Refusal('INVALID_OOB_CODE');
    return mail;
  };
  return {
    all,
    mailed,
    find,
    add({ email, ...given }: { email: string; password: string } & Partial<FakeAccount>): FakeAccount {
      const localId = randomBytes(21).toString('base64url');
      const unproved = { displayName: '', emailVerified: false, disabled: false };
      const account = { localId, ...unproved, ...given, email: email.toLowerCase() };
      all.push(account);
      return account;
    },
    /** @throws for an unknown address: a test that changes no account tests nothing. */
    change(email: string, changes: Partial<FakeAccount>): FakeAccount {
      const account = find(email);
      if (!account) throw new Error(`The fake knows no ${email}.`);
      return Object.assign(account, changes);
    },
    mail(email: string, requestType: string, newEmail?: string) {
      const mail = { code: randomBytes(24).toString('base64url'), email, requestType, newEmail };
      mailed.push(mail);
      return mail;
    },
    findMail,
    /** A mailed code works once. */
    spend(code: unknown) {
      const mail = findMail(code);
      mailed.splice(mailed.indexOf(mail), 1);
      return mail;
    },
  };
}

/** Tokens with Google's claims, signed with RS256. */
async function makeTokens() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const kid = randomUUID();
  const holders = new Map<string, string>();
  const tokens = {
    projectId,
    keySet: { keys: [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }] },
    /** Seconds for which tokens last from now on; an hour at first, as at Google. */
    lastFor: 3600,
    async issue({ localId, email, emailVerified, displayName }: FakeAccount) {
      const now = Math.floor(Date.now() / 1000);
      const idToken = await new SignJWT({
        ...(displayName && { name: displayName }),
        auth_time: now,
        user_id: localId,
        email,
        email_verified: emailVerified,
        firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
      })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuer(`https://securetoken.google.com/${projectId}`)
        .setAudience(projectId)
        .setSubject(localId)
        .setIssuedAt(now)
        .setExpirationTime(now + tokens.lastFor)
        .sign(privateKey);
      const refreshToken = randomBytes(32).toString('base64url');
      holders.set(idToken, localId).set(refreshToken, localId);
      return { idToken, refreshToken, expiresIn: String(tokens.lastFor) };
    },
    /** Account id of a token; undefined for an unknown or revoked one. */
    holderOf: (token: unknown) => holders.get(String(token)),
    /** Ends every session of the account, as a new password does. */
    revoke(localId: string) {
      for (const [token, holder] of holders) if (holder === localId) holders.delete(token);
    },
  };
  return tokens;
}

type Method =
  | 'signUp'
  | 'signInWithPassword'
  | 'lookup'
  | 'update'
  | 'sendOobCode'
  | 'resetPassword'
  | 'token';
type Body = Record<string, unknown>;
type Answer = (body: Body) => Promise<object> | object;

/** Responses of each method: https://firebase.google.com/docs/reference/rest/auth */
function makeAnswers(
  accounts: ReturnType<typeof makeAccounts>,
  tokens: Awaited<ReturnType<typeof makeTokens>>,
): Record<Method, Answer> {
  function holder(token: unknown, refusal = 'INVALID_ID_TOKEN'): FakeAccount {
    const account = accounts.all.find(({ localId }) => localId === tokens.holderOf(token));
    if (!account) throw new Refusal(refusal);
    if (account.disabled) throw new Refusal('USER_DISABLED');
    return account;
  }

  return {
    async signUp({ email, password }) {
      const address = readEmail(email);
      if (accounts.find(address)) throw new Refusal('EMAIL_EXISTS');
      const account = accounts.add({ email: address, password: readPassword(password) });
      return { localId: account.localId, email: address, ...(await tokens.issue(account)) };
    },
    async signInWithPassword({ email, password }) {
      const account = accounts.find(readEmail(email));
      if (account?.password !== password || !account) throw new Refusal('INVALID_LOGIN_CREDENTIALS');
      if (account.disabled) throw new Refusal('USER_DISABLED');
      return { ...describe(account), registered: true, ...(await tokens.issue(account)) };
    },
    lookup: ({ idToken }) => ({ users: [describe(holder(idToken))] }),
    async update({ oobCode, idToken, displayName, password, returnSecureToken }) {
      if (typeof oobCode === 'string') {
        const { email, newEmail = email } = accounts.spend(oobCode);
        return describe(accounts.change(email, { email: newEmail, emailVerified: true }));
      }
      const account = holder(idToken);
      if (typeof displayName === 'string') account.displayName = displayName;
      if (password !== undefined) {
        account.password = readPassword(password);
        tokens.revoke(account.localId);
      }
      return { ...describe(account), ...(returnSecureToken ? await tokens.issue(account) : {}) };
    },
    sendOobCode({ requestType, idToken, email, newEmail }) {
      if (requestType === 'VERIFY_AND_CHANGE_EMAIL') {
        accounts.mail(holder(idToken).email, requestType, readEmail(newEmail));
        return { email: holder(idToken).email, newEmail };
      }
      const isReset = requestType === 'PASSWORD_RESET';
      const address = isReset ? readEmail(email) : holder(idToken).email;
      if (accounts.find(address)) accounts.mail(address, String(requestType));
      return { email: address };
    },
    resetPassword({ oobCode, newPassword }) {
      if (newPassword === undefined) return accounts.findMail(oobCode);
      const password = readPassword(newPassword);
      const { email, requestType } = accounts.spend(oobCode);
      // The code proves that its sender reads the mail of that address.
      tokens.revoke(accounts.change(email, { password, emailVerified: true }).localId);
      return { email, requestType };
    },
    async token({ refresh_token: given }) {
      const account = holder(given, 'INVALID_REFRESH_TOKEN');
      const { idToken, refreshToken, expiresIn } = await tokens.issue(account);
      return {
        access_token: idToken,
        expires_in: expiresIn,
        token_type: 'Bearer',
        refresh_token: refreshToken,
        id_token: idToken,
        user_id: account.localId,
        project_id: projectId,
      };
    },
  };
}

function describe({ localId, email, displayName, emailVerified }: FakeAccount) {
  const provider = { providerId: 'password', federatedId: email, rawId: email, email, displayName };
  return { localId, email, displayName, emailVerified, providerUserInfo: [provider] };
}

function readEmail(email: unknown): string {
  if (typeof email !== 'string' || email === '') throw new Refusal('MISSING_EMAIL');
  return email.toLowerCase();
}

function readPassword(password: unknown): string {
  if (typeof password !== 'string' || password === '') throw new Refusal('MISSING_PASSWORD');
  if (password.length < 6) throw new Refusal('WEAK_PASSWORD : Password should be at least 6 characters');
  return password;
}

/** The SDK puts Google's host in front of the path when it is told to use another server. */
function methodAt(pathname: string): Method {
  if (pathname === '/securetoken.googleapis.com/v1/token') return 'token';
  const [, name] = /^\/identitytoolkit\.googleapis\.com\/v1\/accounts:(\w+)$/.exec(pathname) ?? [];
  if (!name) throw new Refusal('NOT_FOUND');
  return name as Method;
}

function readBody({ headers }: IncomingMessage, body: string): Body {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body));
  return body ? (JSON.parse(body) as Body) : {};
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'access-control-allow-origin': '*',
    'access-control-allow-headers':
      'content-type, x-client-version, x-firebase-client, x-firebase-gmpid, x-firebase-locale',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
  });
  response.end(body && JSON.stringify(body));
}
