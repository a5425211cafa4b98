import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findTool } from '#bench/lib/tools.ts';
import { end, environment, root } from '#bench/stack.ts';
import { freePort } from '#e2e/harness/process.ts';
import type { Cluster } from './cluster.ts';

const readyWithinMs = 120_000;
/** Longer than haproxy needs to notice: two checks, half a second apart. */
const stopDelaySeconds = 3;

/** One running `server/main.ts`. */
export type Product = {
  name: string;
  /** Asks it to stop, waits until it has, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Two web and two worker processes behind haproxy, which also leads them to the primary. */
export type Products = {
  /** The address of the site. */
  url: string;
  databaseUrl: string;
  web: Product[];
  /** Processes that ended without being asked, with the code or signal. */
  ended: string[];
  stop(): Promise<void>;
};

export async function startProducts(
  folder: string,
  cluster: Cluster,
  env: Record<string, string>,
): Promise<Products> {
  const [databasePort, frontPort] = [await freePort(), await freePort()];
  const webPorts = [await freePort(), await freePort()];
  const haproxy = await startHaproxy(folder, haproxyConfig({ cluster, databasePort, frontPort, webPorts }));
  const url = `http://127.0.0.1:${frontPort}`;
  const databaseUrl = cluster.urlAt(databasePort);
  await leadsToPrimary(databaseUrl);
  const settings = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: url,
    STOP_DELAY_SECONDS: String(stopDelaySeconds),
    LOG_LEVEL: 'info',
    ...env,
  };
  const ended: string[] = [];
  const products: Product[] = [];
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()));
    await end(haproxy);
  };
  try {
    const start = async (name: string, changes: Record<string, string>) => {
      const DATA_DIR = join(folder, `data-${name}`);
      products.push(await startProduct(folder, name, { ...settings, ...changes, DATA_DIR }, ended));
    };
    for (const [index, port] of webPorts.entries())
      await start(`web-${index + 1}`, { PROCESS_ROLE: 'web', PORT: String(port) });
    for (const name of ['worker-1', 'worker-2']) await start(name, { PROCESS_ROLE: 'worker' });
  } catch (error) {
    await stop();
    throw error;
  }
  const web = products.slice(0, webPorts.length);
  return { url, databaseUrl, web, ended, stop };
}

async function startProduct(
  folder: string,
  name: string,
  env: Record<string, string>,
  ended: string[],
): Promise<Product> {
  let isAsked = false;
  const start = async () => {
    isAsked = false;
    const log = openSync(logOf(folder, name), 'a');
    const before = (await readFile(logOf(folder, name))).length;
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { ...environment, ...env },
      stdio: ['ignore', log, log],
    });
    child.once('exit', (code, signal) => isAsked || ended.push(`${name}: ${code ?? signal}`));
    await isReady(child, async () => (await readFile(logOf(folder, name))).subarray(before).toString());
    return child;
  };
  let child = await start();
  const stop = async () => {
    isAsked = true;
    await end(child, 'SIGTERM', 60_000);
  };
  return {
    name,
    stop,
    async restart() {
      await stop();
      child = await start();
    },
  };
}

async function isReady(child: ChildProcess, output: () => Promise<string>): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (Date.now() < giveUpAt && child.exitCode === null) {
    if (/(is ready on|worker is ready)/.test(await output())) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`The product did not start:\n${await output()}`);
}

function logOf(folder: string, name: string): string {
  return join(folder, `${name}.log`);
}

async function startHaproxy(folder: string, config: string): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const log = openSync(join(folder, 'haproxy.log'), 'a');
  return spawn(findTool('haproxy'), ['-db', '-f', file], { env: environment, stdio: ['ignore', log, log] });
}

/** Haproxy believes in every node until it has checked them. */
async function leadsToPrimary(url: string): Promise<void> {
  for (let inARow = 0; inARow < 4; ) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isPrimary = await client
      .connect()
      .then(() => client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))
      .then(({ rows }) => rows[0]?.standby === false)
      .catch(() => false);
    await client.end().catch(() => undefined);
    inARow = isPrimary ? inARow + 1 : 0;
    await sleep(isPrimary ? 0 : 200);
  }
}

type Routes = { cluster: Cluster; databasePort: number; frontPort: number; webPorts: number[] };

/** The random sender keeps the limits of one network address out of the way: all load comes from this machine. */
function haproxyConfig({ cluster, databasePort, frontPort, webPorts }: Routes): string {
  const nodes = cluster.nodes.map(
    ({ name, port, restPort }) => `server ${name} 127.0.0.1:${port} check port ${restPort}`,
  );
  const webs = webPorts.map((port, index) => `server web-${index + 1} 127.0.0.1:${port} check`);
  return `defaults
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s

listen database
  bind 127.0.0.1:${databasePort}
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
  ${nodes.join('\n  ')}

listen front
  bind 127.0.0.1:${frontPort}
  mode http
  option httpchk GET /readyz
  option redispatch
  default-server inter 500ms fall 2 rise 1
  http-request set-header X-Forwarded-For 10.%[rand(256)].%[rand(256)].%[rand(256)]
  ${webs.join('\n  ')}
`;
}
