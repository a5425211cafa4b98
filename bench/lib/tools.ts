import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '#scripts/apt.ts';

// Debian's pgbench comes with the server package and is outside PATH.
const packages = {
  wrk: 'wrk',
  pgbench: 'postgresql',
  postgres: 'postgresql',
  etcd: 'etcd-server',
  patroni: 'patroni python3-etcd',
  haproxy: 'haproxy',
};
const found = new Map<string, string>();

/**
 * The path of a measuring tool, installed with apt-get where it is missing and we may.
 * @throws one sentence that says what to install.
 */
export function findTool(name: keyof typeof packages): string {
  const path =
    found.get(name) ??
    search(name) ??
    (installPackages(packages[name].split(' ')) ? search(name) : undefined);
  if (!path) throw new Error(`${name} is missing: install it (Debian: apt-get install ${packages[name]}).`);
  found.set(name, path);
  return path;
}

function search(name: string): string | undefined {
  const newestFirst = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort(byVersion);
  const onPath = `${process.env.PATH ?? ''}:/usr/sbin`.split(':').map((folder) => join(folder, name));
  return [...newestFirst, ...onPath].find((path) => existsSync(path));
}

function byVersion(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}
