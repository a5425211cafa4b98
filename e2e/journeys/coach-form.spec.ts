import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Account, call, enter, openAccount } from '#e2e/harness/api.ts';
import { ideationDialog, openIdeation, seeSection, sessionText, writeSection } from '#e2e/harness/studio.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { awaitVerdict, seedSurvey, submitAnswers } from '#e2e/harness/world/seed.ts';

const idea = 'Bakers throw away unsold bread every evening, so I want to send alerts at noon';
const question = 'How often last month did you throw away unsold bread?';
const options = ['Every day', 'About every week', 'Never'];
const texts = [
  'Tell me by lunch what to bake.',
  'I bake the same every day and bin a third.',
  'We bake in two parts. The second is the one we bin.',
  'Nobody tells me about school holidays.',
  'By noon I know, but the dough is made at four.',
];

/** A founder of whose idea 40 people have said how it is, at the coach's first stage. */
async function openAnswered(page: Page, url: string): Promise<Account> {
  const founder = await openAccount(url, 'pro');
  const survey = await seedSurvey(url, founder, {
    idea,
    reading: {
      who: 'bakers',
      trouble: 'throw away unsold bread',
      solution: '',
      question: 'you throw away unsold bread',
      language: 'en',
    },
    questions: [
      {
        question,
        type: 'multiple-choice',
        options,
        multiSelect: false,
        marks: ['has', 'has', 'hasnt'],
        label: 'throw away unsold bread',
      },
      { question: 'What happened the last time?', type: 'open-ended', options: null },
    ],
  });
  const answer = ({ type }: { type: string }, index: number) =>
    type === 'open-ended'
      ? `${texts[index] ?? `Nothing new, day ${index}`}`
      : (options[index % 5 < 3 ? index % 2 : 2] ?? '');
  await submitAnswers(url, founder, survey, { count: 15, answer });
  await awaitVerdict(url, founder, survey, 15);
  const { token } = founder;
  const [trail] = await call<{ id: string }[]>(url, '/api/trails', { method: 'GET', token });
  const state = { idea, content: '', nextStage: 'IDEATION', partial: '', receipts: [], revision: 0 };
  const body = { ...state, trailId: trail?.id };
  await call(url, `/api/ideation-sessions/${randomUUID()}`, { method: 'PUT', token, body });
  await enter(page.context(), url, founder);
  return founder;
}

// The stages are forms where no model is connected.
test.use({ environment: { AI: 'embedded' } });

const line = (coach: Locator, name: string) => coach.getByRole('textbox', { name, exact: true });

test('without a model the founder writes each stage with their own answers beside it', async ({
  page,
  product,
}) => {
  await openAnswered(page, product.url);
  const coach = await openIdeation(page);
  await expect(line(coach, 'How does it help?')).toHaveValue(idea);
  await expect(line(coach, 'Who are they?')).toHaveValue('Bakers');

  const answers = coach.getByRole('complementary', { name: 'From your answers' });
  await line(coach, 'What can they do with it? 2').fill('Plan the second batch');
  await answers.getByRole('searchbox').fill('two parts');
  await answers.getByRole('button', { name: /^Insert: We bake in two parts/ }).click();
  await expect(line(coach, 'What can they do with it? 2')).toHaveValue(
    'Plan the second batch [#3 "We bake in two parts. The second is the one we bin."]',
  );
  await expect(answers.getByRole('button', { name: /^Insert again: We bake/ })).toBeVisible();
  await coach
    .getByRole('button', { name: 'Add: One screen, one large button, easy to read on a phone' })
    .click();

  await page.reload();
  await openIdeation(page);
  await expect(line(coach, 'What can they do with it? 2')).toHaveValue(/^Plan the second batch/);
  await writeSection(page, 'IDEATION');
  await expect(sessionText(coach).getByText('N/A').first()).toBeVisible();
  await expect(coach.getByLabel('Ideas for my startup')).toBeDisabled();

  await expect(line(coach, 'How many have the problem?')).toHaveValue(/^\d+ of 15$/);
  await line(coach, 'How many people are there?').fill('many');
  await line(coach, 'What would one pay a year?').fill('$1,000');
  await coach.getByRole('button', { name: 'Conduct Market Research' }).click();
  await expect(coach.getByText('Write one number, such as 168,000.')).toBeVisible();
  await expect(line(coach, 'How many people are there?')).toBeFocused();
  await line(coach, 'How many people are there?').fill('168.000');
  await expect(coach.getByText(/^(?:about )?\$\d+(?:\.\d+)? million$/)).toBeVisible();
  await writeSection(page, 'MARKET_RESEARCH');
  await expect(coach.getByRole('region', { name: 'Market size' })).toBeVisible();

  await expect(line(coach, 'What will you ask people? 1')).toHaveValue(question);
  for (const stage of ['VALIDATION', 'MVP', 'ACQUISITION'] as const) {
    await takeAllSuggestions(coach);
    await writeSection(page, stage);
    await expect(sessionText(coach).getByText('N/A')).toHaveCount(0);
  }
  await coach.getByRole('button', { name: 'Save Ideation' }).click();
  await expect(ideationDialog(page)).toBeHidden();
});

test('a form that could not be sent is kept, and two tabs write one form', async ({
  page,
  product,
  guard,
}) => {
  guard.allow(/^console: .* 503 .*\/api\/groq/);
  await enter(page.context(), product.url, await openAccount(product.url));
  const coach = await openIdeation(page);
  await coach.getByLabel('Ideas for my startup').fill(idea);
  await line(coach, 'What do you call it?').fill('Unsold Bread');
  await expect(coach.getByText('Saved', { exact: true })).toBeVisible();

  const second = await page.context().newPage();
  const there = await openIdeation(second);
  await expect(line(there, 'What do you call it?')).toHaveValue('Unsold Bread');
  await line(there, 'What do they care about?').fill('Waste');
  await expect(line(coach, 'What do they care about?')).toHaveValue('Waste');
  await second.close();

  await page.route('**/api/groq', (route) =>
    route.fulfill({ status: 503, json: { error: 'Busy.', message: 'Busy.' } }),
  );
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await expect(coach.getByText('Startup Ideation could not be written.')).toBeVisible();
  await page.unroute('**/api/groq');
  await page.reload();
  await openIdeation(page);
  await expect(line(coach, 'What do you call it?')).toHaveValue('Unsold Bread');
  await writeSection(page, 'IDEATION');
  await seeSection(coach, 'IDEATION');
  await expect(sessionText(coach).getByText('App name: Unsold Bread')).toBeVisible();
});

async function takeAllSuggestions(coach: Locator): Promise<void> {
  const suggestion = coach.getByRole('button', { name: /^Add: / }).first();
  for (let taken = 0; taken < 30 && (await suggestion.isVisible()); taken += 1) await suggestion.click();
}
