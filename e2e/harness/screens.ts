import { expect, type Page } from '@playwright/test';
import { dialog, fillSignIn, openValidation } from './founder.ts';
import { answerAll, sendAnswers } from './respondent.ts';
import { pictureIdea, type World } from './world.ts';

/** One screen in one of its states, and the way there. */
export type Screen = {
  name: string;
  who: 'visitor' | 'newcomer' | 'founder';
  /** A dialog that scrolls: pictures of it are taken on a tall screen. */
  tall?: true;
  open: (page: Page, world: World) => Promise<void>;
};

const dashboard = '/startup-spark-suite/dashboard';

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/?signIn=1');
  await expect(dialog(page, 'Welcome to Startup Spark')).toBeVisible();
}

async function openPlan(page: Page) {
  await page.goto(dashboard);
  const validation = await openValidation(page);
  await validation.getByLabel('Your idea in one sentence').fill(pictureIdea);
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await expect(validation.getByText('Saved. The survey can be shared.')).toBeVisible();
  return validation;
}

const accountScreens: Screen[] = [
  {
    name: 'landing',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Get started for Free' })).toBeVisible();
    },
  },
  { name: 'sign-in', who: 'visitor', open: openSignIn },
  {
    name: 'sign-up',
    who: 'visitor',
    open: async (page) => {
      await openSignIn(page);
      await page.getByRole('tab', { name: 'Sign Up' }).click();
    },
  },
  {
    name: 'sign-up-errors',
    who: 'visitor',
    open: async (page) => {
      await openSignIn(page);
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect(page.getByRole('alert')).toHaveCount(3);
    },
  },
  {
    name: 'sign-in-refused',
    who: 'visitor',
    open: async (page) => {
      await openSignIn(page);
      await fillSignIn(page, { email: 'nobody@example.com', password: 'not-a-password' });
      await expect(page.getByText('Login Failed')).toBeVisible();
    },
  },
  {
    name: 'forgotten-password',
    who: 'visitor',
    open: async (page, { newcomer }) => {
      await openSignIn(page);
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Email').fill(newcomer.email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByRole('link', { name: 'development outbox' })).toBeVisible();
    },
  },
  {
    name: 'new-password',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/?resetToken=some-token');
      await expect(dialog(page, 'Set a new password')).toBeVisible();
    },
  },
];

/** A page that needs nothing but its address. */
function pageAt(address: string, who: Screen['who'], name: string): Screen {
  return {
    name,
    who,
    open: async (page) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  };
}

const plainScreens: Screen[] = [
  pageAt('/FAQ', 'visitor', 'questions-and-answers'),
  pageAt('/no/such/page', 'visitor', 'not-found'),
  pageAt('/settings', 'newcomer', 'settings'),
  {
    name: 'outbox',
    who: 'visitor',
    open: async (page) => {
      await expect(async () => {
        await page.goto('/outbox');
        await expect(page.getByRole('article').first()).toBeVisible({ timeout: 500 });
      }).toPass();
    },
  },
  pageAt('/payment-cancel', 'newcomer', 'payment-cancel'),
  {
    name: 'test-checkout',
    who: 'newcomer',
    open: async (page, { checkoutPath }) => {
      await page.goto(checkoutPath);
      await expect(page.getByRole('button', { name: 'Pay with test money' })).toBeVisible();
    },
  },
  {
    name: 'payment-success',
    who: 'founder',
    open: async (page, { paidSessionId }) => {
      await page.goto(`/payment-success?session_id=${paidSessionId}`);
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    },
  },
];

/** Answers a call as the server does, so that pictures use up no limit and send no mail. */
async function answerWith(page: Page, path: string, json: object): Promise<void> {
  await page.route(`**/api/${path}`, (route) => route.fulfill({ json }));
}

async function openDemo(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Book a Demo' }).first().click();
  const demo = dialog(page, 'Book a Demo');
  await expect(demo).toBeVisible();
  return demo;
}

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
      await page.goto('/ContactUs');
      await expect(page.getByLabel('Email')).not.toHaveValue('');
      await page.getByRole('textbox', { name: 'Message' }).fill('Where do I find the answers to my survey?');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('Not sent.')).toBeVisible();
    },
  },
  {
    name: 'contact-sent',
    who: 'newcomer',
    open: async (page) => {
      await answerWith(page, 'send-email', { delivery: 'sent' });
      await page.goto('/ContactUs');
      await expect(page.getByLabel('Email')).not.toHaveValue('');
      await page.getByRole('textbox', { name: 'Message' }).fill('Where do I find the answers to my survey?');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByRole('link', { name: 'development outbox' })).toBeVisible();
    },
  },
  pageAt('/startup-social', 'visitor', 'startup-social'),
  {
    name: 'startup-social-joined',
    who: 'visitor',
    open: async (page) => {
      await answerWith(page, 'notify', { delivery: 'sent' });
      await page.goto('/startup-social');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: 'Notify Me' }).click();
      await expect(page.getByRole('link', { name: 'development outbox' })).toBeVisible();
    },
  },
  {
    name: 'startup-social-confirmed',
    who: 'visitor',
    open: async (page) => {
      await answerWith(page, 'notify/confirm', { email: 'ada@example.com' });
      await page.goto('/startup-social?confirm=some-token');
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
];

const dashboardScreens: Screen[] = [
  {
    name: 'dashboard-empty',
    who: 'newcomer',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(page.getByText('Nothing has happened yet')).toBeVisible();
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
      await page.route('**/api/survey-analyses', () => {});
      await page.goto(dashboard);
      await expect(page.getByText('Loading your activities')).toBeVisible();
    },
  },
  {
    name: 'dashboard-error',
    who: 'founder',
    open: async (page) => {
      await page.route('**/api/survey-analyses', (route) => route.fulfill({ status: 500, json: {} }));
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

const validationScreens: Screen[] = [
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

const surveyScreens: Screen[] = [
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

const resultScreens: Screen[] = [
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
      await page.clock.install();
      await page.goto(`${unanswered.path}/results`);
      await expect(page.getByText('Counting the answers…')).toBeVisible();
      await page.clock.fastForward(20_000);
      await expect(page.getByRole('main').getByText('No results found.')).toBeVisible();
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

export const screens: Screen[] = [
  ...accountScreens,
  ...plainScreens,
  ...contactScreens,
  ...dashboardScreens,
  ...validationScreens,
  ...surveyScreens,
  ...resultScreens,
];
