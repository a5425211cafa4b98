import { enter, openAccount } from '#e2e/harness/api.ts';
import { openValidation } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/model-test.ts';
import { ideationDialog, openIdeation, seeSection, sessionText, writeSection } from '#e2e/harness/studio.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { breaksAfter, hangsAfter, says, stopsShortAfter } from '#fakes/openai/replies.ts';
import { fakeSections } from '#fakes/openai/sections.data.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';

const idea = 'A tool that helps freelancers chase unpaid invoices';
const first = JSON.stringify(fakeSections.IDEATION);
const half = first.slice(0, first.indexOf('A note beside each entry'));
const arrived = 'The fake server words one concept';

test('a completion that breaks off or is stopped keeps what had arrived, and the founder goes on with it', async ({
  page,
  product,
  model,
}) => {
  await enter(page.context(), product.url, await openAccount(product.url));
  await openIdeation(page);
  const coach = ideationDialog(page);
  const part = coach.getByRole('region', { name: 'Startup Ideation', exact: true });
  await coach.getByLabel('Ideas for my startup').fill(idea);
  for (const cut of [breaksAfter, stopsShortAfter]) {
    model.reply(cut(half));
    await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
    await expect(coach.getByText('Startup Ideation could not be written.')).toBeVisible();
    await expect(coach.getByText('Everything you have written is kept.')).toBeVisible();
    await expect(part.getByText(arrived)).toBeVisible();
    await expect(coach.getByLabel('Ideas for my startup')).toHaveValue(idea);
  }

  model.reply(hangsAfter(half));
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await expect(coach.getByText(arrived)).toBeVisible();
  await coach.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => model.requests.at(-1)?.leftEarly).toBe(true);
  await expect(part.getByText('Not complete')).toBeVisible();
  await expect(part.getByText(arrived)).toBeVisible();
  await expect(coach.getByText('Saved', { exact: true })).toBeVisible();

  await page.reload();
  await openIdeation(page);
  await expect(part.getByText(arrived)).toBeVisible();
  await coach.getByRole('button', { name: 'Keep this part and go on' }).click();
  await seeToast(page, 'ideation_stage_done', { params: { next: 'Market Research' } });
  await seeSection(coach, 'IDEATION');
  await expect(part).toBeHidden();
  await writeSection(page, 'MARKET_RESEARCH');
});

test('pictures in a completion are not loaded, links show where they lead, and nothing else happens', async ({
  page,
  product,
  model,
}) => {
  await enter(page.context(), product.url, await openAccount(product.url));
  const coach = await openIdeation(page);
  await coach.getByLabel('Ideas for my startup').fill(idea);
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

test('where the model fails the founder writes the stage themselves, and the next one is the model’s again', async ({
  page,
  product,
  model,
}) => {
  await enter(page.context(), product.url, await openAccount(product.url));
  const coach = await openIdeation(page);
  await coach.getByLabel('Ideas for my startup').fill(idea);
  model.reply(breaksAfter(''));
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await coach.getByRole('button', { name: 'Write it without AI' }).click();
  await coach.getByRole('textbox', { name: 'What do you call it?' }).fill('Paid on time');
  const asked = model.requests.length;
  await writeSection(page, 'IDEATION');
  expect(model.requests).toHaveLength(asked);
  await expect(sessionText(coach).getByText('App name: Paid on time')).toBeVisible();
  await expect(sessionText(coach).getByText('Written without AI')).toBeVisible();
  await writeSection(page, 'MARKET_RESEARCH');
  expect(model.requests).toHaveLength(asked + 1);
});

const reading = {
  who: 'freelancers',
  trouble: 'wait months for their money',
  solution: '',
  question: 'you wait months for your money',
  language: 'en',
} as const;
const plan = { ...reading, ...writePlan(reading, idea), appName: 'Paid Soon' };

test('a plan outlives a model that is silent, breaks off, or answers with nothing of use', async ({
  page,
  product,
  model,
}) => {
  await enter(page.context(), product.url, await openAccount(product.url, 'pro'));
  await page.goto('/');
  const validation = await openValidation(page);
  const refresh = async () => {
    await validation.getByRole('button', { name: 'Edit your idea' }).click();
    await validation.getByRole('button', { name: 'Refresh Validation' }).click();
  };
  await validation.getByLabel('Your idea in one sentence').fill(idea);

  model.reply(hangsAfter(''));
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await expect(validation.getByText('The AI is busy. It may take a minute.')).toBeVisible();
  await validation.getByRole('button', { name: 'Write it without AI' }).click();
  await validation.getByLabel('Who has the problem?').fill(reading.who);
  await validation.getByLabel('What goes wrong?').fill(reading.trouble);
  await validation.getByLabel(/^Your first question/).fill(reading.question);
  await validation.getByRole('button', { name: 'Make the plan' }).click();
  await expect(validation.getByText(/^Written without AI/)).toBeVisible();

  const text = JSON.stringify(plan);
  model.reply(breaksAfter(text.slice(0, text.lastIndexOf('"question"'))));
  await refresh();
  await expect(validation.getByText('Failed to get a response from the server.')).toBeVisible();
  await validation.getByRole('button', { name: 'Keep this part' }).click();
  await expect(validation.getByText('Paid Soon').first()).toBeVisible();

  model.reply(says('I would rather not.'), says(`Hm.</think>Here it is: ${text}`, { finish: 'length' }));
  await refresh();
  await seeToast(page, 'validation_ready');
  await expect(validation.getByText('Paid Soon').first()).toBeVisible();
});
