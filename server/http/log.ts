import pino, { type DestinationStream, type Logger } from 'pino';

const secrets = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'token',
  'apiKey',
  'secret',
  'secretKey',
];

/** Structured logs with tokens, passwords, keys and database addresses blotted out at any usual depth. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...paths, 'headers["set-cookie"]', '*.headers["set-cookie"]'], censor: '[redacted]' },
    serializers: { err: withoutSecrets },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Errors of drivers and SDKs can carry addresses, bearer tokens, keys and what users typed in their text. */
function withoutSecrets(error: unknown): object {
  if (!(error instanceof Error)) return { message: blot(String(error)) };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error ? { code: String(error.code) } : {};
  return {
    type: name,
    ...code,
    message: blot(message),
    stack: blot(stack),
    ...(cause === undefined ? {} : { cause: withoutSecrets(cause) }),
  };
}

function blot(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '\nparams: [redacted]')
    .replace(/(\w+:\/\/[^:/\s]+:)[^@\s]+@/g, '$1[redacted]@')
    .replace(/\b(Bearer\s+)[\w.~+/-]+=*/gi, '$1[redacted]')
    .replace(/\b(resetToken|verifyToken|confirm|unsubscribe|oobCode|token)=[\w%.~+-]+/g, '$1=[redacted]')
    .replace(/[\w.+-]{1,64}@[\w-]+(\.[\w-]+)*\.[a-z]{2,}\b/gi, '[redacted]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]')
    .replace(/\b(sk|gsk|rk|pk|whsec)[-_][\w-]{8,}/g, '[redacted]');
}
