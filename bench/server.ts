import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { noLimits } from '#server/http/limits.ts';
import { createLog } from '#server/http/log.ts';

// The real server on the database of DATABASE_URL, without rate limits: what is measured lies behind them.
// `--limits` leaves them on; `--files` names another folder of browser files: a page is compared with what would be left of it.

const config = readConfig(process.env);
const { values } = parseArgs({ options: { files: { type: 'string' }, limits: { type: 'boolean' } } });
const browserFiles = values.files ?? fileURLToPath(new URL('../dist/web', import.meta.url));
const app = await createApp(
  config,
  {
    databaseUrl: config.databaseUrl ?? '',
    log: createLog(config.logLevel),
    listeningUrl: () => 'http://localhost',
  },
  { browserFiles, ...(values.limits ? {} : { limits: noLimits }) },
);
const server = serve({ fetch: app.http.fetch, port: config.port, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close(() => app.stop().then(() => process.exit(0))));
