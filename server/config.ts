import { resolve } from 'node:path';
import type * as z from 'zod';
import { type Environment, environment, findProblems } from './environment.ts';

export type AiConfig =
  | { kind: 'embedded' }
  | { kind: 'openai-compatible'; baseUrl: string; apiKey: string; model: string };

export type IdentityConfig =
  | { kind: 'embedded' }
  /** `emulatorUrl` stands for Google's hosts while developing; null means the real ones. */
  | { kind: 'firebase'; projectId: string; apiKey: string; emulatorUrl: string | null };

export type MailConfig = { kind: 'embedded' } | { kind: 'smtp'; url: string; from: string };

export type Config = {
  port: number;
  host: string;
  /** Where browsers reach the site; null means the address that the server listens on. */
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  role: 'all' | 'web' | 'worker';
  production: boolean;
  identity: IdentityConfig;
  ai: AiConfig;
  payments: { kind: 'embedded' };
  mail: MailConfig;
  /** Who receives contact mail and demo requests. */
  supportEmail: string;
  secretKey: string | null;
  logLevel: Environment['LOG_LEVEL'];
};

/** What is wrong with the configuration, one sentence a line. */
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
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    role: values.PROCESS_ROLE,
    production: values.NODE_ENV === 'production',
    identity: identityConfig(values),
    ai: aiConfig(values),
    payments: { kind: values.PAYMENTS ?? 'embedded' },
    mail: mailConfig(values),
    supportEmail: values.SUPPORT_EMAIL ?? 'support@startup-spark.localhost',
    secretKey: values.SECRET_KEY ?? null,
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
  if (values.IDENTITY !== 'firebase') return { kind: 'embedded' };
  const { FIREBASE_PROJECT_ID: projectId = '', FIREBASE_API_KEY: apiKey = '' } = values;
  const emulator = values.FIREBASE_AUTH_EMULATOR_HOST;
  return { kind: 'firebase', projectId, apiKey, emulatorUrl: emulator ? `http://${emulator}` : null };
}

function mailConfig(values: Environment): MailConfig {
  if (values.MAIL !== 'smtp') return { kind: 'embedded' };
  const { SMTP_URL: url = '', MAIL_FROM: from = '' } = values;
  return { kind: 'smtp', url, from };
}

function sentence(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} is not valid: ${issue.message}.`;
}
