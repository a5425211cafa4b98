import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.ts';

export default defineConfig({
  testDir: './e2e/journeys',
  globalSetup: './e2e/harness/start-cluster.ts',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  outputDir: './test-results',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    // Pictures in traces would take a quarter of the run.
    trace: { mode: 'retain-on-failure', screenshots: false },
    locale: 'en-US',
    timezoneId: 'UTC',
  },
});
