import { randomBytes } from 'node:crypto';

export type FakeAccount = {
  localId: string;
  email: string;
  password: string;
  displayName: string;
  emailVerified: boolean;
  disabled: boolean;
  createdAt: number;
  lastLoginAt: number;
};

/** A link that was mailed. */
export type MailedCode = { code: string; email: string; requestType: string; expired: boolean };

/** Who has an account, and what was mailed to them; tests change both as they like. */
export type Accounts = {
  all: FakeAccount[];
  mailed: MailedCode[];
  /** Like a project without e-mail enumeration protection: says whether address or password was wrong. */
  tellsWho: boolean;
  add(account: { email: string; password: string } & Partial<FakeAccount>): FakeAccount;
  /** @throws when there is none: a test that changes nobody tests nothing. */
  change(email: string, changes: Partial<FakeAccount>): FakeAccount;
  find(email: string): FakeAccount | undefined;
  mail(email: string, requestType: string): MailedCode;
};

export function makeAccounts(): Accounts {
  const all: FakeAccount[] = [];
  const mailed: MailedCode[] = [];
  const find = (email: string) => all.find((account) => account.email === email.toLowerCase());
  return {
    all,
    mailed,
    tellsWho: false,
    find,
    add({ email, ...given }) {
      const account = { ...newAccount(), ...given, email: email.toLowerCase() };
      all.push(account);
      return account;
    },
    change(email, changes) {
      const account = find(email);
      if (!account) throw new Error(`The fake knows no ${email}.`);
      return Object.assign(account, changes);
    },
    mail(email, requestType) {
      const mail = { code: randomBytes(24).toString('base64url'), email, requestType, expired: false };
      mailed.push(mail);
      return mail;
    },
  };
}

function newAccount(): FakeAccount {
  const now = Date.now();
  return {
    localId: randomBytes(21).toString('base64url'),
    email: '',
    password: '',
    displayName: '',
    emailVerified: false,
    disabled: false,
    createdAt: now,
    lastLoginAt: now,
  };
}
