import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { dialog } from './founder.ts';
import { addFiles, fillRequest, openRequestForm, requestForm } from './request-form.ts';
import { dashboard, type Screen } from './screen.ts';
import { screenshotFile, secretKey, secretLog } from './seed-support.ts';

/** The job form in its states. */
export const formScreens: Screen[] = [
  {
    name: 'request-form',
    who: 'newcomer',
    tall: true,
    open: async (page) => {
      const form = await openRequestForm(page);
      await expect(form.getByText(/You have 1 free request/)).toBeVisible();
    },
  },
  {
    name: 'request-form-limit',
    who: 'limited',
    tall: true,
    open: async (page) => {
      const form = await openRequestForm(page);
      await expect(form.getByRole('button', { name: 'Limit Reached' })).toBeDisabled();
    },
  },
  {
    name: 'request-form-pro',
    who: 'customer',
    tall: true,
    open: async (page) => {
      const form = await openRequestForm(page);
      await fillRequest(form, {});
      for (let count = 1; count < 5; count += 1) {
        await form.getByRole('button', { name: `Add another issue (${count}/5)` }).click();
        await form.getByLabel(`Issue Description ${count + 1}`).fill(`Thing number ${count + 1} is broken.`);
      }
      await expect(form.getByRole('button', { name: '(5/5)' })).toBeDisabled();
    },
  },
  {
    name: 'request-form-developer',
    who: 'developer',
    tall: true,
    open: async (page) => {
      const form = await openRequestForm(page);
      await form.getByRole('button', { name: 'Add another issue' }).click();
      await expect(form.getByLabel('Issue Description 2')).toBeVisible();
    },
  },
  {
    name: 'request-form-edit',
    who: 'customer',
    tall: true,
    open: async (page) => {
      await page.goto(dashboard);
      await page
        .getByRole('article', { name: 'The checkout says nothing after paying' })
        .getByRole('button', { name: 'Edit' })
        .click();
      await expect(requestForm(page).getByRole('button', { name: 'Update Request' })).toBeVisible();
    },
  },
  {
    name: 'request-form-errors',
    who: 'newcomer',
    tall: true,
    open: async (page) => {
      const form = await openRequestForm(page);
      await form.getByLabel('App URL').fill('my app');
      await form.getByLabel('Contact Email').fill('ada at example');
      await form.getByRole('button', { name: 'Submit Request' }).click();
      await expect(form.getByRole('alert')).toHaveCount(5);
    },
  },
  {
    name: 'request-form-masked',
    who: 'newcomer',
    tall: true,
    open: async (page) => {
      const form = await openRequestForm(page);
      await fillRequest(form, {
        issue: `Paying fails. The key is ${secretKey}, and password: tuna-and-rice-9`,
      });
      await expect(form.getByRole('region', { name: 'Masked before sending' })).toBeVisible();
    },
  },
  {
    name: 'request-form-files',
    who: 'newcomer',
    tall: true,
    open: async (page) => {
      await page.route('**/api/attachments?name=second**', (route) =>
        route.fulfill({ status: 500, json: {} }),
      );
      const form = await openRequestForm(page);
      await addFiles(form, [
        { name: 'the-white-page.png', type: 'image/png', content: await readFile(screenshotFile) },
        { name: 'server.log', type: 'text/plain', content: secretLog },
        { name: 'second.log', type: 'text/plain', content: 'all is well' },
        { name: 'empty.txt', type: 'text/plain', content: '' },
      ]);
      await expect(form.getByText('Masked: 1 Stripe key')).toBeVisible();
      await form.getByText('Masked: 1 Stripe key').click();
      await expect(form.getByRole('alert')).toHaveCount(2);
    },
  },
  {
    name: 'pricing-from-request',
    who: 'limited',
    open: async (page) => {
      const form = await openRequestForm(page);
      await form.getByRole('button', { name: 'Compare the plans' }).click();
      await expect(dialog(page, 'Support Plan for non-technical founders')).toBeVisible();
    },
  },
];
