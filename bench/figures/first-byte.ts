import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runWrk } from '#bench/lib/load.ts';
import {
  figure,
  goal,
  median,
  ratios,
  type Section,
  type Settings,
  spread,
  takeTurns,
} from '#bench/lib/report.ts';
import { root, type Stack } from '#bench/stack.ts';

const connections = 50;
const brotli = ['Accept-Encoding: gzip, deflate, br'];

/** How fast `/` is sent, beside a static file of the same size from the same server. */
export async function measureFirstByte({ stack, rounds, seconds }: Settings): Promise<Section> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  const size = await sizeOfPage(stack);
  const server = await stack.serve('server.ts', { files: await withStaticFile(stack, size) });
  const load = (path: string) => () =>
    runWrk({ url: server.url + path, headers: brotli }, { connections, seconds });
  await load('/')();
  const { page, file } = await takeTurns(rounds, { page: load('/'), file: load('/assets/same-size.woff2') });
  await server.stop();
  const of = (loads: typeof page, what: 'rate' | 'p50' | 'p99') => loads.map((load) => load[what]);
  const row = (name: string, loads: typeof page) => [
    name,
    spread(of(loads, 'rate')),
    spread(of(loads, 'p50')),
    figure(median(of(loads, 'p99'))),
  ];
  const share = ratios(of(page, 'p50'), of(file, 'p50'));
  return {
    title: 'The first byte of the landing page',
    how: `${connections} connections, one process; ${figure(size)} bytes each, as browsers get them. wrk counts until the whole reply is there.`,
    columns: ['reply', 'a second', 'p50 ms', 'p99 ms'],
    rows: [row('`/`', page), row('a static file of that size', file)],
    goals: [goal('landing page: time to reply against a static file', median(share), { below: 1 }, ' times')],
  };
}

async function sizeOfPage(stack: Stack): Promise<number> {
  const server = await stack.serve('server.ts');
  const reply = await fetch(`${server.url}/`, { headers: { 'accept-encoding': 'br' } });
  const size = Number(reply.headers.get('content-length'));
  await server.stop();
  if (!size) throw new Error('The landing page came without its length.');
  return size;
}

async function withStaticFile({ folder }: Stack, size: number): Promise<string> {
  const files = join(folder, 'with-static-file');
  await cp(join(root, 'dist/web'), files, { recursive: true });
  await writeFile(join(files, 'assets/same-size.woff2'), randomBytes(size));
  return files;
}
