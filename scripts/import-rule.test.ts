import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const forbidden = [
  ['shared/rules', 'hono', 'shared/ imports zod/mini, minisearch and nothing else'],
  ['shared/rules', 'zod', 'shared/ imports zod/mini, minisearch and nothing else'],
  ['shared/rules', '#server/config.ts', 'shared/ imports zod/mini, minisearch and nothing else'],
  ['web/ui', '#web/api/call.ts', 'The design system knows no feature'],
  ['web/features/billing', '#web/features/account/account.ts', 'Features never import each other'],
  ['web/features/billing', '#web/pages/FaqPage.tsx', 'A feature knows neither the page nor the app'],
  ['web/pages', '#web/app/App.tsx', 'Pages are composed by web/app'],
  ['web/api', '#web/ui/toast.ts', 'The client of the API stands below'],
  ['web/identity', '#web/api/call.ts', 'Identity stands below everything'],
  ['web/app', '#server/config.ts', "The browser can't run server code"],
  ['server/features/billing', '#server/features/account/service.ts', 'Features never import each other'],
  [
    'server/features/billing',
    '#server/integrations/payments/embedded.ts',
    'Only server/app.ts chooses adapters',
  ],
  ['server/features/billing', '#server/app.ts', 'Nothing below the composition root'],
  ['server/http', '#server/features/account/service.ts', 'this layer knows none of them'],
  ['server/database', '#web/api/call.ts', "The server can't run browser code"],
  ['server/integrations/ai', '#server/features/ai/service.ts', 'this layer knows none of them'],
  ['server/mail', '#server/features/contact/service.ts', 'this layer knows none of them'],
  ['server/mail', '#server/integrations/mail/smtp.ts', 'Only server/app.ts chooses adapters'],
  ['server/features/contact', '#server/features/waitlist/service.ts', 'Features never import each other'],
  ['server/features/waitlist', '#server/features/contact/service.ts', 'Features never import each other'],
  ['server/features/waitlist', '#server/integrations/mail/smtp.ts', 'Only server/app.ts chooses adapters'],
  ['server/http', '../app-error.ts', 'a path that climbs hides where it leads'],
] as const;

const allowed = [
  ['shared/rules', 'zod/mini'],
  ['web/features/billing', '#web/features/billing/checkout.ts'],
  ['server/features/billing', '#server/integrations/payments/port.ts'],
  ['server/features/contact', '#server/mail/blocks.ts'],
  ['server/mail', '#server/integrations/mail/port.ts'],
] as const;

let tree: string;
let said: Map<string, string>;

/** Lints one file for each import, in a tree of its own with our own configuration. */
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'import-rule-'));
  const config = JSON.parse(readFileSync(join(import.meta.dirname, '../biome.json'), 'utf8'));
  writeFileSync(
    join(tree, 'biome.json'),
    JSON.stringify({ ...config, plugins: [], vcs: { enabled: false } }),
  );
  [...forbidden, ...allowed].forEach(([folder, path], place) => {
    mkdirSync(join(tree, folder), { recursive: true });
    writeFileSync(join(tree, folder, `case-${place}.ts`), `export { anything } from '${path}';\n`);
  });
  const options = [
    'lint',
    '--only=style/noRestrictedImports',
    '--max-diagnostics=none',
    '--reporter=json',
    '.',
  ];
  const { stdout } = spawnSync('biome', options, { cwd: tree, encoding: 'utf8' });
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    diagnostics: { severity: string; location: { path: string } }[];
  };
  said = new Map(report.diagnostics.map((found) => [found.location.path, JSON.stringify(found)]));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('the check', () => {
  it.each(forbidden.map((row, place) => [...row, place] as const))(
    'refuses %s importing %s: %s',
    (folder, _path, reason, place) => {
      const finding = said.get(`${folder}/case-${place}.ts`);
      expect(finding).toContain(reason);
      expect(finding).toContain('"severity":"error"');
    },
  );

  it.each(allowed.map((row, place) => [...row, place] as const))(
    'lets %s import %s',
    (folder, _path, place) => {
      expect(said.get(`${folder}/case-${forbidden.length + place}.ts`)).toBeUndefined();
    },
  );
});
