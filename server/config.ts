import { resolve } from 'node:path';
import type * as z from 'zod';
import type { BusinessHours } from '#server/features/support-requests/sla/business-hours.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import type { ProviderName } from '#shared/contracts/config.ts';
import { type Environment, environment, findProblems } from './environment.ts';
import { type SourceAddresses, sourceAddresses } from './source-addresses.ts';
import { supportHours } from './support-hours.ts';

export type AiConfig =
  | { kind: 'embedded' }
  | { kind: 'openai-compatible'; baseUrl: string; apiKey: string; model: string };

export type IdentityConfig =
  /** `providers` are those whose keys are configured. */
  | { kind: 'embedded'; providers: Partial<Record<ProviderName, { clientId: string; clientSecret: string }>> }
  /** `emulatorUrl` replaces Google's hosts in development; null means the real ones. */
  | { kind: 'firebase'; projectId: string; apiKey: string; emulatorUrl: string | null };

export type PaymentsConfig =
  | { kind: 'embedded' }
  | {
      kind: 'stripe';
      secretKey: string;
      publishableKey: string;
      webhookSecret: string;
      prices: Record<PaidPlan, string>;
      /** Null means Stripe's own. */
      apiUrl: string | null;
    };

export type MailConfig = { kind: 'embedded' } | { kind: 'smtp'; url: string; from: string };

/** How answers by mail come in; `replyAddress` is what signed addresses are made from. */
export type InboundMailConfig =
  | { kind: 'webhook'; replyAddress: string; secret: string }
  | { kind: 'imap'; replyAddress: string; url: string };

/** A folder in `dataDir`, or a bucket. */
export type FilesConfig =
  | { kind: 'disk' }
  | {
      kind: 's3';
      endpoint: string;
      region: string;
      bucket: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export type Config = {
  port: number;
  host: string;
  /** Public URL of the site; null means the address that the server listens on. */
  publicUrl: string | null;
  /** Addresses, CIDR ranges or `loopback`: proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  dataDir: string;
  databaseUrl: string | null;
  role: 'all' | 'web' | 'worker';
  /** How long `/readyz` says 503 before the listener closes, so that a load balancer notices. */
  stopDelaySeconds: number;
  production: boolean;
  identity: IdentityConfig;
  ai: AiConfig;
  payments: PaymentsConfig;
  mail: MailConfig;
  /** Null takes no answers by mail. */
  inboundMail: InboundMailConfig | null;
  /** Trusted authorities (PEM) of mail servers; null for those that Node trusts. */
  mailCertificates: string[] | null;
  files: FilesConfig;
  /** Addresses of the conversation sources. */
  sources: SourceAddresses;
  /** Recipient of contact mail and demo requests. */
  supportEmail: string;
  /** Verified e-mail addresses with access to the inbox of support requests. */
  supportAgents: string[];
  /** When support works: promised hours are counted in these. */
  supportHours: BusinessHours;
  secretKey: string | null;
  /** The address of `/metrics`; null serves none. */
  metrics: { host: string; port: number } | null;
  logLevel: Environment['LOG_LEVEL'];
};

/** Errors in the configuration, one sentence a line. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from environment variables; empty ones count as absent.
 * @throws ConfigError that names every variable that is missing, malformed or a placeholder.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(sentence).join('\n'));
  const values = parsed.data;
  const problems = findProblems(values);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustedProxies: values.TRUSTED_PROXIES,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    role: values.PROCESS_ROLE,
    stopDelaySeconds: values.STOP_DELAY_SECONDS,
    production: values.NODE_ENV === 'production',
    identity: identityConfig(values),
    ai: aiConfig(values),
    payments: paymentsConfig(values),
    mail: mailConfig(values),
    inboundMail: inboundMailConfig(values),
    mailCertificates: values.MAIL_CA_FILE ?? null,
    files: filesConfig(values),
    sources: sourceAddresses(values),
    supportEmail: values.SUPPORT_EMAIL ?? 'support@startup-spark.localhost',
    supportAgents: values.SUPPORT_AGENTS,
    supportHours: supportHours(values),
    secretKey: values.SECRET_KEY ?? null,
    metrics:
      values.METRICS_PORT === undefined ? null : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    logLevel: values.LOG_LEVEL,
  };
}

function aiConfig(values: Environment): AiConfig {
  if (values.AI === 'openai-compatible') {
    const { AI_BASE_URL: baseUrl = '', AI_API_KEY: apiKey = '', AI_MODEL: model = '' } = values;
    return { kind: 'openai-compatible', baseUrl, apiKey, model };
  }
  if (values.AI === undefined && values.GROQ_API_KEY) {
    return {
      kind: 'openai-compatible',
      baseUrl: 'https://api.groq.com/openai/v1',
      apiKey: values.GROQ_API_KEY,
      model: values.AI_MODEL ?? 'llama-3.3-70b-versatile',
    };
  }
  return { kind: 'embedded' };
}

function identityConfig(values: Environment): IdentityConfig {
  if (values.IDENTITY !== 'firebase') return { kind: 'embedded', providers: providers(values) };
  const { FIREBASE_PROJECT_ID: projectId = '', FIREBASE_API_KEY: apiKey = '' } = values;
  const emulator = values.FIREBASE_AUTH_EMULATOR_HOST;
  return { kind: 'firebase', projectId, apiKey, emulatorUrl: emulator ? `http://${emulator}` : null };
}

function providers(values: Environment) {
  const of = (clientId?: string, clientSecret?: string) =>
    clientId && clientSecret ? { clientId, clientSecret } : null;
  const google = of(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET);
  const github = of(values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET);
  return { ...(google && { google }), ...(github && { github }) };
}

function paymentsConfig(values: Environment): PaymentsConfig {
  if (values.PAYMENTS !== 'stripe') return { kind: 'embedded' };
  const { STRIPE_PRICE_PRO: pro = '', STRIPE_PRICE_DEVELOPER: developer = '' } = values;
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = values;
  return {
    kind: 'stripe',
    secretKey,
    publishableKey,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? '',
    prices: { pro, developer },
    apiUrl: values.STRIPE_API_URL ?? null,
  };
}

function mailConfig(values: Environment): MailConfig {
  if (values.MAIL !== 'smtp') return { kind: 'embedded' };
  const { SMTP_URL: url = '', MAIL_FROM: from = '' } = values;
  return { kind: 'smtp', url, from };
}

function inboundMailConfig(values: Environment): InboundMailConfig | null {
  const { INBOUND_MAIL: kind, REPLY_ADDRESS: replyAddress = '' } = values;
  if (kind === 'webhook') return { kind, replyAddress, secret: values.MAIL_WEBHOOK_SECRET ?? '' };
  return kind === 'imap' ? { kind, replyAddress, url: values.IMAP_URL ?? '' } : null;
}

function filesConfig(values: Environment): FilesConfig {
  if (values.FILES !== 's3') return { kind: 'disk' };
  return {
    kind: 's3',
    endpoint: values.S3_ENDPOINT ?? '',
    region: values.S3_REGION ?? '',
    bucket: values.S3_BUCKET ?? '',
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
  };
}

function sentence(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} is not valid: ${issue.message}.`;
}

/** True when the site is on https, so that cookies may require it. */
export function isHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
