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

/** Errors of drivers and SDKs can carry connection strings, bearer tokens and keys in their text. */
function withoutSecrets(error: Error): object {
  const { message, stack, ...rest } = pino.stdSerializers.errWithCause(error);
  return { ...rest, message: blot(message), stack: blot(stack ?? '') };
}

function blot(text: string): string {
  return text
    .replace(/(\w+:\/\/[^:/\s]+:)[^@\s]+@/g, '$1[redacted]@')
    .replace(/\b(Bearer\s+)[\w.~+/-]+=*/gi, '$1[redacted]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]')
    .replace(/\b(sk|gsk|rk|pk|whsec)[-_][\w-]{8,}/g, '[redacted]');
}
