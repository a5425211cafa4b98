import { brotliCompressSync } from 'node:zlib';
import { build, minify, type Rolldown } from 'vite';
import { figure } from '#bench/lib/report.ts';
import { root } from '#bench/stack.ts';

type Chunk = Rolldown.OutputChunk;

/**
 * Contents of the app's first files, by library: `[name, kilobytes]`, largest first. Each library is minified and compressed
 * by itself, so the sum is a little more than the files weigh.
 */
export async function weighLibraries(): Promise<string[][]> {
  const options = { write: false, rolldownOptions: { input: 'index.html' } };
  const built = [
    await build({ root, logLevel: 'error', build: options }),
  ].flat() as Rolldown.RolldownOutput[];
  const chunks = built.flatMap(({ output }) => output).filter((file): file is Chunk => file.type === 'chunk');
  const code = new Map<string, string>();
  for (const { modules } of firstChunks(chunks)) {
    for (const [id, module] of Object.entries(modules)) {
      const library = libraryOf(id);
      code.set(library, `${code.get(library) ?? ''}{${module.code ?? ''}}\n`);
    }
  }
  const weights = await Promise.all(
    [...code].map(async ([name, text]) => [name, await weigh(text)] as const),
  );
  return weights.toSorted((a, b) => b[1] - a[1]).map(([name, weight]) => [name, figure(weight)]);
}

/** The entry and everything that it imports at once. */
function firstChunks(chunks: Chunk[]): Set<Chunk> {
  const found = new Set<Chunk>();
  const collect = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) collect(chunks.find(({ fileName }) => fileName === name));
  };
  collect(chunks.find(({ isEntry }) => isEntry));
  return found;
}

function libraryOf(id: string): string {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  if (name) return /^(react|react-dom|scheduler)$/.test(name) ? 'react, react-dom, scheduler' : name;
  if (!id.startsWith(root)) return 'the bundler’s own';
  return id.slice(root.length).startsWith('shared/') ? 'ours: shared rules and texts' : 'ours: screens';
}

async function weigh(code: string): Promise<number> {
  const minified = await minify('module.js', code.replaceAll(/^(import|export) .*$/gm, ''));
  return brotliCompressSync(minified.code).length / 1_000;
}
