import { resolve } from 'node:path';
import * as z from 'zod';
import { isPlaceholder } from '#shared/rules/placeholder.ts';

const oneOf = <const T extends readonly [string, ...string[]]>(names: T) => z.optional(z.enum(names));

/** Every variable that the product reads; `.env.example` lists the same (a test compares them). */
export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  PROCESS_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  IDENTITY: oneOf(['embedded']),
  AI: oneOf(['embedded', 'openai-compatible']),
  AI_BASE_URL: z.optional(z.url({ protocol: /^https?$/ })),
  AI_API_KEY: z.optional(z.string()),
  AI_MODEL: z.optional(z.string()),
  GROQ_API_KEY: z.optional(z.string()),
  PAYMENTS: oneOf(['embedded']),
  MAIL: oneOf(['embedded']),
  SECRET_KEY: z.optional(z.string().min(32, 'must be at least 32 characters long')),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.optional(z.string()),
});
type Environment = z.infer<typeof environment>;

export type AiConfig =
  | { kind: 'embedded' }
  | { kind: 'openai-compatible'; baseUrl: string; apiKey: string; model: string };

export type Config = {
  port: number;
  host: string;
  /** Where browsers reach the site; null means the address that the server listens on. */
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  role: 'all' | 'web' | 'worker';
  production: boolean;
  identity: { kind: 'embedded' };
  ai: AiConfig;
  payments: { kind: 'embedded' };
  mail: { kind: 'embedded' };
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
  const problems = [...placeholders(values), ...unnamedAdapters(values), ...half(values)];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    role: values.PROCESS_ROLE,
    production: values.NODE_ENV === 'production',
    identity: { kind: values.IDENTITY ?? 'embedded' },
    ai: aiConfig(values),
    payments: { kind: values.PAYMENTS ?? 'embedded' },
    mail: { kind: values.MAIL ?? 'embedded' },
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

function sentence(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} is not valid: ${issue.message}.`;
}

function placeholders(values: Environment): string[] {
  return (['AI_API_KEY', 'AI_MODEL', 'GROQ_API_KEY', 'SECRET_KEY'] as const)
    .filter((name) => isPlaceholder(values[name] ?? ''))
    .map((name) => `${name} still holds a placeholder. Set its real value or remove it.`);
}

/** In production nobody ships free payments by forgetting a key (design 6). */
function unnamedAdapters(values: Environment): string[] {
  if (values.NODE_ENV !== 'production') return [];
  const named = { ...values, AI: values.AI ?? values.GROQ_API_KEY };
  return (['IDENTITY', 'AI', 'PAYMENTS', 'MAIL'] as const)
    .filter((name) => !named[name])
    .map((name) => `${name} must be named in production, even when it is "embedded".`);
}

function half(values: Environment): string[] {
  const problems: string[] = [];
  const ai = ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'] as const;
  if (values.AI === 'openai-compatible') {
    for (const name of ai) if (!values[name]) problems.push(`AI=openai-compatible needs ${name}.`);
  } else if (values.AI_BASE_URL || values.AI_API_KEY) {
    problems.push(
      'AI_BASE_URL and AI_API_KEY are only read with AI=openai-compatible. Set AI, or remove them.',
    );
  }
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
