import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** A built page, ready to be sent. */
export type BuiltPage = {
  html: string;
  brotli: Buffer;
  etag: string;
  /** CSP sources (`'sha256-…'`) of the scripts that stand in the page itself. */
  scriptHashes: string;
};

const brotli = promisify(brotliCompress);
const headMark = /<!-- head -->.*?<!-- \/head -->/s;
const remembered = 200;

/** Gives pages of the built files with a head of their own; each is put together once, and again after a new build. */
export function pageFiles() {
  const pages = new Map<string, { builtAt: number; page: Promise<BuiltPage> }>();
  return async (file: string, head: string): Promise<BuiltPage> => {
    const { mtimeMs: builtAt } = await stat(file);
    const key = `${file}\0${head}`;
    const known = pages.get(key);
    if (known?.builtAt === builtAt) return known.page;
    // Surveys each have a head: what nobody asks for again must not stay.
    if (pages.size >= remembered) pages.clear();
    const page = buildPage(file, head);
    pages.set(key, { builtAt, page });
    page.catch(() => pages.delete(key));
    return page;
  };
}

async function buildPage(file: string, head: string): Promise<BuiltPage> {
  const template = await readFile(file, 'utf8');
  const html = template.replace(headMark, () => head);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? '');
  return {
    html,
    brotli: await brotli(html, { params }),
    etag: `"${hash(html, 'base64url').slice(0, 27)}"`,
    scriptHashes: scripts.map((script) => `'sha256-${hash(script, 'base64')}'`).join(' '),
  };
}

function hash(content: string, encoding: 'base64' | 'base64url'): string {
  return createHash('sha256').update(content).digest(encoding);
}
