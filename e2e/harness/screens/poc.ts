import { expect, type Locator, type Page } from '@playwright/test';
import { dialog } from '#e2e/harness/founder.ts';
import { enhancedPrompt, openProofOfConcept } from '#e2e/harness/studio.ts';
import { pictureIdea, type World } from '#e2e/harness/world/world.ts';
import { trailPath } from '#shared/rules/trail-path.ts';
import type { Screen } from './screen.ts';

const ai = '**/api/groq';

/** The proof of concept in its states. */
export const proofOfConceptScreens: Screen[] = [
  {
    name: 'poc-empty',
    who: 'prolific',
    open: async (page) => {
      const poc = await openProofOfConcept(page);
      await expect(poc.getByText('None of your surveys has answers yet.')).toBeVisible();
    },
  },
  {
    name: 'poc-writing',
    who: 'prolific',
    open: async (page) => {
      await page.route(ai, () => {});
      await send(await openProofOfConcept(page));
      await expect(page.getByText('Enhancing your prompt, please wait...')).toBeVisible();
    },
  },
  {
    name: 'poc-error',
    who: 'prolific',
    open: async (page) => {
      await page.route(ai, (route) => route.fulfill({ status: 500, json: {} }));
      await send(await openProofOfConcept(page));
      await expect(page.getByText(/Your idea is kept\./)).toBeVisible();
    },
  },
  { name: 'poc-result', who: 'founder', open: async (page, world) => void (await openTraced(page, world)) },
  {
    name: 'poc-evidence',
    who: 'founder',
    tall: true,
    open: async (page, world) => {
      const poc = await openTraced(page, world);
      await expect(poc.getByText(/Rests on 40 submissions/)).toBeVisible();
      await enhancedPrompt(poc).evaluate((field) => {
        field.scrollTop = field.scrollHeight / 2;
      });
    },
  },
  {
    name: 'poc-diff',
    who: 'founder',
    tall: true,
    open: async (page, world) => {
      const poc = await openTraced(page, world);
      await poc.getByRole('button', { name: 'What changed' }).click();
      await expect(poc.locator('ins').first()).toBeVisible();
    },
  },
];

async function send(poc: Locator): Promise<void> {
  await poc.getByLabel('Your App Idea').fill(pictureIdea);
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
}

/** By way of the idea's trail, which says what the prompt rests on. */
async function openTraced(page: Page, { fullTrailId }: World): Promise<Locator> {
  await page.goto(trailPath(fullTrailId));
  await page.getByRole('button', { name: 'Open the build prompt' }).click();
  const poc = dialog(page, 'Proof of Concept (No-Code MVP)');
  await expect(enhancedPrompt(poc)).toHaveValue(/Must/);
  return poc;
}
