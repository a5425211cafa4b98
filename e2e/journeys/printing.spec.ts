import { expect, test } from '#e2e/harness/test.ts';
import { screens } from '#e2e/harness/world/screens.ts';

// The product of the world's other tests.
test.use({ environment: { PROCESS_ROLE: 'all' } });

test('results are printed without what only a screen needs, each chart whole and under its heading', async ({
  openBrowser,
  world,
}) => {
  const page = await (await openBrowser(world.people.founder)).newPage();
  await screens.find(({ name }) => name === 'results-go')?.open(page, world);
  const chart = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'What did you try?' }) });
  await expect(chart).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(chart).toBeVisible();
  for (const part of ['link', 'banner', 'contentinfo'] as const)
    await expect(
      page.locator('#root').getByRole(part, part === 'link' ? { name: 'Skip to content' } : {}),
    ).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /build prompt/ })).toHaveCount(0);
  await expect(chart).toHaveCSS('break-inside', 'avoid');
  await expect(chart.getByRole('heading')).toHaveCSS('break-after', 'avoid');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(chart).toBeHidden();
});
