import type { Page } from '@playwright/test';
import { openAgent } from '#e2e/harness/agents.ts';
import { type Account, enter, openAccount } from '#e2e/harness/api.ts';
import { dashboard } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { requestForm } from '#e2e/harness/request-form.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { answerPath, answerRequest, seedRequest, workOn } from '#e2e/harness/world/seed.ts';
import type { JobDraft } from '#shared/contracts/support-requests/support-requests.ts';
import { requestPath, trailPath } from '#shared/rules/suite-paths.ts';

const inbox = '/startup-spark-suite/inbox';
const long = (word: string, length = 300) => word.repeat(length).slice(0, length);
const title = long('Unbreakable', 200);
const address = `https://example.org/${long('path-without-a-blank-', 280)}`;
const request: Partial<JobDraft> = {
  appName: long('AppName', 200),
  requestTitle: title,
  appUrl: address,
  issueDescriptions: [`See ${address}`, long('Description')],
};

test('words without a blank break, on every screen of a request and in every width', async ({
  page,
  product,
  openBrowser,
}) => {
  const { url } = product;
  const customer = await openAccount(url, 'pro', newPerson(long('Name', 100)));
  // Journeys of one worker share its product, where everybody signs up once.
  const agent = await openAgent(url, 'ada');
  const { id, trailId } = await seedLongRequest(url, customer, agent);
  await enter(page.context(), url, customer);
  await page.goto(dashboard);
  await expect(page.getByRole('article', { name: title }).first()).toBeVisible();
  await page.getByText('Description (2 issues)').click();
  await fits(page, 'dashboard');
  await page.goto(requestPath(id));
  await page.getByText(/^History/).click();
  await expect(page.getByRole('button', { name: /^Download log-file/ })).toBeVisible();
  await fits(page, 'request');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(requestForm(page).getByLabel('App Name')).toHaveValue(request.appName ?? '');
  await fits(page, 'edit form');
  await page.goto(trailPath(trailId));
  await expect(page.getByRole('link', { name: 'Open thread' })).toBeVisible();
  await fits(page, 'trail');

  const stranger = await (await openBrowser()).newPage();
  await stranger.goto(await answerPath(product, id));
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(title);
  await fits(stranger, 'link');

  const desk = await (await openBrowser(agent)).newPage();
  await desk.goto(inbox);
  await expect(desk.getByRole('link', { name: title })).toBeVisible();
  await fits(desk, 'inbox');
  await desk.getByRole('link', { name: title }).click();
  await expect(desk.getByRole('button', { name: /^Download log-file/ })).toBeVisible();
  await fits(desk, 'inbox request');
});

/** Everything lies inside the window and inside its own card. */
async function fits(page: Page, screen: string): Promise<void> {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${screen} at ${width}`)
      .toBe(width);
    expect(await page.evaluate(findOutside), `${screen} at ${width}`).toEqual([]);
  }
}

/** Elements that reach beyond their card, row or dialog. */
function findOutside(): string[] {
  return [...document.querySelectorAll('section, article, [role=dialog]')].flatMap((box) => {
    const { right } = box.getBoundingClientRect();
    return [...box.querySelectorAll('h1, h2, h3, p, a, button, dd')]
      .filter((part) => part.checkVisibility() && !part.matches('.sr-only, .sr-only *'))
      .filter((part) => part.getBoundingClientRect().right > right + 1)
      .map((part) => `${part.tagName} ${part.textContent?.slice(0, 40)}`);
  });
}

/** On the trail of an idea in one word, with a file and a message from each side. */
async function seedLongRequest(
  url: string,
  customer: Account,
  agent: Account,
): Promise<{ id: string; trailId: string }> {
  const trailId = await seedTrail(url, customer);
  const attachmentIds = [await addLog(url, customer)];
  const { id } = await seedRequest(url, customer, { ...request, trailId, attachmentIds });
  const work = workOn(url, agent, id);
  await work.claim();
  await work.ask(`Is it ${address}?`);
  await answerRequest(url, customer, id, `Yes, ${address}`);
  return { id, trailId };
}

async function seedTrail(url: string, { token }: Account): Promise<string> {
  const state = { content: long('Content'), nextStage: null, partial: '', receipts: [], revision: 0 };
  const reply = await fetch(`${url}/api/python/api/ideation-sessions/${crypto.randomUUID()}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...state, idea: long('OneIdeaInOneWord') }),
  });
  return ((await reply.json()) as { trailId: string }).trailId;
}

async function addLog(url: string, { token }: Account): Promise<string> {
  const reply = await fetch(`${url}/api/python/api/attachments?name=${long('log-file-', 190)}.log`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: 'It broke.',
  });
  return ((await reply.json()) as { attachment: { id: string } }).attachment.id;
}
