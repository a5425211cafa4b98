import { expect } from '@playwright/test';
import { dialog } from '#e2e/harness/founder.ts';
import { answerAll, sendAnswers } from '#e2e/harness/respondent.ts';
import { dashboard, type Screen } from './screen.ts';

/** Answering a survey. */
export const surveyScreens: Screen[] = [
  {
    name: 'survey',
    who: 'visitor',
    open: async (page, { open }) => {
      await page.goto(open.path);
      await expect(page.getByRole('button', { name: 'Submit Feedback' })).toBeVisible();
    },
  },
  {
    name: 'survey-filled',
    who: 'visitor',
    open: async (page, { open }) => {
      await page.goto(open.path);
      await answerAll(page);
    },
  },
  {
    name: 'survey-errors',
    who: 'visitor',
    open: async (page, { open }) => {
      await page.goto(open.path);
      await sendAnswers(page);
      await expect(page.getByRole('main').getByRole('alert')).not.toHaveCount(0);
    },
  },
  {
    name: 'survey-thank-you',
    who: 'visitor',
    open: async (page, { open }) => {
      await page.route('**/api/submit-survey', (route) =>
        route.fulfill({ status: 201, json: { success: true } }),
      );
      await page.goto(open.path);
      await answerAll(page);
      await sendAnswers(page);
      await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    },
  },
  {
    name: 'survey-not-found',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/survey/survey-nowhere-abc1234');
      await expect(page.getByRole('heading', { name: 'Survey Not Found' })).toBeVisible();
    },
  },
];

/** Reading what came of it. */
export const resultScreens: Screen[] = [
  {
    name: 'results-go',
    who: 'founder',
    open: async (page, { go }) => {
      await page.goto(`${go.path}/results`);
      await expect(page.getByRole('heading', { name: 'Decision: Go', exact: true })).toBeVisible();
      await expect(page.getByRole('table').first()).toBeAttached();
    },
  },
  {
    name: 'results-open',
    who: 'founder',
    open: async (page, { open }) => {
      await page.goto(`${open.path}/results`);
      await expect(page.getByRole('heading', { name: "Can't tell yet" })).toBeVisible();
      await expect(page.getByRole('table').first()).toBeAttached();
    },
  },
  {
    name: 'results-unfolded',
    who: 'founder',
    open: async (page, { go }) => {
      await page.goto(`${go.path}/results`);
      await expect(page.getByRole('heading', { name: 'Decision: Go', exact: true })).toBeVisible();
      await page.getByText('How this was decided').click();
      await page.getByText('How this was written').click();
      await page.getByText('All answers').click();
      await expect(page.getByRole('list', { name: 'Answers' })).toBeVisible();
      const themes = page.getByRole('region', { name: /^Themes/ }).first();
      await themes.locator('summary').first().click();
      await expect(page.getByRole('table').first()).toBeAttached();
    },
  },
  {
    name: 'results-crowded',
    who: 'crowd',
    open: async (page, { crowded }) => {
      await page.goto(`${crowded.path}/results`);
      await expect(page.getByText(/Based on 3,000 submission/)).toBeVisible();
      await expect(page.getByRole('table').first()).toBeAttached();
    },
  },
  {
    name: 'results-shared',
    who: 'visitor',
    open: async (page, { sharedPath }) => {
      await page.goto(sharedPath);
      await expect(page.getByRole('heading', { name: 'Decision: Go', exact: true })).toBeVisible();
      await expect(page.getByRole('table').first()).toBeAttached();
    },
  },
  {
    name: 'results-dialog',
    who: 'founder',
    tall: true,
    open: async (page) => {
      await page.goto(dashboard);
      await page.getByRole('button', { name: 'Read Result' }).first().click();
      await expect(dialog(page, 'Survey Results').getByRole('table').first()).toBeAttached();
    },
  },
  {
    name: 'results-none',
    who: 'founder',
    open: async (page, { unanswered }) => {
      await page.goto(`${unanswered.path}/results`);
      await expect(page.getByRole('heading', { name: 'No answers yet' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    },
  },
  {
    name: 'results-signed-out',
    who: 'visitor',
    open: async (page, { go }) => {
      await page.goto(`${go.path}/results`);
      await expect(
        page.getByRole('main').getByText('You must be logged in to view this page.'),
      ).toBeVisible();
    },
  },
];
