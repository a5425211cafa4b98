import type { Locator, Page } from '@playwright/test';
import { enter, openAccount } from '#e2e/harness/api.ts';
import { seeToast } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/model-test.ts';
import {
  enhancedPrompt,
  openIdeation,
  openProofOfConcept,
  seeSection,
  sessionText,
  writeSection,
} from '#e2e/harness/studio.ts';
import { breaksAfter, hangsAfter, says, stopsShortAfter } from '#fakes/openai/replies.ts';
import { fakeBuildPrompt, fakeSections } from '#fakes/openai/sections.data.ts';

const idea = 'A tool that helps freelancers chase unpaid invoices';
const first = JSON.stringify(fakeSections.IDEATION);
const half = first.slice(0, first.indexOf('A note beside each entry'));
const ai = '**/api/groq';

/** The coach of an account of its own, with the idea typed. */
async function openCoach(page: Page, url: string): Promise<Locator> {
  await enter(page.context(), url, await openAccount(url));
  const coach = await openIdeation(page);
  await coach.getByLabel('Ideas for my startup').fill(idea);
  return coach;
}

function part(coach: Locator): Locator {
  return coach.getByRole('region', { name: 'Startup Ideation', exact: true });
}

test('a stop ends the call, keeps what had arrived, and the founder goes on with it after a reload', async ({
  page,
  product,
  model,
}) => {
  const coach = await openCoach(page, product.url);
  model.reply(hangsAfter(half));
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await expect(coach.getByText('The fake server words one concept')).toBeVisible();
  await coach.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => model.requests[0]?.leftEarly).toBe(true);
  await expect(part(coach).getByText('Not complete')).toBeVisible();
  await expect(part(coach).getByText('The fake server words one concept')).toBeVisible();
  await expect(coach.getByText('Kept in your account.')).toBeVisible();

  await page.reload();
  const again = await openIdeation(page);
  await expect(part(again).getByText('The fake server words one concept')).toBeVisible();
  await again.getByRole('button', { name: 'Keep this part and go on' }).click();
  await seeToast(page, 'ideation_stage_done', { params: { next: 'Market Research' } });
  await seeSection(again, 'IDEATION');
});

for (const [how, cut] of [
  ['breaks off', breaksAfter],
  ['ends before its end', stopsShortAfter],
] as const)
  test(`a reply that ${how} is told, what had arrived is kept, and a second try writes the whole`, async ({
    page,
    product,
    model,
  }) => {
    const coach = await openCoach(page, product.url);
    model.reply(cut(half));
    await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
    await expect(coach.getByText('Startup Ideation could not be written.')).toBeVisible();
    await expect(coach.getByText('Everything you have written is kept.')).toBeVisible();
    await expect(part(coach).getByText('The fake server words one concept')).toBeVisible();
    await expect(coach.getByLabel('Ideas for my startup')).toHaveValue(idea);
    await writeSection(page, 'IDEATION');
    await expect(sessionText(coach).getByText('A note beside each entry')).toBeVisible();
    await expect(part(coach)).toBeHidden();
  });

test('pictures in a reply are not loaded, links show where they lead, and nothing else happens', async ({
  page,
  product,
  model,
}) => {
  const coach = await openCoach(page, product.url);
  const tagline =
    '![a chart](https://tracker.example/pixel.png?idea=1) Read [the study](https://evil.example/study) or [this](javascript:document.title=1)';
  const concept = '<img src="https://tracker.example/2.png" onerror="document.title=1"> plain words';
  const object = { ...fakeSections.IDEATION, tagline, concept };
  model.reply(says(JSON.stringify(object)));
  await writeSection(page, 'IDEATION');
  const text = sessionText(coach);
  await expect(text.getByText('Image, not loaded:')).toBeVisible();
  await expect(text.getByText('(evil.example)')).toBeVisible();
  const link = text.getByRole('link', { name: 'the study' });
  await expect(link).toHaveAttribute('href', 'https://evil.example/study');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(text.getByRole('link')).toHaveCount(1);
  await expect(text.getByRole('img')).toHaveCount(0);
  await expect(text.getByText(/plain words/)).toBeVisible();
  await expect(page).toHaveTitle(/Dashboard/);
});

const replies: [what: string, reply: string, shown: RegExp][] = [
  ['prose', 'I would begin with the people who send ten invoices a month.', /people who send ten invoices/],
  [
    'a fence with words around',
    `Here it is:\n\`\`\`json\n${first}\n\`\`\`\nGood luck!`,
    /A note beside each entry/,
  ],
  [
    'another language',
    '{"concept": "Eine Liste für alle, die auf Geld warten.", "tagline": "Geld, bitte"}',
    /Eine Liste/,
  ],
];

test('whatever a model replies becomes a section, read as far as it can be', async ({
  page,
  product,
  model,
}) => {
  for (const [what, reply, shown] of replies)
    await test.step(what, async () => {
      const coach = await openCoach(page, product.url);
      model.reply(says(reply));
      await writeSection(page, 'IDEATION');
      await expect(sessionText(coach).getByText(shown).first()).toBeVisible();
      await page.context().clearCookies();
    });
});

test('an empty reply and a page of a broken proxy are told in their words, and the idea stays', async ({
  page,
  product,
  model,
  guard,
}) => {
  guard.allow(/^console: .* 502 .*\/api\/groq/);
  const coach = await openCoach(page, product.url);
  model.reply(says(''));
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await seeToast(page, 'ai_empty', { title: 'Error' });
  const html = `<html><body>${'broken '.repeat(40)}</body></html>`;
  await page.route(ai, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: html }));
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await expect(
    page
      .getByRole('alert')
      .getByText(/^Server error: 502\. <html><body>broken/)
      .first(),
  ).toBeVisible();
  await expect(coach.getByLabel('Ideas for my startup')).toHaveValue(idea);
  await page.unroute(ai);
  await writeSection(page, 'IDEATION');
});

test('a rewrite that is stopped or cut off keeps what had arrived of it, and says so', async ({
  page,
  product,
  model,
}) => {
  await enter(page.context(), product.url, await openAccount(product.url, 'pro'));
  const poc = await openProofOfConcept(page);
  const text = JSON.stringify({ response: fakeBuildPrompt });
  const begun = text.slice(0, text.indexOf('## Later'));
  await poc.getByLabel('Your App Idea').fill(idea);
  model.reply(hangsAfter(begun));
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await expect(poc.getByRole('button', { name: 'Enhancing...' })).toBeVisible();
  await expect(poc.getByText('Enhancing your prompt, please wait...')).toBeVisible();
  await expect(enhancedPrompt(poc)).toHaveValue(/A map of every lighthouse/);
  await poc.getByRole('button', { name: 'Stop' }).click();
  await expect(poc.getByText(/^Stopped\. .*What had arrived is shown below\.$/)).toBeVisible();
  await expect(poc.getByText(/This rewrite is not complete/)).toBeVisible();
  await expect(enhancedPrompt(poc)).toHaveValue(/A map of every lighthouse/);

  model.reply(breaksAfter(begun));
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await seeToast(page, 'poc_no_response');
  await expect(enhancedPrompt(poc)).toHaveValue(/A map of every lighthouse/);
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await expect(enhancedPrompt(poc)).toHaveValue(/Who may see an entry/);
  await expect(poc.getByText(/This rewrite is not complete/)).toBeHidden();
});
