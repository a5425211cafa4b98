import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServerType, serve } from '@hono/node-server';
import type { Logger } from 'pino';
import { type App, createApp } from '#server/app.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { createLog } from '#server/http/log.ts';
import { productName } from '#shared/rules/product.ts';

const requestGraceMs = 15_000;
const browserFiles = fileURLToPath(new URL('../dist/web', import.meta.url));

await start().catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
  process.exit(1);
});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // Written first: whatever is thrown outside a request is logged, never silently lost.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) });
  let server: ServerType | null = null;
  const app = await createApp(
    config,
    {
      databaseUrl: config.databaseUrl ?? postgres?.url ?? '',
      log,
      listeningUrl: () => (server ? listeningUrl(config, server) : `http://localhost:${config.port}`),
    },
    { browserFiles },
  ).catch(async (error) => {
    await postgres?.stop();
    throw error;
  });
  server = config.role === 'worker' ? null : await listen(config, app);
  stopOnSignal(log, { server, app, postgres, delaySeconds: config.stopDelaySeconds });
  log.info(
    server ? `${productName} is ready on ${listeningUrl(config, server)}` : `${productName} worker is ready`,
  );
}

async function listen(config: Config, app: App): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.http.fetch, port: config.port, hostname: config.host }, () =>
      resolve(server),
    );
    server.once('error', reject);
  });
}

function listeningUrl(config: Config, server: ServerType): string {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : config.port;
  return `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`;
}

type Running = {
  server: ServerType | null;
  app: App;
  postgres: { stop(): Promise<void> } | null;
  delaySeconds: number;
};

/** Finishes requests and tasks in flight, then leaves; a second signal leaves at once. */
function stopOnSignal(log: Logger, { server, app, postgres, delaySeconds }: Running): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    app.leave();
    if (server && delaySeconds > 0) {
      log.info(`stopping in ${delaySeconds} s: not ready any more`);
      await sleep(delaySeconds * 1_000);
    }
    log.info('stopping: finishing requests and tasks');
    await finishRequests(server);
    await app.stop();
    await postgres?.stop();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Waits for the requests in flight, but not for ever: a sender that stalls must not hold up the stop. */
async function finishRequests(server: ServerType | null): Promise<void> {
  if (!server) return;
  const closed = new Promise((resolve) => server.close(resolve));
  const impatience = setTimeout(
    () => 'closeAllConnections' in server && server.closeAllConnections(),
    requestGraceMs,
  );
  await closed;
  clearTimeout(impatience);
}
