import type { Logger } from 'pino';

type ConnectionLogOptions = {
  /** The server as operators know it, like `mailbox INBOX at mail.example`. */
  server: string;
  /** The variable that names it. */
  variable: string;
  log: Logger;
  now?: (() => number) | undefined;
};

/** Providers lock an account after some wrong passwords in a row. */
const firstPauseMs = 5 * 60_000;
const longestPauseMs = 60 * 60_000;

/** A reason that lasts is logged again after this. */
const againMs = 60 * 60_000;

/** Logs once why a server can't be used and what to check, and pauses after a refused sign-in. */
export function connectionLog({ server, variable, log, now = Date.now }: ConnectionLogOptions) {
  let failing: { reason: Reason; loggedAt: number } | null = null;
  let pauseMs = 0;
  let pausedUntil = 0;

  return {
    /** True while a password that was refused is not tried again. */
    isPaused: () => now() < pausedUntil,

    reportFailure(error: unknown): void {
      const reason = reasonOf(error);
      // Connections that were refused together count once.
      if (reason === 'wrong password' && now() >= pausedUntil) {
        pauseMs = Math.min(pauseMs * 2 || firstPauseMs, longestPauseMs);
        pausedUntil = now() + pauseMs;
      }
      if (failing?.reason === reason && now() < failing.loggedAt + againMs) return;
      failing = { reason, loggedAt: now() };
      const check = checks[reason].replace('$', variable);
      log.warn({ reason, said: saidBy(error) }, `the ${server} can't be used: ${reason}. ${check}`);
    },

    reportSuccess(): void {
      if (failing) log.info(`the ${server} can be used again`);
      failing = null;
      pauseMs = 0;
    },
  };
}

type Reason = keyof typeof checks;

/** Each reason with what to check; `$` is the variable. */
const checks = {
  'wrong password': 'Check the user and the password in $. The next try is in 5 minutes, later each hour.',
  'sign-in not possible now': 'The server can not check passwords now. Nothing to do here.',
  'certificate not trusted': 'Check the host in $, and name an authority of your own in MAIL_CA_FILE (PEM).',
  'TLS failed': 'Check the protocol and the port in $: with s (smtps, imaps) TLS is spoken from the start.',
  'connection refused': 'Check the port in $, and that the server runs.',
  'unknown host': 'Check the host in $, and the name server of this machine.',
  'time-out': 'Check the host and the port in $, and firewalls between.',
  'connection lost': 'The server closed it. Check its log.',
  'folder not opened': 'Check the folder at the end of $.',
  'sender refused': 'Check MAIL_FROM, and that the user in $ may send from it.',
  'refused by the server': 'Check its answer in this line, and its log.',
} as const;

/** Codes of sockets, TLS and both libraries. */
const reasonsByCode: [RegExp, Reason][] = [
  [/^(ERR_SSL_|EPROTO$|UPGRADE_TIMEOUT$)/, 'TLS failed'],
  [/CERT|_ISSUER|VERIFY_LEAF|^INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH/, 'certificate not trusted'],
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ENOTFOUND|EAI_AGAIN|EDNS)$/, 'unknown host'],
  [/TIMEOUT|TIMEDOUT|^(EABORT|EHOSTUNREACH|ENETUNREACH)$/, 'time-out'],
  [/^ETLS$/, 'TLS failed'],
  [/^(ECONNRESET|EPIPE|ECONNECTION|NoConnection|EConnectionClosed|ClosedAfterConnect.*)$/, 'connection lost'],
];

function reasonOf(error: unknown): Reason {
  // Fields that nodemailer and imapflow add to their errors.
  const given = Object(error) as Record<string, unknown>;
  const { code, originalCode, responseCode, command, serverResponseCode } = given;
  if (given.authenticationFailed || code === 'EAUTH') {
    if (serverResponseCode === 'PRIVACYREQUIRED' || responseCode === 538) return 'TLS failed';
    const isTemporary = serverResponseCode === 'UNAVAILABLE' || Number(responseCode) < 500;
    return isTemporary ? 'sign-in not possible now' : 'wrong password';
  }
  if (given.isOfFolder) return 'folder not opened';
  if (command === 'MAIL FROM') return 'sender refused';
  for (const one of [originalCode, code])
    for (const [pattern, reason] of reasonsByCode) if (pattern.test(String(one ?? ''))) return reason;
  return given.tlsFailed ? 'TLS failed' : 'refused by the server';
}

/** The server's own words, or the system's. */
function saidBy(error: unknown): string {
  const { response, message } = Object(error) as Record<string, unknown>;
  return String(typeof response === 'string' ? response : message).slice(0, 300);
}
