import { existsSync } from 'node:fs';
import { installPackages } from './apt.ts';

const packages = ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji'];
// The headless shell draws no window and needs two thirds of the time of the whole browser.
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Keeps Chromium from looking for the world outside. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium to test with, or undefined when the machine has none. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...usual].find((path) => path && existsSync(path));
}

/** Installs Debian's Chromium where there is none; needs root and apt-get. */
export function installChromium(): void {
  if (findChromium()) return;
  console.log('\nNo Chromium found: installing it with apt-get.');
  if (!installPackages(packages))
    console.error('Chromium could not be installed. Install it, or set CHROMIUM_PATH.');
}
