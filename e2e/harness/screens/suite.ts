import { expect, type Page } from '@playwright/test';
import { dialog, openValidation } from '#e2e/harness/founder.ts';
import { pictureIdea } from '#e2e/harness/world/world.ts';
import { dashboard, type Screen } from './screen.ts';

/** The dashboard and what opens on it. */
export const dashboardScreens: Screen[] = [
  {
    name: 'dashboard-empty',
    who: 'newcomer',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(page.getByText('No sessions, verdicts or requests yet')).toBeVisible();
    },
  },
  {
    name: 'dashboard',
    who: 'founder',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(page.getByRole('button', { name: 'Read Result' })).toHaveCount(2);
    },
  },
  {
    name: 'dashboard-loading',
    who: 'founder',
    open: async (page) => {
      await page.route(/\/api\/survey-analyses\?/, () => {});
      await page.goto(dashboard);
      await expect(page.getByText('Loading your activities')).toBeVisible();
    },
  },
  {
    name: 'dashboard-error',
    who: 'founder',
    open: async (page) => {
      const lists = /\/api\/(jobs|ideation-sessions|survey-analyses)\?/;
      await page.route(lists, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(dashboard);
      await expect(page.getByText('Your activities could not be loaded.')).toBeVisible();
    },
  },
  {
    name: 'pricing-dialog',
    who: 'newcomer',
    open: async (page) => {
      await page.goto(dashboard);
      await page.getByRole('button', { name: 'Validating & Prototyping' }).click();
      await expect(dialog(page, 'Support Plan for non-technical founders')).toBeVisible();
    },
  },
  {
    name: 'information-dialog',
    who: 'newcomer',
    open: async (page) => {
      await page.goto(dashboard);
      await page.getByRole('button', { name: 'Startup Social (Beta)' }).click();
      await expect(dialog(page, 'Information')).toBeVisible();
    },
  },
];

export const validationScreens: Screen[] = [
  {
    name: 'validation-empty',
    who: 'founder',
    open: async (page) => {
      await page.goto(dashboard);
      await openValidation(page);
    },
  },
  {
    name: 'validation-loading',
    who: 'founder',
    open: async (page) => {
      await page.route('**/api/groq', () => {});
      await page.goto(dashboard);
      const validation = await openValidation(page);
      await validation.getByLabel('Your idea in one sentence').fill(pictureIdea);
      await validation.getByRole('button', { name: 'Process for Validation' }).click();
      await expect(validation.getByText('Generating response, please wait...')).toBeVisible();
    },
  },
  {
    name: 'validation-error',
    who: 'founder',
    open: async (page) => {
      await page.route('**/api/groq', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(dashboard);
      const validation = await openValidation(page);
      await validation.getByLabel('Your idea in one sentence').fill(pictureIdea);
      await validation.getByRole('button', { name: 'Process for Validation' }).click();
      await expect(validation.getByText('Your idea is kept.')).toBeVisible();
    },
  },
  {
    name: 'validation-ask',
    who: 'founder',
    open: async (page) => {
      await page.goto(dashboard);
      const validation = await openValidation(page);
      await validation.getByLabel('Your idea in one sentence').fill('Something with AI for busy moms');
      await validation.getByRole('button', { name: 'Process for Validation' }).click();
      await expect(validation.getByLabel('What do they try to do?')).toBeFocused();
    },
  },
  { name: 'validation-plan', who: 'founder', tall: true, open: async (page) => void (await openPlan(page)) },
  {
    name: 'validation-question',
    who: 'founder',
    tall: true,
    open: async (page) => {
      const validation = await openPlan(page);
      await validation.getByRole('button', { name: 'Edit question 1' }).click();
      await validation.getByRole('button', { name: 'Done' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'validation-share',
    who: 'founder',
    open: async (page) => {
      const validation = await openPlan(page);
      await validation.getByRole('button', { name: 'QR code' }).click();
      await expect(validation.getByRole('img', { name: /QR code/ })).toBeVisible();
      await validation.getByRole('switch').scrollIntoViewIfNeeded();
    },
  },
];

async function openPlan(page: Page) {
  await page.goto(dashboard);
  const validation = await openValidation(page);
  await validation.getByLabel('Your idea in one sentence').fill(pictureIdea);
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await expect(validation.getByText('Saved. The survey can be shared.')).toBeVisible();
  return validation;
}
