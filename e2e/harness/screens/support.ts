import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { dialog } from '#e2e/harness/founder.ts';
import { addFiles, fillRequest, openRequestForm, requestForm } from '#e2e/harness/request-form.ts';
import { screenshotFile, secretKey, secretLog } from '#e2e/harness/world/seed-support.ts';
import type { LinkedThread } from '#shared/contracts/support-requests.ts';
import { requestPath } from '#shared/rules/support/request-path.ts';
import { dashboard, type Screen } from './screen.ts';

/** The job form in its states. */
const formScreens: Screen[] = [
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

const inbox = '/startup-spark-suite/inbox';

const dashboardScreens: Screen[] = [
  {
    name: 'dashboard-requests',
    who: 'customer',
    open: async (page) => void (await openActivities(page)),
  },
  {
    name: 'dashboard-requests-late',
    who: 'customer',
    open: async (page) => {
      const activities = await openActivities(page);
      await activities.getByText(/We are late/).scrollIntoViewIfNeeded();
    },
  },
];

async function openActivities(page: Page) {
  await page.goto(dashboard);
  const activities = page.getByRole('region', { name: 'Activities', exact: true });
  await expect(activities.getByRole('combobox', { name: 'Status' })).toHaveCount(4);
  await expect(page.getByRole('list', { name: 'Open requests' })).toBeVisible();
  return activities;
}

/** The thread of a request as its owner sees it. */
const threadScreens: Screen[] = [
  requestScreen('request-new', 'running', /Nobody has written yet/),
  requestScreen('request-waiting', 'waiting', 'Please answer the question in the conversation below.'),
  requestScreen('request-late', 'late', /You have one request back/),
  requestScreen('request-resolved', 'resolved', /Is something still wrong\?/),
  {
    name: 'request-masked-answer',
    who: 'customer',
    open: async (page, { requests }) => {
      await page.goto(requestPath(requests.waiting));
      await page
        .getByLabel('Your answer to the question')
        .fill('The builder asks for password=tuna-and-rice-9');
      await expect(page.getByRole('region', { name: 'Masked before sending' })).toBeVisible();
    },
  },
  {
    name: 'request-missing',
    who: 'customer',
    open: async (page) => {
      await page.goto(requestPath('of-nobody'));
      await expect(page.getByText('There is no support request at this address.')).toBeVisible();
    },
  },
];

function requestScreen(
  name: string,
  which: 'running' | 'waiting' | 'late' | 'resolved',
  seen: string | RegExp,
): Screen {
  return {
    name,
    who: 'customer',
    open: async (page, { requests }) => {
      await page.goto(requestPath(requests[which]));
      await expect(page.getByText(seen).first()).toBeVisible();
    },
  };
}

/** Where the link of a mail leads, without a login. */
const linkScreens: Screen[] = [
  {
    name: 'answer-link',
    who: 'visitor',
    open: async (page, { answerPath }) => {
      await page.goto(answerPath);
      await expect(page.getByLabel('Your answer to the question')).toBeVisible();
    },
  },
  {
    name: 'answer-link-sent',
    who: 'visitor',
    open: async (page, { answerPath }) => {
      await pretendToAnswer(page);
      await page.goto(answerPath);
      await page.getByLabel('Your answer to the question').fill('It was made with the usual builder.');
      await page.getByRole('button', { name: 'Send answer' }).click();
      await expect(page.getByText('Your answer is sent and stands above.')).toBeVisible();
    },
  },
  {
    name: 'answer-link-invalid',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/support-answer#token=not-a-token');
      await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    },
  },
];

/** Every picture begins with the same thread, so none may really answer. */
async function pretendToAnswer(page: Page): Promise<void> {
  let thread: LinkedThread | undefined;
  await page.route('**/api/support-thread', async (route) => {
    const response = await route.fetch();
    thread = (await response.json()) as LinkedThread;
    await route.fulfill({ response });
  });
  await page.route('**/api/support-thread/answer', (route) => {
    const { id, text } = route.request().postDataJSON() as { id: string; text: string };
    const created_at = new Date().toISOString();
    const answer = { id, kind: 'customer', author: 'You', text, created_at };
    const messages = [...(thread?.messages ?? []), answer];
    return route.fulfill({ json: { ...thread, waitingForCustomer: false, messages } });
  });
}

const inboxScreens: Screen[] = [
  {
    name: 'inbox',
    who: 'agent',
    open: async (page) => {
      await page.goto(inbox);
      await expect(page.getByRole('list', { name: 'Support requests' }).getByRole('listitem')).toHaveCount(4);
    },
  },
  {
    name: 'inbox-empty',
    who: 'idleAgent',
    open: async (page) => {
      await page.goto(`${inbox}?queue=mine`);
      await expect(page.getByText('You have claimed nothing')).toBeVisible();
    },
  },
  {
    name: 'inbox-search-nothing',
    who: 'agent',
    open: async (page) => {
      await page.goto(`${inbox}?queue=open&search=lighthouse`);
      await expect(page.getByText('Nothing was found')).toBeVisible();
    },
  },
  inboxRequest('inbox-unclaimed', 'agent', 'running', 'Nobody has claimed this.'),
  inboxRequest('inbox-of-another', 'idleAgent', 'answered', 'Grace Agent works on this.'),
  ...(['Reply', 'Ask the customer', 'Internal note'] as const).map(composerScreen),
  {
    name: 'inbox-not-for-all',
    who: 'newcomer',
    open: async (page) => {
      await page.goto(inbox);
      await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
    },
  },
];

function inboxRequest(name: string, who: Screen['who'], which: 'running' | 'answered', seen: string): Screen {
  return {
    name,
    who,
    open: async (page, { requests }) => {
      await page.goto(`${inbox}/${requests[which]}`);
      await expect(page.getByText(seen)).toBeVisible();
    },
  };
}

function composerScreen(mode: string): Screen {
  return {
    name: `inbox-${mode.toLowerCase().replaceAll(' ', '-')}`,
    who: 'agent',
    open: async (page, { requests }) => {
      await page.goto(`${inbox}/${requests.answered}`);
      await expect(page.getByText('You work on this.')).toBeVisible();
      await page.getByRole('radio', { name: mode }).check();
      await page
        .getByRole('region', { name: 'Write' })
        .getByRole('textbox')
        .fill('The list has to save each thing by itself.');
    },
  };
}

/** Asking for help, answering, and the people who do. */
export const supportScreens: Screen[] = [
  ...dashboardScreens,
  ...formScreens,
  ...threadScreens,
  ...linkScreens,
  ...inboxScreens,
];
