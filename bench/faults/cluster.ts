import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findTool } from '#bench/lib/tools.ts';
import { end, environment } from '#bench/stack.ts';
import { freePort } from '#e2e/harness/process.ts';
import { hasEnded, isServerOf } from '#server/database/embedded/process-state.ts';

const password = 'only-for-the-failover-run';
const role = 'postgres';
const databaseName = 'startup_spark';
const readyWithinMs = 120_000;

/** One PostgreSQL with the Patroni that looks after it. */
export type Node = { name: string; port: number; restPort: number; folder: string; patroni: ChildProcess };

/** One etcd and two nodes with synchronous replication, all on loopback. */
export type Cluster = {
  nodes: Node[];
  /** The account that PostgreSQL uses, for a database at this port. */
  urlAt(port: number): string;
  /** The name of the node that takes writes; null while there is none. */
  findPrimary(): Promise<string | null>;
  /** Waits until there are a primary and a synchronous standby. @returns the primary. */
  settled(): Promise<Node>;
  /** Kills PostgreSQL with all its processes and its Patroni, as a power cut would. */
  kill(node: Node): Promise<void>;
  start(node: Node): void;
  /** Hands the primary over to the other node, in order. */
  switchOver(from: Node): Promise<void>;
  stop(): Promise<void>;
};

/** PostgreSQL refuses root; an ordinary user runs it as itself. */
type Account = { uid?: number; gid?: number };

export async function startCluster(folder: string): Promise<Cluster> {
  const account = await postgresAccount();
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const etcd = run(findTool('etcd'), etcdWords(folder, clientPort, peerPort), folder, 'etcd', account);
  const nodes: Node[] = [];
  const start = (node: Node) => {
    node.patroni = run(findTool('patroni'), [join(folder, `${node.name}.yml`)], folder, node.name, account);
  };
  for (const name of ['one', 'two']) {
    const node = { name, port: await freePort(), restPort: await freePort(), folder: join(folder, name) };
    await mkdir(node.folder, { mode: 0o700 });
    await writeFile(join(folder, `${name}.yml`), JSON.stringify(patroniConfig(node, clientPort)));
    await give(account, folder, node.folder, join(folder, `${name}.yml`));
    const patroni = run(findTool('patroni'), [join(folder, `${name}.yml`)], folder, name, account);
    nodes.push({ ...node, patroni });
  }
  const cluster: Cluster = {
    nodes,
    urlAt: (port) => `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`,
    findPrimary: async () => {
      const found = await Promise.all(nodes.map((node) => isInRole(node, 'primary')));
      return nodes[found.indexOf(true)]?.name ?? null;
    },
    settled: () => settled(nodes),
    async kill(node) {
      node.patroni.kill('SIGKILL');
      await killPostgres(node);
    },
    start,
    switchOver,
    async stop() {
      await Promise.all(nodes.map(({ patroni }) => end(patroni)));
      await Promise.all(nodes.map(killPostgres));
      await end(etcd);
    },
  };
  await settled(nodes)
    .then(createDatabase)
    .catch(async (error: Error) => {
      await cluster.stop();
      throw new Error(`${error.message}\n${await lastLines(folder, ['etcd', 'one', 'two'])}`);
    });
  return cluster;
}

async function settled(nodes: Node[]): Promise<Node> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (Date.now() < giveUpAt) {
    const primaries = await Promise.all(nodes.map((node) => isInRole(node, 'primary')));
    const standbys = await Promise.all(nodes.map((node) => isInRole(node, 'synchronous')));
    const primary = nodes[primaries.indexOf(true)];
    if (primary && standbys.includes(true)) return primary;
    await sleep(200);
  }
  throw new Error(`The cluster has no primary with a synchronous standby after ${readyWithinMs} ms.`);
}

async function lastLines(folder: string, names: string[]): Promise<string> {
  const read = async (name: string) => {
    const lines = (await readFile(join(folder, `${name}.log`), 'utf8')).trim().split('\n');
    return `${name}:\n${lines.slice(-8).join('\n')}`;
  };
  return (await Promise.all(names.map(read))).join('\n');
}

async function isInRole({ restPort }: Node, path: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${restPort}/${path}`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function switchOver({ name, restPort }: Node): Promise<void> {
  const body = JSON.stringify({ leader: name });
  const reply = await fetch(`http://127.0.0.1:${restPort}/switchover`, { method: 'POST', body });
  if (!reply.ok) throw new Error(`The switchover was refused: ${reply.status} ${await reply.text()}`);
}

async function createDatabase({ port }: Node): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: role, password, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${databaseName} template template0`).finally(() => client.end());
}

/** Children first: one that outlives its postmaster could still finish a commit. */
async function killPostgres({ folder }: Node): Promise<void> {
  const data = join(folder, 'data');
  const written = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(written.split('\n')[0]);
  if (!postmaster || !(await isServerOf(postmaster, data))) return;
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '');
  for (const pid of [postmaster, ...children.split(' ').flatMap((text) => Number(text) || [])])
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  await hasEnded(postmaster, 10_000);
}

function run(program: string, words: string[], folder: string, name: string, account: Account): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  return spawn(program, words, {
    ...account,
    cwd: folder,
    env: { ...environment, HOME: folder, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', log, log],
  });
}

async function postgresAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = (line ?? '').split(':').map(Number);
  if (!uid) throw new Error('There is no user "postgres", and PostgreSQL refuses to run as root.');
  return { uid, gid };
}

async function give({ uid, gid }: Account, ...paths: string[]): Promise<void> {
  if (uid !== undefined && gid !== undefined) for (const path of paths) await chown(path, uid, gid);
}

function etcdWords(folder: string, clientPort: number, peerPort: number): string[] {
  const [client, peer] = [clientPort, peerPort].map((port) => `http://127.0.0.1:${port}`);
  return [
    ...['--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--log-level', 'error'],
    ...['--listen-client-urls', `${client}`, '--advertise-client-urls', `${client}`],
    ...['--listen-peer-urls', `${peer}`, '--initial-advertise-peer-urls', `${peer}`],
    ...['--initial-cluster', `etcd=${peer}`],
  ];
}

/** JSON is YAML too. */
function patroniConfig({ name, port, restPort, folder }: Omit<Node, 'patroni'>, etcdPort: number): object {
  const rest = `127.0.0.1:${restPort}`;
  const account = { username: role, password };
  return {
    scope: 'failover',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: dirname(findTool('postgres')),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: account,
        replication: { username: 'replicator', password },
        rewind: account,
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}
