import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import * as z from 'zod';
import { isOnThisMachine } from '#server/http/site/site-url.ts';
import { isPlaceholder } from '#shared/rules/placeholder.ts';
import { isProxyName } from './http/sender-address.ts';
import { sourceVariables } from './source-addresses.ts';
import { supportHoursVariables, tooFewHours } from './support-hours.ts';

const oneOf = <const T extends readonly [string, ...string[]]>(names: T) => z.optional(z.enum(names));
const optionalText = z.optional(z.string());
const httpUrl = z.optional(z.url({ protocol: /^https?$/ }));

/** Every variable that the product reads; `.env.example` lists the same (a test compares them). */
export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl,
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((list) => list.split(',').flatMap((name) => name.trim() || []))
    .pipe(
      z.array(
        z.string().refine(isProxyName, 'must hold addresses, ranges like 10.0.0.0/8, loopback or none'),
      ),
    ),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  PROCESS_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  IDENTITY: oneOf(['embedded', 'firebase']),
  FIREBASE_PROJECT_ID: z.optional(z.string().regex(/^[a-z0-9-]+$/, 'is not the id of a project')),
  FIREBASE_API_KEY: optionalText,
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(
    z
      .string()
      // Not [::1]: a content security policy can't name it, so browsers could not reach it.
      .regex(
        /^(localhost|127\.0\.0\.1):\d+$/,
        'must be a port of 127.0.0.1 or localhost, like 127.0.0.1:9099',
      ),
  ),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GITHUB_CLIENT_ID: optionalText,
  GITHUB_CLIENT_SECRET: optionalText,
  AI: oneOf(['embedded', 'openai-compatible']),
  AI_BASE_URL: httpUrl,
  AI_API_KEY: optionalText,
  AI_MODEL: optionalText,
  GROQ_API_KEY: optionalText,
  PAYMENTS: oneOf(['embedded', 'stripe']),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_PUBLISHABLE_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_PRICE_PRO: optionalText,
  STRIPE_PRICE_DEVELOPER: optionalText,
  // The SDK takes a host and a port, no path.
  STRIPE_API_URL: z.optional(
    z
      .string()
      .regex(/^https?:\/\/[^/?#@\s]+\/?$/, 'must be a host, like https://api.stripe.com')
      // The secret key goes there.
      .regex(
        /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$)/,
        'must be https, or a port of this machine',
      ),
  ),
  MAIL: oneOf(['embedded', 'smtp']),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(z.string().regex(/^[^\r\n]*@[^\r\n]+$/, 'must hold an e-mail address')),
  SUPPORT_EMAIL: z.optional(z.email()),
  INBOUND_MAIL: oneOf(['webhook', 'imap']),
  REPLY_ADDRESS: z.optional(
    z.email().regex(/^[^+@]{1,19}@/, 'must have at most 19 characters and no + before its @'),
  ),
  MAIL_WEBHOOK_SECRET: z.optional(z.string().min(32, 'must be at least 32 characters long')),
  IMAP_URL: z.optional(
    z
      .url({ protocol: /^imaps?$/ })
      .regex(
        /^imaps?:\/\/[^:@/]+:[^:@/]+@/,
        'must hold a user and a password, like imaps://user:password@host',
      ),
  ),
  MAIL_CA_FILE: z.optional(z.string().transform(readCertificates)),
  SUPPORT_AGENTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((address) => address.trim() || []))
    .pipe(z.array(z.email('must be e-mail addresses with commas between them'))),
  ...supportHoursVariables,
  ...sourceVariables,
  FILES: oneOf(['disk', 's3']),
  S3_ENDPOINT: httpUrl,
  S3_REGION: z.optional(z.string().regex(/^[a-z0-9-]+$/, 'is not the name of a region')),
  S3_BUCKET: z.optional(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket'),
  ),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  SECRET_KEY: z.optional(z.string().min(32, 'must be at least 32 characters long')),
  METRICS_PORT: z.optional(z.coerce.number().int().min(0).max(65_535)),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: optionalText,
});
export type Environment = z.infer<typeof environment>;

/** Missing, contradictory or placeholder values, one sentence each. */
export function findProblems(values: Environment): string[] {
  return [
    ...placeholders(values),
    ...unnamedAdapters(values),
    ...halfAi(values),
    ...halfIdentity(values),
    ...halfPayments(values),
    ...halfMail(values),
    ...halfInboundMail(values),
    ...halfFiles(values),
    ...halfDatabase(values),
    ...tooFewHours(values),
  ];
}

const secrets = [
  'AI_API_KEY',
  'AI_MODEL',
  'GROQ_API_KEY',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_PRO',
  'STRIPE_PRICE_DEVELOPER',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'REPLY_ADDRESS',
  'MAIL_WEBHOOK_SECRET',
  'IMAP_URL',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
] as const;

function placeholders(values: Environment): string[] {
  return secrets
    .filter((name) => isPlaceholder(values[name] ?? ''))
    .map((name) => `${name} still holds a placeholder. Set its real value or remove it.`);
}

/** Production must not give plans away because of a forgotten key (design 6). */
function unnamedAdapters(values: Environment): string[] {
  if (values.NODE_ENV !== 'production') return [];
  const named = { ...values, AI: values.AI ?? values.GROQ_API_KEY };
  return (['IDENTITY', 'AI', 'PAYMENTS', 'MAIL'] as const)
    .filter((name) => !named[name])
    .map((name) => `${name} must be named in production, even when it is "embedded".`);
}

type Name = keyof Environment;

function needs(setting: string, values: Environment, names: Name[]): string[] {
  return names.filter((name) => !values[name]).map((name) => `${setting} needs ${name}.`);
}

function onlyWith(setting: string, values: Environment, names: Name[]): string[] {
  return names
    .filter((name) => values[name])
    .map((name) => `${name} is only read with ${setting}. Set that, or remove it.`);
}

function halfAi(values: Environment): string[] {
  if (values.AI === 'openai-compatible')
    return needs('AI=openai-compatible', values, ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL']);
  return onlyWith('AI=openai-compatible', values, ['AI_BASE_URL', 'AI_API_KEY']);
}

function halfIdentity(values: Environment): string[] {
  const names: Name[] = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'];
  const providers: Name[][] = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ];
  if (values.IDENTITY !== 'firebase')
    return [
      ...onlyWith('IDENTITY=firebase', values, [...names, 'FIREBASE_AUTH_EMULATOR_HOST']),
      ...providers.flatMap((pair) => pair.flatMap((name) => (values[name] ? needs(name, values, pair) : []))),
    ];
  const problems = [
    ...needs('IDENTITY=firebase', values, names),
    ...onlyWith('IDENTITY=embedded', values, providers.flat()),
  ];
  const isLocal = isOnThisMachine(values.HOST, values.PUBLIC_URL ?? null);
  // The emulator accepts any user, so every visitor could be anyone.
  if (values.FIREBASE_AUTH_EMULATOR_HOST && (!isLocal || values.NODE_ENV === 'production')) {
    problems.push(
      'FIREBASE_AUTH_EMULATOR_HOST is for development: remove it, or listen on 127.0.0.1 without a public PUBLIC_URL and without NODE_ENV=production.',
    );
  }
  return problems;
}

function halfPayments(values: Environment): string[] {
  const names: Name[] = [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_PRO',
    'STRIPE_PRICE_DEVELOPER',
  ];
  if (values.PAYMENTS !== 'stripe') return onlyWith('PAYMENTS=stripe', values, [...names, 'STRIPE_API_URL']);
  const problems = needs('PAYMENTS=stripe', values, names);
  const { STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_SECRET_KEY: secret } = values;
  // Every browser gets the publishable key: one of the other kind in its place would be public.
  if (publishable && !isPlaceholder(publishable) && !publishable.startsWith('pk_'))
    problems.push('STRIPE_PUBLISHABLE_KEY must be the key that begins with pk_.');
  if (secret && !isPlaceholder(secret) && !/^[sr]k_/.test(secret))
    problems.push('STRIPE_SECRET_KEY must be the key that begins with sk_ or rk_.');
  if (values.STRIPE_PRICE_PRO && values.STRIPE_PRICE_PRO === values.STRIPE_PRICE_DEVELOPER)
    problems.push('STRIPE_PRICE_PRO and STRIPE_PRICE_DEVELOPER must be two prices.');
  return [...problems, ...misnamed(values), ...mixedKeys(values), ...paidInProduction(values)];
}

/** Easily confused kinds of ids; the mistake would only show at a payment. */
function misnamed(values: Environment): string[] {
  const kinds = [
    ['STRIPE_WEBHOOK_SECRET', 'whsec_', 'the signing secret of the endpoint'],
    ['STRIPE_PRICE_PRO', 'price_', 'the id of a price, not of its product'],
    ['STRIPE_PRICE_DEVELOPER', 'price_', 'the id of a price, not of its product'],
  ] as const;
  return kinds.flatMap(([name, prefix, what]) => {
    const value = values[name];
    if (!value || isPlaceholder(value) || value.startsWith(prefix)) return [];
    return [`${name} must be ${what}: it begins with ${prefix}.`];
  });
}

const modeOf = (key = '') => (isPlaceholder(key) ? null : /^[a-z]k_(test|live)_/.exec(key)?.[1]);

function mixedKeys({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }: Environment) {
  const [one, other] = [modeOf(secret), modeOf(publishable)];
  if (!one || !other || one === other) return [];
  return ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.'];
}

/** In production money is real, unless a test against another server says otherwise. */
function paidInProduction(values: Environment): string[] {
  if (values.NODE_ENV !== 'production') return [];
  const problems = needs('PAYMENTS=stripe in production', values, ['PUBLIC_URL']);
  if (modeOf(values.STRIPE_SECRET_KEY) === 'test' && !values.STRIPE_API_URL)
    problems.push('STRIPE_SECRET_KEY is a test key: with NODE_ENV=production nobody could pay.');
  return problems;
}

function halfMail(values: Environment): string[] {
  if (values.MAIL === 'smtp') return needs('MAIL=smtp', values, ['SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL']);
  return onlyWith('MAIL=smtp', values, ['SMTP_URL', 'MAIL_FROM']);
}

function halfInboundMail(values: Environment): string[] {
  const kind = values.INBOUND_MAIL;
  const webhook: Name[] = ['MAIL_WEBHOOK_SECRET'];
  const imap: Name[] = ['IMAP_URL'];
  return [
    ...(kind
      ? needs(`INBOUND_MAIL=${kind}`, values, ['REPLY_ADDRESS'])
      : onlyWith('INBOUND_MAIL', values, ['REPLY_ADDRESS'])),
    ...(kind === 'webhook' ? needs : onlyWith)('INBOUND_MAIL=webhook', values, webhook),
    ...(kind === 'imap' ? needs : onlyWith)('INBOUND_MAIL=imap', values, imap),
    ...(kind === 'imap' || values.MAIL === 'smtp'
      ? []
      : onlyWith('MAIL=smtp or INBOUND_MAIL=imap', values, ['MAIL_CA_FILE'])),
  ];
}

/** Certificates in PEM of the file at `path`, with those that Node trusts. */
function readCertificates(path: string, context: z.RefinementCtx): string[] {
  try {
    const named = readFileSync(path, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g,
    );
    if (!named) throw new Error('no certificate in PEM');
    for (const certificate of named) new X509Certificate(certificate);
    return [...getCACertificates('default'), ...named];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    context.addIssue({ code: 'custom', message: `the file ${path} can't be read (${code ?? message})` });
    return z.NEVER;
  }
}

function halfFiles(values: Environment): string[] {
  const names: Name[] = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  return values.FILES === 's3' ? needs('FILES=s3', values, names) : onlyWith('FILES=s3', values, names);
}

function halfDatabase(values: Environment): string[] {
  const problems: string[] = [];
  if (values.PROCESS_ROLE !== 'all' && !values.DATABASE_URL) {
    problems.push(
      `PROCESS_ROLE=${values.PROCESS_ROLE} needs DATABASE_URL: the embedded PostgreSQL belongs to one process.`,
    );
  }
  if (values.DATABASE_URL && !values.SECRET_KEY) {
    problems.push(
      'DATABASE_URL needs SECRET_KEY, so that all processes sign with one key (32 characters or more).',
    );
  }
  return problems;
}
