import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { 'vitest-environment-page': join(import.meta.dirname, 'scripts/vitest-page.ts') } },
  test: {
    include: ['{shared,server,web,scripts,bench}/**/*.test.{ts,tsx}', 'fakes/**/*.test.ts'],
    globalSetup: ['./scripts/vitest-global-setup.ts'],
    setupFiles: ['./scripts/vitest-setup.ts'],
    // Files of a worker share their modules: importing them again would take longer than most tests.
    isolate: false,
    // Vitest leaves one processor idle, which on two is half of them.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
