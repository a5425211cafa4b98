import { expect, type Page } from '@playwright/test';
import { dialog } from '#e2e/harness/founder.ts';
import type { Delivery } from '#shared/contracts/contact.ts';
import { outreachScreens } from './outreach.ts';
import { plainScreens, signInScreens } from './public.ts';
import { pageAt, type Screen } from './screen.ts';
import { studioScreens } from './studio.ts';
import { dashboardScreens, validationScreens } from './suite.ts';
import { supportScreens } from './support.ts';
import { resultScreens, surveyScreens } from './survey.ts';

const yes = 'Yes, tell me when it opens';

/** Writing to us: the contact form, the list of Startup Social, and 'Book a Demo'. */
const contactScreens: Screen[] = [
  pageAt('/ContactUs', 'visitor', 'contact'),
  {
    name: 'contact-errors',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/ContactUs');
      await page.getByLabel('Email').fill('ada at example');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2);
    },
  },
  {
    name: 'contact-failed',
    who: 'newcomer',
    open: async (page) => {
      await page.route('**/api/send-email', (route) => route.fulfill({ status: 500, json: {} }));
      await sendMessage(page);
      await expect(page.getByText('Not sent.')).toBeVisible();
    },
  },
  ...(['sent', 'kept', 'refused'] as const).map(contactScreen),
  pageAt('/startup-social', 'visitor', 'startup-social'),
  {
    name: 'startup-social-joined',
    who: 'visitor',
    open: async (page) => {
      await answerWith(page, 'notify', { asked: true });
      await page.goto('/startup-social');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: 'Notify Me' }).click();
      await expect(page.getByRole('link', { name: 'development outbox' })).toBeVisible();
    },
  },
  {
    name: 'startup-social-confirm',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/startup-social?confirm=some-token');
      await expect(page.getByRole('button', { name: yes })).toBeVisible();
    },
  },
  {
    name: 'startup-social-confirmed',
    who: 'visitor',
    open: async (page) => {
      await answerWith(page, 'notify/confirm', { email: 'ada@example.com' });
      await page.goto('/startup-social?confirm=some-token');
      await page.getByRole('button', { name: yes }).click();
      await expect(page.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
    },
  },
  {
    name: 'startup-social-unsubscribe',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/startup-social?unsubscribe=some-token');
      await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
    },
  },
  {
    name: 'startup-social-unsubscribed',
    who: 'visitor',
    open: async (page) => {
      await answerWith(page, 'notify/unsubscribe', { email: 'ada@example.com' });
      await page.goto('/startup-social?unsubscribe=some-token');
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible();
    },
  },
  {
    name: 'startup-social-invalid',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/startup-social?confirm=not-a-token');
      await page.getByRole('button', { name: yes }).click();
      await expect(page.getByRole('heading', { name: 'Link not valid' })).toBeVisible();
    },
  },
  { name: 'book-a-demo', who: 'visitor', open: async (page) => void (await openDemo(page)) },
  {
    name: 'book-a-demo-errors',
    who: 'visitor',
    tall: true,
    open: async (page) => {
      const demo = await openDemo(page);
      await demo.getByLabel('Date').fill('2020-01-01');
      await demo.getByRole('button', { name: 'Send Request' }).click();
      await expect(demo.getByRole('alert')).toHaveCount(3);
    },
  },
  {
    name: 'demo-sent',
    who: 'visitor',
    open: async (page) => {
      await answerWith(page, 'demo-requests', { delivery: 'sent' });
      const demo = await openDemo(page);
      await demo.getByLabel('Name').fill('Ada');
      await demo.getByLabel('Email').fill('ada@example.com');
      await demo.getByRole('button', { name: 'Send Request' }).click();
      await expect(demo.getByRole('link', { name: 'development outbox' })).toBeVisible();
    },
  },
];

function contactScreen(delivery: Delivery['delivery']): Screen {
  return {
    name: `contact-${delivery}`,
    who: 'newcomer',
    open: async (page) => {
      await answerWith(page, 'send-email', { delivery });
      await sendMessage(page);
      await expect(page.getByRole('button', { name: 'Write another message' })).toBeVisible();
    },
  };
}

async function sendMessage(page: Page): Promise<void> {
  await page.goto('/ContactUs');
  await expect(page.getByLabel('Email')).not.toHaveValue('');
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do I find the answers to my survey?');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

async function openDemo(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Book a Demo' }).first().click();
  const demo = dialog(page, 'Book a Demo');
  await expect(demo).toBeVisible();
  return demo;
}

/** Answers a call as the server does, so that pictures use up no limit and send no mail. */
async function answerWith(page: Page, path: string, json: object): Promise<void> {
  await page.route(`**/api/${path}`, (route) => route.fulfill({ json }));
}

/** Plans, payments, and what mails somebody gets. */
const billingScreens: Screen[] = [
  billingScreen('billing-free', 'newcomer', 'No payments yet'),
  billingScreen('billing-pro', 'founder', '$29.00'),
  billingScreen('billing-developer-canceled', 'developer', 'Keep the subscription'),
  pageAt('/what-your-plan-covers', 'visitor', 'what-your-plan-covers'),
  { name: 'settings-account', who: 'newcomer', open: async (page) => void (await openSettings(page)) },
  {
    name: 'settings-link-sent',
    who: 'newcomer',
    open: async (page) => {
      // Only so many are sent.
      await page.route('**/api/auth/send-verification-email', (route) =>
        route.fulfill({ json: { status: true } }),
      );
      await openSettings(page);
      await page.getByRole('button', { name: 'Send the confirmation link' }).click();
      await expect(page.getByText('It asks once more before it confirms.')).toBeVisible();
    },
  },
  {
    name: 'settings-confirmed',
    who: 'agent',
    open: async (page) => {
      await page.goto('/settings');
      await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
      await expect(page.getByRole('switch')).toHaveCount(6);
    },
  },
];

function billingScreen(name: string, who: Screen['who'], seen: string): Screen {
  return {
    name,
    who,
    open: async (page) => {
      await page.goto('/startup-spark-suite/billing');
      await expect(page.getByText(seen).first()).toBeVisible();
    },
  };
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(6);
}

/** Every screen that a picture is taken of and that axe looks at. */
export const screens: Screen[] = [
  ...signInScreens,
  ...plainScreens,
  ...contactScreens,
  ...dashboardScreens,
  ...validationScreens,
  ...studioScreens,
  ...supportScreens,
  ...outreachScreens,
  ...billingScreens,
  ...surveyScreens,
  ...resultScreens,
];
