import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const importRule = join(import.meta.dirname, 'lint/imports.grit');
const oneWay = 'Imports go one way';
const oneChooser = 'Only server/app.ts chooses adapters';

const forbidden = [
  ['shared/rules', 'hono', oneWay],
  ['shared/rules', 'zod', oneWay],
  ['shared/rules', '#server/config.ts', oneWay],
  ['web/ui', '#web/api/call.ts', oneWay],
  ['web/features/billing', '#web/features/account/account.ts', 'Features never import each other'],
  ['web/features/billing', '#web/pages/FaqPage.tsx', oneWay],
  ['web/pages', '#web/app/App.tsx', oneWay],
  ['web/api', '#web/ui/toast.ts', oneWay],
  ['web/ui', '#web/drafts/use-draft.ts', oneWay],
  ['web/api', '#web/drafts/draft-store.ts', oneWay],
  ['web/drafts', '#web/features/billing/use-checkout.ts', oneWay],
  ['web/ui', '#web/studio/use-run.ts', oneWay],
  ['web/studio', '#web/features/ideation/sections.ts', oneWay],
  ['web/identity', '#web/api/call.ts', oneWay],
  ['web/app', '#server/config.ts', oneWay],
  ['server/features/billing', '#server/features/account/users.ts', 'Features never import each other'],
  ['server/features/billing', '#server/integrations/payments/embedded.ts', oneChooser],
  ['server/features/billing', '#server/app.ts', oneWay],
  ['server/http', '#server/features/account/users.ts', oneWay],
  ['server/database', '#web/api/call.ts', oneWay],
  ['server/integrations/ai', '#server/features/ai/completions.ts', oneWay],
  ['server/mail', '#server/features/contact/contact.ts', oneWay],
  ['server/mail', '#server/integrations/mail/smtp.ts', oneChooser],
  ['server/features/contact', '#server/features/waitlist/waitlist.ts', 'Features never import each other'],
  ['server/features/waitlist', '#server/features/contact/contact.ts', 'Features never import each other'],
  ['server/features/waitlist', '#server/integrations/mail/smtp.ts', oneChooser],
  ['server/http', '../app-error.ts', 'a path that climbs hides where it leads'],
] as const;

const allowed = [
  ['shared/rules', 'zod/mini'],
  ['web/features/billing', '#web/features/billing/use-checkout.ts'],
  ['web/features/contact', '#web/drafts/use-draft.ts'],
  ['web/features/ideation', '#web/studio/use-run.ts'],
  ['web/studio', '#web/ui/Badge.tsx'],
  ['web/drafts', '#web/api/api-error.ts'],
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
    JSON.stringify({ ...config, plugins: [importRule], vcs: { enabled: false } }),
  );
  [...forbidden, ...allowed].forEach(([folder, path], place) => {
    mkdirSync(join(tree, folder), { recursive: true });
    writeFileSync(join(tree, folder, `case-${place}.ts`), `export { anything } from '${path}';\n`);
  });
  const options = ['lint', '--max-diagnostics=none', '--reporter=json', '.'];
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
