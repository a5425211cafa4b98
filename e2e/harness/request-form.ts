import { expect, type Locator, type Page } from '@playwright/test';
import { dashboard, dialog } from './founder.ts';

/** The job form, new or as an edit of a request. */
export function requestForm(page: Page): Locator {
  return dialog(page, /^(Submit|Edit) Support Request$/);
}

/** Opens the form on the dashboard, as it was left. */
export async function openRequestForm(page: Page): Promise<Locator> {
  await page.goto(dashboard);
  await page.getByRole('button', { name: 'Start a New Support Request' }).click();
  const form = requestForm(page);
  await expect(form.getByLabel('App Name')).toBeVisible();
  return form;
}

type Words = { appName?: string; title?: string; issue?: string };

export async function fillRequest(form: Locator, words: Words): Promise<void> {
  const {
    appName = 'Invoice Chaser',
    title = 'Nobody can log in',
    issue = 'The login page stays white.',
  } = words;
  await form.getByLabel('App Name').fill(appName);
  await form.getByLabel('Request Title').fill(title);
  await form.getByLabel(/^Issue Description( 1)?$/).fill(issue);
}

/** Adds files to the form as if they were chosen. */
export async function addFiles(form: Locator, files: FileToAdd[]): Promise<void> {
  await form
    .getByLabel('Files to add')
    .setInputFiles(
      files.map(({ name, type, content }) => ({ name, mimeType: type, buffer: Buffer.from(content) })),
    );
}

type FileToAdd = { name: string; type: string; content: Buffer | string };

/** The row of a request among the activities. */
export function requestRow(page: Page, title: string): Locator {
  return page.getByRole('region', { name: 'Activities', exact: true }).getByRole('article', { name: title });
}
