import { expect, type Locator, type Page } from '@playwright/test';
import { ideationDialog, openIdeation, seeSection, sessionText } from '#e2e/harness/studio.ts';
import { pictureIdea, type World } from '#e2e/harness/world/world.ts';
import { trailPath } from '#shared/rules/trail-path.ts';
import { proofOfConceptScreens } from './poc.ts';
import { dashboard, type Screen } from './screen.ts';

const oneTrail = /\/api\/trails\/[^?]/;

/** The dashboard of somebody who has done a lot. */
const activityScreens: Screen[] = [
  {
    name: 'dashboard-many',
    who: 'prolific',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(page.getByRole('button', { name: 'Show more', exact: true })).toBeAttached();
      await expect(page.getByRole('button', { name: 'Show more ideas' })).toBeVisible();
    },
  },
  {
    name: 'dashboard-search-nothing',
    who: 'prolific',
    open: async (page) => {
      await page.goto(dashboard);
      await page.getByLabel('Search your activities').fill('lighthouse');
      await expect(page.getByText('Nothing matches')).toBeVisible();
    },
  },
];

/** One idea with everything that was made for it. */
const trailScreens: Screen[] = [
  {
    name: 'trail-new',
    who: 'founder',
    open: async (page, { newTrailId }) => {
      await page.goto(trailPath(newTrailId));
      await expect(page.getByRole('button', { name: 'Continue the coach' })).toBeVisible();
    },
  },
  {
    name: 'trail-full',
    who: 'founder',
    open: async (page, { fullTrailId }) => {
      await page.goto(trailPath(fullTrailId));
      await expect(page.getByRole('heading', { level: 1, name: pictureIdea })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Open the build prompt' })).toBeVisible();
    },
  },
  {
    name: 'trail-missing',
    who: 'founder',
    open: async (page) => {
      await page.goto(trailPath('of-nobody'));
      await expect(page.getByText('There is no such idea in your account.')).toBeVisible();
    },
  },
  {
    name: 'trail-loading',
    who: 'founder',
    open: async (page, { fullTrailId }) => {
      await page.route(oneTrail, () => {});
      await page.goto(trailPath(fullTrailId));
      await expect(page.getByText('Loading the idea')).toBeVisible();
    },
  },
  {
    name: 'trail-error',
    who: 'founder',
    open: async (page, { fullTrailId }) => {
      await page.route(oneTrail, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(trailPath(fullTrailId));
      await expect(page.getByText('This idea could not be loaded.')).toBeVisible();
    },
  },
];

const ai = '**/api/groq';
const draft = '**/api/ideation-draft';
const someOfIt =
  '{"appName": "Invoice Ledger", "tagline": "Who owes what, and since when", "concept": "One list of what is';

/** The ideation coach in its states. What an earlier visit left in the account must not show itself. */
const ideationScreens: Screen[] = [
  { name: 'ideation-empty', who: 'newcomer', open: async (page) => void (await openBlank(page)) },
  {
    name: 'ideation-writing',
    who: 'newcomer',
    open: async (page) => {
      await page.route(ai, () => {});
      await send(await openBlank(page));
      await expect(page.getByText('Generating response, please wait...')).toBeVisible();
    },
  },
  {
    name: 'ideation-ask',
    who: 'newcomer',
    open: async (page) => {
      const completion = JSON.stringify({ who: 'freelancers', job: '', trouble: '', language: 'en' });
      await page.route(ai, (route) => route.fulfill({ json: { completion, model: null } }));
      await send(await openBlank(page));
      await expect(page.getByRole('heading', { name: 'Two things are missing' })).toBeVisible();
    },
  },
  {
    name: 'ideation-error',
    who: 'newcomer',
    open: async (page) => {
      await page.route(ai, (route) => route.fulfill({ status: 500, json: {} }));
      await send(await openBlank(page));
      await expect(page.getByText('Everything you have written is kept.')).toBeVisible();
    },
  },
  {
    name: 'ideation-stopped',
    who: 'newcomer',
    open: async (page) => {
      const body = `event: text\ndata: ${JSON.stringify({ text: someOfIt })}\n\n`;
      await page.route(ai, (route) => route.fulfill({ contentType: 'text/event-stream', body }));
      const coach = await openBlank(page);
      await send(coach);
      await expect(coach.getByText('Not complete')).toBeVisible();
    },
  },
  {
    name: 'ideation-sections',
    who: 'founder',
    open: async (page, world) => {
      await page.goto(trailPath(world.newTrailId));
      await page.getByRole('button', { name: 'Continue the coach' }).click();
      await seeSection(ideationDialog(page), 'IDEATION');
    },
  },
  {
    name: 'ideation-editing',
    who: 'founder',
    open: async (page, world) => {
      const text = sessionText(await openFinished(page, world));
      await text.getByRole('button', { name: 'Edit text' }).click();
      await expect(text.getByRole('textbox')).toBeFocused();
    },
  },
  {
    name: 'ideation-done',
    who: 'founder',
    tall: true,
    open: async (page, world) => {
      const coach = await openFinished(page, world);
      await coach.getByText('Export', { exact: true }).click();
      await expect(coach.getByRole('button', { name: 'PDF' })).toBeVisible();
    },
  },
  {
    name: 'ideation-forked',
    who: 'founder',
    open: async (page, world) => {
      const text = 'Changed elsewhere';
      let conflicts = 0;
      await page.route('**/api/ideation-sessions/*', (route) => {
        const isFirstKeep = route.request().method() === 'PUT' && conflicts++ === 0;
        if (!isFirstKeep) return route.continue();
        return route.fulfill({
          status: 409,
          json: { code: 'ideation_changed_elsewhere', error: text, message: text },
        });
      });
      const coach = await openFinished(page, world);
      const field = sessionText(coach);
      await field.getByRole('button', { name: 'Edit text' }).click();
      await field.getByRole('textbox').press('End');
      await page.keyboard.type(' And more.');
      await expect(coach.getByText(/^Changed in another tab/)).toBeVisible();
    },
  },
];

async function openBlank(page: Page): Promise<Locator> {
  await page.route(draft, (route) => route.fulfill({ json: { session: null } }));
  await page.route('**/api/ideation-sessions/*', (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  );
  return openIdeation(page);
}

async function send(coach: Locator): Promise<void> {
  await coach.getByLabel('Ideas for my startup').fill(pictureIdea);
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
}

async function openFinished(page: Page, { fullTrailId }: World): Promise<Locator> {
  await page.goto(trailPath(fullTrailId));
  const sessions = page.getByRole('list', { name: 'Ideation sessions' });
  await sessions.getByRole('button', { name: 'Open' }).click();
  const coach = ideationDialog(page);
  await seeSection(coach, 'ACQUISITION');
  return coach;
}

/** The tools that a founder opens every day, and what they made with them. */
export const studioScreens: Screen[] = [
  ...ideationScreens,
  ...proofOfConceptScreens,
  ...activityScreens,
  ...trailScreens,
];
