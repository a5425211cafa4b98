import pino, { type DestinationStream, type Logger } from 'pino';
import { requestIds } from '#server/request-ids.ts';

const secrets = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'token',
  'apiKey',
  'secret',
  'secretKey',
  // Texts of people: mails, prompts, requests.
  'body',
  'html',
  'text',
  'prompt',
];

/** Structured logs without tokens, passwords, keys, mails and database addresses, with the id of the request. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...paths, 'headers["set-cookie"]', '*.headers["set-cookie"]'], censor: '[redacted]' },
    serializers: { err: withoutSecrets },
    mixin: () => ({ requestId: requestIds.getStore() }),
    hooks: { streamWrite: blot },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The usual fields of an error and no others. Libraries also report plain objects that were errors, as pg-boss does. */
function withoutSecrets(error: unknown): object {
  const fields: { [name in keyof Error | 'code']?: unknown } =
    typeof error === 'object' && error !== null ? error : { message: String(error) };
  const { name, message = `an object with ${Object.keys(fields).join()}`, stack, cause, code } = fields;
  return {
    type: textOf(name),
    code: textOf(code),
    message: textOf(message),
    stack: textOf(stack),
    cause: cause === undefined ? undefined : withoutSecrets(cause),
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? withoutParams(value) : undefined;
}

/** Drizzle names the parameters of a failed statement in the message. */
function withoutParams(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '\nparams: [redacted]');
}

/** Runs on a whole line of JSON, so no rule reaches over a quotation mark. */
function blot(line: string): string {
  return line
    .replace(/(\w+:\/\/[^:/\s"]*:)[^@\s"]+@/g, '$1[redacted]@')
    .replace(/\b(Bearer\s+)[\w.~+/-]+=*/gi, '$1[redacted]')
    .replace(
      /\b(resetToken|verifyToken|confirm|unsubscribe|oobCode|token|startup_spark_session)=[\w%.~+-]+/g,
      '$1=[redacted]',
    )
    .replace(/[\w.+-]{1,64}@[\w-]+(\.[\w-]+)*\.[a-z]{2,}\b/gi, '[redacted]')
    .replace(/(\/results\/)[\w-]{43}/g, '$1[redacted]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]')
    .replace(/\b(sk|gsk|rk|pk|whsec)[-_][\w-]{8,}/g, '[redacted]');
}
