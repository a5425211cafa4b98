import type { Page } from '@playwright/test';

/** As long as a person needs for a form: what comes sooner is taken for a program's. */
export async function takeTime(page: Page): Promise<void> {
  const start = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 2000, start);
}
