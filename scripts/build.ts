import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { copyFile, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { moduleFiles, preloadedModules } from '#server/http/site/first-load.ts';
import { prerenderLandingPage } from './prerender.ts';

const root = path.dirname(import.meta.dirname);
const stamp = path.join(root, 'dist/.stamp');
const output = path.join(root, 'dist/web');

/** Builds the browser's side into `dist/web` unless the last build saw the same inputs. Tells whether it built. */
export async function buildIfStale(): Promise<boolean> {
  const hash = hashInputs();
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  await build();
  await writeFile(stamp, hash);
  return true;
}

/** Builds beside the old output and swaps, so that a running server never sees half a build. */
async function build(): Promise<void> {
  const fresh = path.join(root, `dist/.web-${process.pid}`);
  const old = path.join(root, `dist/.old-${process.pid}`);
  // Loaded here: a start with nothing to build must not wait for it.
  const vite = await import('vite');
  try {
    await mkdir(fresh, { recursive: true });
    // One by one: pages built together share chunks, and respondents would load what only the app uses.
    await vite.build({
      root,
      logLevel: 'warn',
      plugins: [namePreloads],
      build: { outDir: fresh, emptyOutDir: false, rolldownOptions: { input: 'index.html' } },
    });
    await vite.build({
      root,
      logLevel: 'warn',
      plugins: [plainParts],
      // Respondents have no developer tools.
      define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
      build: {
        outDir: fresh,
        emptyOutDir: false,
        rolldownOptions: {
          input: 'survey.html',
          // A respondent comes once: one file is less than several that a browser keeps for different times.
          output: { codeSplitting: true },
        },
      },
    });
    // For plain.css, which knows no hashed names.
    await copyFile(path.join(root, geist), path.join(fresh, 'geist.woff2'));
    await prerenderLandingPage({ root, folder: fresh });
    await compressAll(fresh);
    if (existsSync(output)) await rename(output, old);
    await rename(fresh, output);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

const geist = 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2';

/** Lists which files the server may name for a page, so that the browser fetches them with the first ones. */
const namePreloads: Plugin = {
  name: 'name-preloads',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const withImports = (name: string, found = new Set<string>()): Set<string> => {
      if (found.has(name)) return found;
      found.add(name);
      for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
        withImports(other, found);
      return found;
    };
    const first = withImports(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
    const filesOf = (module: string) => {
      const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
      if (!holder) return this.error(`No file of the build holds ${module}.`);
      return [...withImports(holder.fileName)].filter((file) => !first.has(file));
    };
    const source = JSON.stringify(
      Object.fromEntries(preloadedModules.map((module) => [module, filesOf(module)])),
    );
    this.emitFile({ type: 'asset', fileName: moduleFiles, source });
  },
};

/** Replaces modules that do more than the survey page asks of them. */
const plainParts: Plugin = {
  name: 'plain-parts',
  enforce: 'pre',
  load(id) {
    // Its imports on demand have no files of their own to preload.
    if (id === '\0vite/preload-helper.js') return 'export const __vitePreload = (load) => load();';
    return id.endsWith('/lucide-react/dist/esm/createLucideIcon.mjs') ? plainIcon : undefined;
  },
};

/** An icon that is given its size, as all icons of the page are. */
const plainIcon = `
  import { createElement } from 'react';
  const shape = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor' };
  const lines = { strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' };
  export default ({ node }) => ({ size, ...rest }) =>
    createElement('svg', { ...shape, ...lines, width: size, height: size, ...rest }, node.map((part) => createElement(...part)));
`;

const inputs = [
  'web/**/*',
  'shared/**/*',
  'vite.config.ts',
  'index.html',
  'survey.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/{build,prerender}.ts',
  'server/http/site/first-load.ts',
];

function hashInputs(): string {
  const hash = createHash('sha256');
  const files = globSync(inputs, { cwd: root, exclude: ['**/*.test.*'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Puts `.br` and `.gz` beside every text asset, at the best level: it is done once and served for long. */
async function compressAll(folder: string): Promise<void> {
  const work: Promise<void>[] = [];
  for await (const name of glob('**/*.{js,css,svg}', { cwd: folder })) {
    work.push(compress(path.join(folder, name)));
  }
  await Promise.all(work);
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}

if (import.meta.main) {
  const began = performance.now();
  const built = await buildIfStale();
  const milliseconds = Math.round(performance.now() - began);
  console.log(`${built ? 'Built dist/web' : 'dist/web is up to date'} (${milliseconds} ms).`);
}
