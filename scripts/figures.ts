import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

// Figures of the code's shape. JSON and Markdown do not count.

type File = { path: string; lines: number };

const files: File[] = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.grit'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }));

const isTest = (path: string) => /\.(test|spec|fixture)\.tsx?$/.test(path);
const isRig = (path: string) => /^(e2e|bench|scripts|fakes)\/|\/testing\/|\.config\.ts$/.test(path);
const source = files.filter(({ path }) => !isTest(path) && !isRig(path));
const tests = files.filter(({ path }) => isTest(path));
const rig = files.filter(({ path }) => !isTest(path) && isRig(path));
const sum = (of: File[]) => of.reduce((total, { lines }) => total + lines, 0);
const folders = Object.entries(Object.groupBy(files, ({ path }) => dirname(path)))
  .map(([folder, within = []]) => ({ folder, count: within.length }))
  .filter(({ count }) => count > 20)
  .sort((one, other) => other.count - one.count);
const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as { overrides: unknown[] };

console.log(`source lines            ${sum(source)}`);
console.log(`source files            ${source.length}`);
console.log(`of 20 lines or fewer    ${source.filter(({ lines }) => lines <= 20).length}`);
console.log(`test and rig lines      ${sum(tests) + sum(rig)}`);
console.log(`  tests                 ${sum(tests)}`);
for (const folder of ['e2e/harness', 'fakes', 'bench', 'scripts'])
  console.log(`  ${folder.padEnd(21)} ${sum(rig.filter(({ path }) => path.startsWith(`${folder}/`)))}`);
console.log(`folders over 20 files   ${folders.length}`);
console.log(`lint overrides          ${overrides.length}`);
for (const { folder, count } of folders) console.log(`  ${String(count).padStart(3)} ${folder}`);
