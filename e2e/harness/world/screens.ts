import { expect } from '@playwright/test';
import { fillSignIn } from '#e2e/harness/founder.ts';
import { answerAll, sendAnswers } from '#e2e/harness/respondent.ts';
import { writeQuestions } from '#shared/rules/plans/write-plan.ts';
import { outreachScreens } from './outreach-screens.ts';
import {
  answer,
  button,
  failing,
  fill,
  goTo,
  heading,
  openMenu,
  outboxLink,
  press,
  role,
  type Screen,
  type Steps,
  screensOf,
  see,
  seeDialog,
  seeErrors,
  seeTitle,
} from './screen.ts';
import { suiteScreens } from './suite-screens.ts';
import { supportScreens } from './support-screens.ts';

const openSignIn: Steps = ['/?signIn=1', seeDialog('Welcome to Startup Spark')];
const openSignUp: Steps = [...openSignIn, press(role('tab')('Sign Up'))];

/** Of a site with keys of Google and GitHub. */
const withProviders: Steps = [
  (page) =>
    page.route(/\/api\/(python\/)?(api\/)?config$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), providers: ['google', 'github'] },
      });
    }),
];

const previewIdea = (idea: string): Steps => [
  fill('Your idea in one sentence', idea),
  (page) => page.keyboard.press('Enter'),
];

const confirmButton = button('Yes, tell me when it opens');

/** The landing page, the ways in, and pages for everybody. */
const publicScreens = screensOf('visitor', {
  landing: ['/', see(button('Get started for Free'))],
  'landing-preview': [
    '/',
    ...previewIdea('An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread'),
    see(button('Get the full plan and survey')),
  ],
  'landing-preview-asked': ['/', ...previewIdea('something with AI'), see('Fill in what is missing')],
  'sign-in': openSignIn,
  'sign-up': openSignUp,
  'sign-in-providers': [
    ...withProviders,
    '/?signIn=1&error=access_denied',
    see(button('Continue with GitHub')),
    see('You were not signed in there.'),
  ],
  'sign-up-providers': [...withProviders, ...openSignUp, see(button('Continue with GitHub'))],
  'sign-up-errors': [...openSignUp, press('Sign Up'), seeErrors(3)],
  'sign-in-refused': [
    ...openSignIn,
    (page) => fillSignIn(page, { email: 'nobody@example.com', password: 'not-a-password' }),
    see('Login Failed'),
  ],
  'sign-in-code': [
    answer('auth/sign-in/email', { twoFactorRedirect: true }),
    answer('auth/two-factor/verify-totp', { code: 'INVALID_CODE' }, 401),
    ...openSignIn,
    (page) => fillSignIn(page, { email: 'nora@example.com', password: 'not-a-password' }),
    (page) => page.getByRole('textbox', { name: 'Code' }).fill('123456'),
    press('Sign In'),
    see('That code is not right. Enter the newest one.'),
  ],
  'forgotten-password': [
    ...openSignIn,
    press('Forgot your password?'),
    (page, { people }) => page.getByLabel('Email').fill(people.newcomer.email),
    press('Send link'),
    see(outboxLink),
  ],
  'new-password': ['/?resetToken=some-token', seeDialog('Set a new password')],
  'verify-email': ['/?mode=verifyEmail&oobCode=some-code', seeDialog('Confirm your email')],
  'verify-email-elsewhere': [
    answer(/auth\/verify-email/, { code: 'email_confirm_sign_in' }, 401),
    '/?verifyToken=some-token',
    press('Confirm my email'),
    see(button('Set a new password')),
  ],
  'questions-and-answers': ['/FAQ', seeTitle],
  'not-found': ['/no/such/page', seeTitle],
  'menu-signed-out': ['/FAQ', seeTitle, openMenu],
  'what-your-plan-covers': ['/what-your-plan-covers', seeTitle],
  outbox: [
    (page) =>
      expect(async () => {
        await page.goto('/outbox');
        await expect(page.getByRole('article').first()).toBeVisible({ timeout: 500 });
      }).toPass(),
    // Each mail is a frame of its own: with all of them axe takes ten seconds.
    (page) =>
      page.locator('article:nth-of-type(n + 4)').evaluateAll((mails) =>
        mails.forEach((mail) => {
          mail.remove();
        }),
      ),
  ],
});

const sendMessage: Steps = [
  '/ContactUs',
  (page) => expect(page.getByLabel('Email')).not.toHaveValue(''),
  (page) => page.getByRole('textbox', { name: 'Message' }).fill('Where do I find the answers to my survey?'),
  press('Send Message'),
];
const openDemo: Steps = ['/', press('Book a Demo'), seeDialog('Book a Demo')];

/** The contact form, the list of Startup Social, and 'Book a Demo'. */
const contactScreens = [
  ...screensOf('visitor', {
    contact: ['/ContactUs', seeTitle],
    'contact-errors': ['/ContactUs', fill('Email', 'ada at example'), press('Send Message'), seeErrors(2)],
    'startup-social': ['/startup-social', seeTitle],
    'startup-social-joined': [
      answer('notify', { asked: true }),
      '/startup-social',
      fill('Email', 'ada@example.com'),
      press('Notify Me'),
      see(outboxLink),
    ],
    'startup-social-confirm': ['/startup-social?confirm=some-token', see(confirmButton)],
    'startup-social-confirmed': [
      answer('notify/confirm', { email: 'ada@example.com' }),
      '/startup-social?confirm=some-token',
      press(confirmButton),
      see(heading('Confirmed')),
    ],
    'startup-social-unsubscribe': ['/startup-social?unsubscribe=some-token', see(button('Unsubscribe'))],
    'startup-social-unsubscribed': [
      answer('notify/unsubscribe', { email: 'ada@example.com' }),
      '/startup-social?unsubscribe=some-token',
      press('Unsubscribe'),
      see(heading('Unsubscribed')),
    ],
    'startup-social-invalid': [
      '/startup-social?confirm=not-a-token',
      press(confirmButton),
      see(heading('Link not valid')),
    ],
    'book-a-demo': openDemo,
    'book-a-demo-errors': [...openDemo, fill('Date', '2020-01-01'), press('Send Request'), seeErrors(3)],
    'demo-sent': [
      answer('demo-requests', { delivery: 'sent' }),
      ...openDemo,
      fill('Name', 'Ada'),
      fill('Email', 'ada@example.com'),
      press('Send Request'),
      see(outboxLink),
    ],
  }),
  ...screensOf('newcomer', {
    'contact-failed': [failing('send-email'), ...sendMessage, see('Not sent.')],
    ...Object.fromEntries(
      ['sent', 'kept', 'refused'].map((delivery) => [
        `contact-${delivery}`,
        [answer('send-email', { delivery }), ...sendMessage, see(button('Write another message'))],
      ]),
    ),
  }),
];

const seeQuestion = see((page) => page.locator('li[aria-current=step]'));
const openSurvey: Steps = [goTo(({ surveys }) => surveys.open.path), seeQuestion];
const sendSurvey: Steps = [
  answer('submit-survey', { success: true }, 201),
  ...openSurvey,
  (page) => answerAll(page),
  sendAnswers,
  see(heading('Thank You!')),
];
const seeGo = see(heading(/^Decision: Go$/));

/** Answering a survey, and results for people without an account. */
const surveyScreens = screensOf('visitor', {
  survey: openSurvey,
  'survey-filled': [...openSurvey, (page) => answerAll(page)],
  'survey-next': [
    ...openSurvey,
    (page) => page.keyboard.press('2'),
    (page) => page.keyboard.press('Enter'),
    see((page) => page.getByText('2 of 7')),
  ],
  'survey-errors': [...openSurvey, sendAnswers, see((page) => page.getByRole('main').getByRole('alert'))],
  'survey-thank-you': [...sendSurvey, see((page) => page.getByText('Test your own idea'))],
  'survey-german': [
    answer('surveys/survey-brot-abc1234', {
      surveyId: 'survey-brot-abc1234',
      idea: 'Eine App, mit der Bäckereien das Backen für morgen planen',
      socialLinks: [],
      questions: writeQuestions(
        {
          who: 'kleine Bäckereien',
          solution: '',
          question: 'Brot übrig blieb',
          trouble: 'Brot bleibt übrig',
          language: 'de',
        },
        'de',
      ),
      publicLink: true,
      isOwner: false,
      asksContact: true,
      language: 'de',
    }),
    '/survey/survey-brot-abc1234',
    see((page) => page.getByText('1 von 7')),
  ],
  'survey-private': [
    goTo(({ surveys }) => surveys.unanswered.path),
    seeDialog('Welcome to Startup Spark'),
    see(/^Feedback for: A map/),
  ],
  'survey-not-found': ['/survey/survey-nowhere-abc1234', see(heading('Survey Not Found'))],
  'results-shared': [goTo(({ paths }) => paths.sharedResults), seeGo, see('Every question')],
  'results-signed-out': [
    goTo(({ surveys }) => `${surveys.go.path}/results`),
    see((page) => page.getByRole('main').getByText('You must be logged in to view this page.')),
  ],
});

const answeredScreens = screensOf('newcomer', {
  'survey-thank-you-signed-in': [...sendSurvey, see((page) => page.getByText('View Survey Results'))],
});

/** Every screen that a picture is taken of and that axe looks at. */
export const screens: Screen[] = [
  ...publicScreens,
  ...contactScreens,
  ...suiteScreens,
  ...supportScreens,
  ...outreachScreens,
  ...surveyScreens,
  ...answeredScreens,
];
