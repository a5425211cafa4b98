import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { finishRequests, listen } from '#server/http/listener.ts';
import { createLog } from '#server/http/log.ts';
import { productName } from '#shared/rules/product.ts';
import { type App, createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';

/** Systems that stop processes kill after ten seconds at the earliest. */
const stopWithinMs = 9_500;
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
  let server: Server | null = null;
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
  const address = { port: config.port, hostname: config.host };
  server =
    config.role === 'worker'
      ? null
      : await listen(app.http, address).catch(async (error) => {
          await app.stop();
          await postgres?.stop();
          throw error.code === 'EADDRINUSE'
            ? new ConfigError(`Port ${config.port} is taken. Set PORT to another one.`)
            : error;
        });
  stopOnSignal(log, { server, app, postgres, delaySeconds: config.stopDelaySeconds });
  log.info(
    server ? `${productName} is ready on ${listeningUrl(config, server)}` : `${productName} worker is ready`,
  );
}

function listeningUrl(config: Config, server: Server): string {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : config.port;
  return `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`;
}

type Running = {
  server: Server | null;
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
    app.reportNotReady();
    if (server && delaySeconds > 0) {
      log.info(`stopping in ${delaySeconds} s: not ready any more`);
      await sleep(delaySeconds * 1_000);
    }
    log.info('stopping: finishing requests and tasks');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, stopWithinMs);
    if (server) await finishRequests(server, app.endCalls);
    await app.stop();
    await postgres?.stop();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
