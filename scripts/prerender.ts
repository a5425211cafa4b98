import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rolldown } from 'vite';

type PrerenderLandingPageOptions = { root: string; folder: string };

/**
 * Writes `landing.html` beside the built `index.html`: the same page with the landing page's text in it, its styles
 * inlined, and of all scripts only the small one that fetches the rest.
 */
export async function prerenderLandingPage({ root, folder }: PrerenderLandingPageOptions): Promise<void> {
  const shell = await readFile(path.join(folder, 'index.html'), 'utf8');
  const [entry] = readAttributes(shell, /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g);
  const parts = readAttributes(shell, /<link rel="modulepreload"[^>]* href="([^"]+)">\s*/g);
  const [styles] = readAttributes(shell, /<link rel="stylesheet"[^>]* href="([^"]+)">/g);
  if (!entry || !styles) throw new Error('index.html has no script or no style sheet to take out.');
  const css = await readFile(path.join(folder, styles), 'utf8');
  const start = await bundleStart(root, { appEntry: entry, appParts: parts });
  const text = await renderText(root);
  const landing = [
    [/<link rel="modulepreload"[^>]*>\s*/g, ''],
    [/<link rel="stylesheet"[^>]*>/, `<style>${css.trim()}</style>`],
    [/<script type="module"[^>]*><\/script>\s*/, `<script>${start}</script>`],
    [/<div id="root"><\/div>/, `<div id="root">${text}</div>`],
    [/\n\s+/g, '\n'],
  ].reduce((html, [from, to]) => replaceFound(html, from as RegExp, to as string), shell);
  await writeFile(path.join(folder, 'landing.html'), landing);
}

function readAttributes(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '');
}

function replaceFound(html: string, from: RegExp, to: string): string {
  if (html.search(from) < 0) throw new Error(`index.html has nothing like ${from}.`);
  return html.replace(from, () => to);
}

async function renderText(root: string): Promise<string> {
  const { build } = await import('vite');
  const outDir = path.join(root, `dist/.prerender-${process.pid}`);
  try {
    const ssr = 'web/app/prerender.tsx';
    await build({ root, logLevel: 'warn', build: { ssr, outDir, emptyOutDir: true, copyPublicDir: false } });
    const { renderLandingPage } = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href);
    return await renderLandingPage();
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function bundleStart(root: string, values: Record<string, unknown>): Promise<string> {
  const { build } = await import('vite');
  const define = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const lib = { entry: 'web/app/landing-start.ts', formats: ['iife' as const], name: 'start' };
  const output = { codeSplitting: false };
  const options = { lib, write: false, copyPublicDir: false, rolldownOptions: { output } };
  const outputs = (await build({
    root,
    logLevel: 'warn',
    define,
    build: options,
  })) as Rolldown.RolldownOutput[];
  const [chunk] = outputs.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('The start script was not built.');
  return chunk.code.trim();
}
