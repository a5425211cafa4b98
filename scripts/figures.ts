import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

// Figures of the code's shape, for whoever wants to know how it grows.

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.grit'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }));

const isRig = (path: string) =>
  /^(e2e|bench|scripts|fakes)\/|\/testing\/|\.(test|fixture)\.tsx?$|\.config\.ts$/.test(path);
const source = files.filter(({ path }) => !isRig(path));
const rig = files.filter(({ path }) => isRig(path));
const sum = (of: typeof files) => of.reduce((total, { lines }) => total + lines, 0);
const folders = Object.entries(Object.groupBy(files, ({ path }) => dirname(path)))
  .map(([folder, within = []]) => ({ folder, count: within.length }))
  .filter(({ count }) => count > 20)
  .sort((one, other) => other.count - one.count);
const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as { overrides: unknown[] };

console.log(`source lines            ${sum(source)}`);
console.log(`source files            ${source.length}`);
console.log(`of 20 lines or fewer    ${source.filter(({ lines }) => lines <= 20).length}`);
console.log(`test and rig lines      ${sum(rig)}`);
console.log(`folders over 20 files   ${folders.length}`);
console.log(`lint overrides          ${overrides.length}`);
for (const { folder, count } of folders) console.log(`  ${String(count).padStart(3)} ${folder}`);
