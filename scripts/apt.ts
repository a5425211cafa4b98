import { spawnSync } from 'node:child_process';

/** Installs Debian packages and tells whether it could; needs root and apt-get. */
export function installPackages(packages: string[]): boolean {
  const apt = (...options: string[]) => spawnSync('apt-get', options, { stdio: 'inherit' }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
}
