import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import pino from 'pino';
import { type Account, openAccount } from '#e2e/harness/api.ts';
import { freePort, type Run, run } from '#e2e/harness/process.ts';
import { readRequest, seedRequest } from '#e2e/harness/world/seed.ts';
import { findPostmaster } from '#server/database/embedded/postmaster.ts';
import { imapMailbox } from '#server/integrations/mailbox/imap.ts';
import type { Position } from '#server/integrations/mailbox/port.ts';
import { installPackages } from './apt.ts';

// Walks mails through Postfix, Dovecot and neomutt, and says what it saw. Debian, as root. Their ports are on loopback
// and all that they write is in a temporary folder; only their packages stay. `-- 50000` takes so many other mails.

const programs = ['/usr/sbin/postfix', '/usr/sbin/dovecot', '/usr/bin/neomutt', '/usr/bin/openssl'];
const packages = ['postfix', 'dovecot-imapd', 'neomutt', 'openssl'];
const others = Number(process.argv[2] ?? 2_000);
const domain = 'mail.test';
const boxes = ['hello', 'support', 'reply', 'customer', 'later'];
const password = 'right';
/** nobody: it reads and writes all mails. */
const mailUser = 65_534;
/** The pause between two visits, and a visit. */
const visitMs = 130_000;
const subject = 'We have your request';
const answer = `Firefox 140, since Monday – größer als früher.

---
> 12:04:11 POST /checkout 500
Regards
is missing in the footer.`;

if (!programs.every((program) => existsSync(program)) && !install())
  throw new Error(`Install ${packages.join(', ')}.`);

const folder = await mkdtemp(join(tmpdir(), 'startup-spark-mail-'));
const at = (...names: string[]) => join(folder, ...names);
const [http, smtp, imap, imaps] = [await freePort(), await freePort(), await freePort(), await freePort()];
const url = `http://localhost:${http}`;
const smtpUrl = (secret = password) => `smtp://hello%40${domain}:${secret}@localhost:${smtp}`;
const imapUrl = (secret = password) => `imaps://reply%40${domain}:${secret}@localhost:${imaps}/INBOX`;
const settings: Record<string, string> = {
  PORT: String(http),
  DATA_DIR: at('data'),
  MAIL: 'smtp',
  SMTP_URL: smtpUrl(),
  MAIL_FROM: `Startup Spark <hello@${domain}>`,
  SUPPORT_EMAIL: `support@${domain}`,
  INBOUND_MAIL: 'imap',
  REPLY_ADDRESS: `reply@${domain}`,
  IMAP_URL: imapUrl(),
  MAIL_CA_FILE: at('ca.pem'),
};

const stops = new Map<string, () => Promise<void>>();
let product = null as Run | null;
let failed = 0;

function say(what: string, isRight: boolean, seen: unknown = ''): void {
  if (!isRight) failed += 1;
  console.log(isRight ? `✓ ${what}` : `✗ ${what} (${typeof seen === 'string' ? seen : inspect(seen)})`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(1)));
try {
  await writeSettings();
  await startServers();
  await walk();
} catch (error) {
  say('the walk goes on to its end', false, error);
} finally {
  await end();
}
console.log(failed > 0 ? `${failed} ✗` : 'All ✓');
process.exitCode = failed > 0 ? 1 : 0;

async function walk(): Promise<void> {
  await startProduct();
  const account = await openAccount(url, 'developer');
  const { id } = await ask(account, 'customer', 'Pay button fails');
  await answerByNeomutt();
  await expectMessages('an answer by neomutt is in the thread, its words whole', account, id, 1);
  await refuseRecipients(account);

  await addOthers();
  await readAll();
  await answerByNeomutt();
  await expectMessages(`an answer behind ${others} other mails is in the thread`, account, id, 2);
  await stops.get('dovecot')?.();
  // Its numbers of mails are in there.
  for (const name of await readdir(at('mail', 'reply')))
    if (name.startsWith('dovecot')) await rm(at('mail', 'reply', name));
  await startDovecot();
  await answerByNeomutt();
  await expectMessages('with new numbers (UIDVALIDITY) only the new answer is added', account, id, 3);

  const before = countRefusedSignIns();
  await startProduct({ SMTP_URL: smtpUrl('wrong'), IMAP_URL: imapUrl('wrong') });
  await expectReason('wrong password');
  await sleep(70_000);
  const tries = countRefusedSignIns() - before;
  say('a wrong password is tried once at each server', tries === 2, tries);
  await startProduct({ MAIL_CA_FILE: '' });
  await expectReason('certificate not trusted');
  const atPlainPort = imapUrl().replace(`:${imaps}`, `:${imap}`);
  await startProduct({ SMTP_URL: smtpUrl().replace('smtp', 'smtps'), IMAP_URL: atPlainPort });
  await expectReason('TLS failed');
  const [smtpElsewhere, imapElsewhere] = [smtpUrl(), imapUrl()].map((one) =>
    one.replace('localhost', 'mail.invalid'),
  );
  await startProduct({ SMTP_URL: smtpElsewhere ?? '', IMAP_URL: imapElsewhere ?? '' });
  await expectReason('unknown host');

  for (const stop of stops.values()) await stop();
  await startProduct();
  await expectReason('connection refused');
  const late = 'Written while the servers are away';
  await ask(account, 'customer', late);
  await startProduct({ PUBLIC_URL: 'https://spark.test' });
  await startServers();
  const mail = await awaitMail('customer', late);
  await until(() => productLog().includes('can be used again'));
  say('a mail of the outage arrives', mail !== '', productLog());
  say('the greeting names the public host', mail.includes('from spark.test ('), mail);
  say(
    'the log says that the server can be used again',
    productLog().includes('can be used again'),
    productLog(),
  );

  await writeFile(at('broken.pem'), 'no certificate');
  const refusal = String(await startProduct({ MAIL_CA_FILE: at('broken.pem') }).catch(String));
  say('a broken MAIL_CA_FILE ends the start', /MAIL_CA_FILE is not valid/.test(refusal), refusal);
}

/** Without a start of their services: the system's own settings are not used. */
function install(): boolean {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    const input = 'postfix postfix/main_mailer_type select No configuration';
    execFileSync('debconf-set-selections', { input });
    return installPackages(packages);
  } finally {
    if (isOurs) rmSync(policy);
  }
}

async function writeSettings(): Promise<void> {
  // Their own users go in and out.
  await chmod(folder, 0o755);
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });
  await writeFile(at('names'), 'subjectAltName=DNS:localhost');
  openssl('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Authority -keyout ca.key -out ca.pem');
  openssl('req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr');
  openssl(
    'x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem',
  );
  for (const name of ['mail', 'queue', 'state', 'postfix']) await mkdir(at(name));
  await chown(at('mail'), mailUser, mailUser);
  execFileSync('chown', ['postfix', at('state')]);
  const files: Record<string, string> = {
    'postfix/main.cf': `compatibility_level = 3.6
queue_directory = ${at('queue')}
data_directory = ${at('state')}
maillog_file = ${at('postfix.log')}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = ${domain}
mydestination =
mynetworks =
alias_maps =
default_transport = error:no mail leaves this machine
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${at('mail')}
virtual_mailbox_maps = inline:{ ${boxes.map((name) => `{ ${name}@${domain} = ${name}/ }`).join(', ')} }
virtual_uid_maps = static:${mailUser}
virtual_gid_maps = static:${mailUser}
virtual_minimum_uid = 100
recipient_delimiter = +
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${at('server.pem')}
smtpd_tls_key_file = ${at('server.key')}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${at('auth')}
smtpd_recipient_restrictions = check_recipient_access inline:{ { later@${domain} = 450 4.2.0 later } },
  permit_sasl_authenticated, reject
`,
    'postfix/master.cf': `127.0.0.1:${smtp} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
virtual unix - n n - - virtual
error unix - - n - - error
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
rewrite unix - - n - - trivial-rewrite
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`,
    'dovecot.conf': `protocols = imap
base_dir = ${at('dovecot')}
state_dir = ${at('dovecot')}
log_path = ${at('dovecot.log')}
listen = 127.0.0.1
ssl = yes
ssl_cert = <${at('server.pem')}
ssl_key = <${at('server.key')}
auth_mechanisms = plain login
auth_verbose = yes
first_valid_uid = 100
mail_location = maildir:${at('mail')}/%n
passdb {
  driver = passwd-file
  args = ${at('users')}
}
userdb {
  driver = static
  args = uid=${mailUser} gid=${mailUser} home=${at('mail')}/%n
}
service imap-login {
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
    ssl = yes
  }
}
service auth {
  unix_listener ${at('auth')} {
    mode = 0666
  }
}
`,
    users: boxes.map((name) => `${name}@${domain}:{PLAIN}${password}\n`).join(''),
    answer: `${answer}\n\n`,
    editor: `#!/bin/sh\ncat ${at('answer')} "$1" >"$1.new" && mv "$1.new" "$1"\n`,
    muttrc: `set folder="imaps://customer%40${domain}@localhost:${imaps}" spoolfile="+INBOX" imap_pass="${password}"
set smtp_url="smtp://customer%40${domain}@localhost:${smtp}" smtp_pass="${password}" ssl_starttls=yes
set ssl_ca_certificates_file="${at('ca.pem')}" certificate_file="${at('known')}" charset="utf-8"
set from="customer@${domain}" realname="Ada" editor="${at('editor')}" record="" postponed=""
set fast_reply=yes reply_to=yes include=yes abort_unmodified=no quit=yes sleep_time=0
`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(at(name), text, { mode: 0o755 });
}

async function startServers(): Promise<void> {
  // Postfix asks it for passwords.
  await startDovecot();
  // Its master is a process of its own.
  const stop = () => void execFileSync('postfix', ['-c', at('postfix'), 'stop'], { stdio: 'pipe' });
  await start('postfix', ['-c', at('postfix'), 'start-fg'], smtp, stop);
}

function startDovecot(): Promise<void> {
  return start('dovecot', ['-F', '-c', at('dovecot.conf')], imaps);
}

async function start(command: string, args: string[], port: number, stop?: () => void): Promise<void> {
  const child = spawn(command, args, { stdio: 'ignore' });
  const gone = once(child, 'exit');
  stops.set(command, async () => {
    stops.delete(command);
    if (stop) stop();
    else child.kill('SIGTERM');
    await gone;
  });
  if (!(await until(() => canConnect(port), 60_000)))
    throw new Error(`${command} did not start:\n${logOf(command)}`);
}

function canConnect(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  return connected.finally(() => socket.destroy());
}

function logOf(command: string): string {
  return existsSync(at(`${command}.log`)) ? readFileSync(at(`${command}.log`), 'utf8') : '';
}

async function startProduct(changes: Record<string, string> = {}): Promise<void> {
  await product?.end('SIGTERM');
  product = null;
  const start = () => run({ ...settings, ...changes });
  // A busy machine takes longer than the harness waits; the second start finds the database made.
  product = await start().catch((error) =>
    /^Error: Not ready/.test(String(error)) ? start() : Promise.reject(error),
  );
}

function productLog(): string {
  return product?.output() ?? '';
}

async function end(): Promise<void> {
  await product?.end('SIGTERM');
  // Left by a product that was killed.
  const postgres = await findPostmaster(at('data', 'postgres'));
  if (postgres) process.kill(postgres.pid, 'SIGINT');
  for (const stop of stops.values()) await stop();
  await rm(folder, { recursive: true, force: true });
}

/** The last value: once it is there, or when the time is over. */
async function until<T>(find: () => T | Promise<T>, waitMs = visitMs): Promise<T> {
  for (const giveUpAt = Date.now() + waitMs; ; await sleep(200)) {
    const found = await find();
    if (found || Date.now() > giveUpAt) return found;
  }
}

function ask(account: Account, name: string, requestTitle: string) {
  return seedRequest(url, account, { email: `${name}@${domain}`, requestTitle });
}

async function mailsOf(name: string): Promise<string[]> {
  const folders = ['new', 'cur'].map((part) => at('mail', name, part)).filter((path) => existsSync(path));
  const files = await Promise.all(
    folders.map(async (path) => (await readdir(path)).map((file) => join(path, file))),
  );
  return files.flat();
}

async function awaitMail(name: string, words: string): Promise<string> {
  return until(async () => {
    for (const file of await mailsOf(name)) {
      const mail = await readFile(file, 'utf8');
      if (mail.includes(words)) return mail;
    }
    return '';
  });
}

/** Opens the box of the customer, answers the last mail and sends that. */
async function answerByNeomutt(): Promise<void> {
  const mail = await awaitMail('customer', subject);
  say('the mail about the request is in the box of its customer', mail !== '', productLog());
  const before = (await mailsOf('reply')).length;
  const neomutt = `neomutt -n -F ${at('muttrc')} -e 'push "<last-entry><reply><send-message><quit>"'`;
  const env = { PATH: process.env.PATH, HOME: folder, TERM: 'xterm', LANG: 'C.UTF-8' };
  const child = spawn('timeout', ['60', 'script', '-qec', neomutt, at('screen')], { env, stdio: 'pipe' });
  child.stdout.resume();
  await once(child, 'exit');
  if (!(await until(async () => (await mailsOf('reply')).length > before, 20_000)))
    throw new Error(`neomutt sent nothing:\n${await readFile(at('screen'), 'utf8')}`);
}

async function expectMessages(what: string, account: Account, id: string, count: number): Promise<void> {
  const since = Date.now();
  const read = async () => (await readRequest(url, account, id)).messages.map(({ text }) => text);
  await until(async () => (await read()).length >= count);
  const texts = await read();
  const isRight = texts.length === count && texts.every((text) => text === answer);
  say(`${what}, after ${secondsSince(since)} s`, isRight, texts);
}

function secondsSince(time: number): string {
  return ((Date.now() - time) / 1000).toFixed(1);
}

async function refuseRecipients(account: Account): Promise<void> {
  const { id } = await ask(account, 'nobody', 'To nobody');
  await ask(account, 'later', 'To later');
  const read = async () => (await readRequest(url, account, id)).history.map(({ action }) => action);
  await until(async () => (await read()).includes('mail_undelivered'));
  const history = await read();
  say('a recipient refused with 550 is named in the request', history.includes('mail_undelivered'), history);
  const count = (refusal: string) => logOf('postfix').split(`${refusal}@${domain}>: Recipient`).length - 1;
  await until(() => count('450 4.2.0 <later') > 1);
  const tries = { later: count('450 4.2.0 <later'), nobody: count('550 5.1.1 <nobody') };
  say('one refused with 450 is tried again, with 550 not', tries.later > 1 && tries.nobody === 1, tries);
  const line = '"queue":"mail-support-request","cause":{"failure":"MailRefusedError EENVELOPE"}';
  await until(() => productLog().includes(line));
  say('the task that failed for good names its cause', productLog().includes(line), productLog());
}

/** Mails of other people in the box that answers come to. */
async function addOthers(): Promise<void> {
  for (let n = 0; n < others; n += 1) {
    const file = at('mail', 'reply', 'new', `1700000000.${n}.others`);
    const headers = `From: Team <team@${domain}>\nTo: reply@${domain}\nSubject: Other ${n}`;
    await writeFile(
      file,
      `${headers}\nMessage-ID: <other-${n}@${domain}>\n\n${'Words of others. '.repeat(50)}\n`,
    );
    await chown(file, mailUser, mailUser);
  }
}

/** Reads the box as one that is new, for the time that takes. */
async function readAll(): Promise<void> {
  const certificates = [await readFile(at('ca.pem'), 'utf8')];
  const replyAddress = `reply@${domain}`;
  const mailbox = imapMailbox({ url: imapUrl(), replyAddress, certificates, log: pino({ level: 'warn' }) });
  const since = Date.now();
  const positions: Position[] = [];
  let first = '';
  const handle = async () => {
    first ||= secondsSince(since);
  };
  await mailbox.readNew({
    isWanted: async (headers) => Buffer.from(headers).includes('reply+'),
    handle,
    giveUp: async () => {},
    newestMailAt: async () => null,
    findPosition: async () => null,
    savePosition: async (_name, position) => void positions.push(structuredClone(position)),
  });
  const isAll = (positions.at(-1)?.lastUid ?? 0) > others;
  const times = `the first answer after ${first} s, all after ${secondsSince(since)} s`;
  say(`a box with ${others} other mails is read: ${times}`, first !== '' && isAll, positions.at(-1));
}

function countRefusedSignIns(): number {
  return (
    logOf('postfix').split('authentication failed').length + logOf('dovecot').split('auth failed').length
  );
}

async function expectReason(reason: string): Promise<void> {
  const since = Date.now();
  const lines = () =>
    productLog()
      .split('\n')
      .filter((line) => line.includes(`: ${reason}. Check`));
  await until(() => lines().length >= 2, 65_000);
  const seconds = secondsSince(since);
  const isNamed = ['mail server', 'mailbox'].every((server) => lines().some((line) => line.includes(server)));
  say(
    `"${reason}" of both servers is in the log once, after ${seconds} s`,
    isNamed && lines().length === 2,
    productLog(),
  );
}
