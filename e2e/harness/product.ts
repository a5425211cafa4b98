import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOpenAiFake } from '#fakes/openai/openai.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { supportAgents } from './agents.ts';
import { embeddedDatabaseUrl } from './database.ts';
import { freePort, type Run, run } from './process.ts';

/** The real product in a process, with a folder or database of its own. */
export type Product = {
  url: string;
  /** Its database, for states that no call can bring about. */
  databaseUrl(): Promise<string>;
  /** Kills it without a word, as a crash or a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same address and data. */
  restart(): Promise<void>;
  /** Asks it to stop, as a deploy does, and does not wait. */
  askToStop(): void;
  /** Waits until it has stopped; tells its exit code. */
  stop(): Promise<number | null>;
  /** Log lines of level error and worse, and what else was written that is not a log line. */
  errors(): string[];
  /** Stops it and removes everything it made. */
  remove(): Promise<void>;
};

/**
 * Starts a product, in a journey on a copy of the template database unless it shall run its own `embedded` PostgreSQL.
 * `E2E_AI=openai-compatible` has a fake write its texts; `env` wins over both.
 */
export async function startProduct(
  env: Record<string, string> = {},
  { embedded = false } = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'startup-spark-journey-'));
  const port = await freePort();
  const [database, model] = await Promise.all([embedded ? ownDatabase : copyTemplate(), fakeModel(env)]);
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SUPPORT_AGENTS: supportAgents,
    ...database.env,
    ...model.env,
    ...env,
  };
  let current: Run = await run(settings);
  let killed = false;
  const restart = async () => {
    current = await run(settings);
    killed = false;
  };
  return {
    url: `http://localhost:${port}`,
    databaseUrl: async () => database.env.DATABASE_URL ?? embeddedDatabaseUrl(dataDir),
    kill: async () => {
      await current.end('SIGKILL');
      killed = true;
    },
    restart,
    askToStop: () => current.askToStop(),
    stop: () => current.end('SIGTERM'),
    errors: () => errorLines(current.output()),
    async remove() {
      try {
        // After a kill the embedded PostgreSQL still runs: only the product itself knows how to end it.
        if (killed && !database.env.DATABASE_URL) await restart();
        await current.end('SIGTERM');
      } finally {
        await Promise.all([database.drop(), model.stop()]);
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

type Database = { env: Record<string, string>; drop(): Promise<void> };

const ownDatabase: Database = { env: {}, drop: async () => {} };

async function copyTemplate(): Promise<Database> {
  const template = process.env.TEMPLATE_DATABASE_URL;
  if (!template) return ownDatabase;
  const { url, drop } = await createTestDatabase(template);
  return { env: { DATABASE_URL: url, SECRET_KEY: randomBytes(24).toString('hex') }, drop };
}

async function fakeModel(given: Record<string, string>) {
  if (process.env.E2E_AI !== 'openai-compatible' || given.AI) return { env: {}, stop: async () => {} };
  const { baseUrl, stop } = await startOpenAiFake();
  return { env: modelSettings(baseUrl), stop };
}

/** The settings that let the product ask the model at `baseUrl`. */
export function modelSettings(baseUrl: string): Record<string, string> {
  return { AI: 'openai-compatible', AI_BASE_URL: baseUrl, AI_API_KEY: 'journey-key', AI_MODEL: 'fake' };
}

const errorLevel = 50;

function errorLines(output: string): string[] {
  return output.split('\n').filter((line) => line.trim() !== '' && levelOf(line) >= errorLevel);
}

function levelOf(line: string): number {
  try {
    return (JSON.parse(line) as { level: number }).level;
  } catch {
    return errorLevel;
  }
}
