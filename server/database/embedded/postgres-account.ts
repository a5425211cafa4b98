import { execFile } from 'node:child_process';
import { chmod, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * As whom PostgreSQL's programs run: the words before the program, the account to switch to (none: this one),
 * and a description for error messages.
 */
export type PostgresAccount = { prefix: string[]; uid?: number; gid?: number; label: string };

/** All that PostgreSQL's programs get to see of the environment: none of our secrets, none of its own settings. */
export const postgresEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

type PasswdEntry = { name: string; uid: number; gid: number };

/**
 * Chooses an account that PostgreSQL accepts and that can reach `dataDir`. An ordinary user is itself. Root,
 * which PostgreSQL refuses, becomes the owner of the data, or somebody else in a user namespace (which can still
 * reach folders of root alone), or an account of the machine. Hands it the cluster, if there is one.
 * @throws a sentence that says what was tried and what to do.
 */
export async function choosePostgresAccount(settings: {
  dataDir: string;
  clusterDir: string;
  postgres: string;
  log: (line: string) => void;
}): Promise<PostgresAccount> {
  const { dataDir, clusterDir, postgres, log } = settings;
  if (process.getuid?.() !== 0) return { prefix: [], label: 'this user' };
  const passwd = await readPasswd();
  const candidates = [
    ...(await ownersOf([clusterDir, dataDir], passwd)),
    ...namespaceOf(passwd),
    ...(await ownersOf([dirname(dataDir)], passwd)),
    ...spareAccounts(passwd),
  ];
  const chosen =
    (await firstThatWorks(candidates, dataDir, postgres)) ??
    (await openFolder(dataDir, candidates, postgres, log));
  if (!chosen) throw new Error(refusal(dataDir, candidates));
  await giveTo(clusterDir, chosen.uid ?? 0, chosen.gid ?? 0);
  return chosen;
}

/** Runs one of PostgreSQL's programs to its end, gives it `input`, and fails with what it printed. */
export async function runAs(
  account: PostgresAccount,
  program: string,
  words: string[],
  input = '',
): Promise<void> {
  const [command = program, ...rest] = [...account.prefix, program, ...words];
  const running = run(command, rest, {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    env: postgresEnvironment,
  });
  // A program that ends before it has read everything says why by its own failure.
  running.child.stdin?.on('error', () => undefined).end(input);
  await running.catch((error: { stderr?: string; message: string }) => {
    throw new Error(`${program} failed: ${error.stderr?.trim() || error.message}`);
  });
}

async function firstThatWorks(
  candidates: PostgresAccount[],
  dataDir: string,
  postgres: string,
): Promise<PostgresAccount | undefined> {
  for (const account of candidates) {
    if (await works(account, dataDir, postgres)) return account;
  }
  return undefined;
}

async function works(account: PostgresAccount, dataDir: string, postgres: string): Promise<boolean> {
  const probe = ['-c', 'test -x "$1" && exec "$2" --version', 'sh', dataDir, postgres];
  return await runAs(account, '/bin/sh', probe).then(
    () => true,
    () => false,
  );
}

/** Lets other accounts pass through the data folder, not list it; secrets in it have modes of their own. */
async function openFolder(
  dataDir: string,
  candidates: PostgresAccount[],
  postgres: string,
  log: (line: string) => void,
): Promise<PostgresAccount | undefined> {
  const { mode } = await stat(dataDir);
  await chmod(dataDir, mode | 0o011);
  const account = await firstThatWorks(candidates, dataDir, postgres);
  if (account) log(`Let ${account.label} pass through ${dataDir}, because PostgreSQL refuses to run as root`);
  else await chmod(dataDir, mode);
  return account;
}

function namespaceOf(passwd: PasswdEntry[]): PostgresAccount[] {
  // initdb looks its user up by number, so the number must exist on this machine.
  const entry = passwd.find(({ uid }) => uid > 0);
  if (!entry || process.platform !== 'linux') return [];
  const prefix = ['unshare', '--user', `--map-user=${entry.uid}`, `--map-group=${entry.gid}`];
  return [{ prefix, label: 'a user namespace (unshare)' }];
}

function spareAccounts(passwd: PasswdEntry[]): PostgresAccount[] {
  return ['postgres', 'nobody']
    .flatMap((name) => passwd.find((entry) => entry.name === name) ?? [])
    .map(asAccount);
}

async function ownersOf(paths: string[], passwd: PasswdEntry[]): Promise<PostgresAccount[]> {
  const stats = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  const owners = stats.flatMap((found) => passwd.find(({ uid }) => uid === found?.uid) ?? []);
  return [...new Set(owners)].map(asAccount);
}

function asAccount({ name, uid, gid }: PasswdEntry): PostgresAccount {
  return { prefix: [], uid, gid, label: `the user "${name}"` };
}

async function readPasswd(): Promise<PasswdEntry[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
}

/** PostgreSQL must own its folder; the server before may have run as another user. */
async function giveTo(path: string, uid: number, gid: number): Promise<void> {
  const owner = await stat(path).catch(() => undefined);
  if (!owner || owner.uid === uid) return;
  for (const name of await readdir(path, { recursive: true })) await lchown(join(path, name), uid, gid);
  await lchown(path, uid, gid);
}

function refusal(dataDir: string, candidates: PostgresAccount[]): string {
  const tried = [...new Set(candidates.map(({ label }) => label))].join(', ') || 'no other account';
  return `PostgreSQL refuses to run as root, and ${dataDir} can't be used in any other way here (tried ${tried}). Start Startup Spark as an ordinary user, set DATA_DIR to a folder that other users can reach, or set DATABASE_URL.`;
}
