import { expect } from '@playwright/test';
import { trailPath } from '#shared/rules/trail-path.ts';
import { dashboard, type Screen } from './screen.ts';
import { pictureIdea } from './world.ts';

const oneTrail = /\/api\/trails\/[^?]/;

/** The dashboard of somebody who has done a lot. */
export const activityScreens: Screen[] = [
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
export const trailScreens: Screen[] = [
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
