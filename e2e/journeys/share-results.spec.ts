import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usualAnswer } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seedSurvey, submitAnswers } from '#e2e/harness/world/seed.ts';
import { embedSnippet } from '#web/features/surveys/share/embed-snippet.ts';

test('results are shared by a link that shows no open answers, until it is removed', async ({
  page,
  product,
  guard,
  enterAs,
  openBrowser,
}) => {
  guard.allow(/^console: .* 404 .*\/api\/results\//);
  const account = await enterAs('pro');
  const survey = await seedSurvey(product.url, account);
  await submitAnswers(product.url, account, survey, {
    count: 2,
    answer: ({ options }, index) => options?.[1] ?? `${usualAnswer} ${index}`,
  });
  await page.goto(`${survey.path}/results`);
  await page.getByRole('button', { name: 'Share results' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Results link').inputValue();

  const stranger = await (await openBrowser()).newPage();
  const response = await stranger.goto(link);
  expect(await response?.text()).toContain('<meta name="robots" content="noindex">');
  await expect(stranger.getByRole('heading', { name: /^Decision:/ })).toBeVisible();
  await expect(stranger.getByText(/Based on 2 submission/)).toBeVisible();
  await expect(stranger.getByText(usualAnswer)).toHaveCount(0);
  await expect(stranger.getByText('All answers')).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect(page.getByLabel('Results link')).toHaveCount(0);
  await stranger.reload();
  await expect(stranger.getByText('This link has ended')).toBeVisible();
});

test.describe('a survey on another site', () => {
  /** Another site than the product's `localhost`. */
  const serveSite = async (body: string) => {
    const server = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html>${body}`),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { site: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
  };

  test('is as high as its questions, and takes answers', async ({ page, product, sharedAccount }) => {
    const { surveyId, path } = await seedSurvey(product.url, await sharedAccount('pro'), {
      publicLink: true,
    });
    const { site, server } = await serveSite(embedSnippet(surveyId, product.url + path));
    await page.goto(site);
    const frame = page.frameLocator('iframe');
    const height = () => page.locator('iframe').evaluate((element) => element.clientHeight);
    await expect(frame.getByRole('button', { name: 'Submit Feedback' })).toBeVisible();
    const scrolls = () => frame.locator('html').evaluate((html) => html.scrollHeight > html.clientHeight);
    await expect.poll(scrolls).toBe(false);
    const long = await height();
    expect(long).toBeGreaterThan(600);
    for (const select of await frame.getByRole('combobox').all()) await select.selectOption({ index: 1 });
    for (const text of await frame.locator('textarea').all()) await text.fill(usualAnswer);
    await frame.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(frame.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    await expect.poll(height).toBeLessThan(long);
    server.close();
  });

  test('is refused unless anyone with the link can answer', async ({
    page,
    product,
    guard,
    sharedAccount,
  }) => {
    guard.allow(/frame-ancestors/, /chrome-error/);
    const { surveyId, path } = await seedSurvey(product.url, await sharedAccount('pro'));
    const { site, server } = await serveSite(embedSnippet(surveyId, product.url + path));
    await page.goto(site);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    server.close();
  });
});
