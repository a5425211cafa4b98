import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { dashboard, dialog, sendIdea } from '#e2e/harness/founder.ts';
import { fillProduct, findDialog, history, historyPage, openFind } from '#e2e/harness/outreach-screen.ts';
import { addFiles, openRequestForm, requestForm } from '#e2e/harness/request-form.ts';
import { answerAll, sendAnswers } from '#e2e/harness/respondent.ts';
import {
  enhancedPrompt,
  ideationDialog,
  openIdeation,
  openProofOfConcept,
  seeSection,
  sessionText,
} from '#e2e/harness/studio.ts';
import { requestPath } from '#shared/rules/suite-paths.ts';
import { foundMany } from './found.data.ts';
import {
  answer,
  askAll,
  button,
  count,
  failing,
  fill,
  goTo,
  hanging,
  heading,
  openMenu,
  outboxLink,
  press,
  role,
  type Screen,
  type Step,
  type Steps,
  screensOf,
  scrollTo,
  see,
  seeDialog,
  seeErrors,
  seeTable,
  seeTitle,
  text,
} from './screen.ts';
import { invoiceReading, screenshotFile, secretLog } from './seed.ts';
import { pictureIdea, sourceReports, type World } from './world.ts';

const openSignIn: Steps = ['/?signIn=1', seeDialog('Welcome to Startup Spark')];
const confirmButton = button('Yes, tell me when it opens');
const openSurvey: Steps = [
  goTo(({ surveys }) => surveys.open.path),
  see((page) => page.locator('li[aria-current=step]')),
];
const seeGo = see(heading(/^Decision: Go$/));

/** Pages for everybody, the ways in, and answering a survey. */
const publicScreens = screensOf('visitor', {
  landing: ['/', see(button('Get started for Free'))],
  'landing-preview': [
    '/',
    fill('Your idea in one sentence', 'something with AI'),
    (page) => page.keyboard.press('Enter'),
    see('Fill in what is missing'),
  ],
  'sign-in': openSignIn,
  'sign-up-errors': [...openSignIn, press(role('tab')('Sign Up')), press('Sign Up'), seeErrors(3)],
  'forgotten-password': [
    ...openSignIn,
    press('Forgot your password?'),
    (page, { people }) => page.getByLabel('Email').fill(people.newcomer.email),
    press('Send link'),
    see(outboxLink),
  ],
  'new-password': ['/?resetToken=some-token', seeDialog('Set a new password')],
  'verify-email': ['/?mode=verifyEmail&oobCode=some-code', seeDialog('Confirm your email')],
  'questions-and-answers': ['/FAQ', seeTitle],
  'what-your-plan-covers': ['/what-your-plan-covers', seeTitle],
  'not-found': ['/no/such/page', seeTitle],
  'contact-errors': ['/ContactUs', fill('Email', 'ada at example'), press('Send Message'), seeErrors(2)],
  'startup-social': ['/startup-social', seeTitle],
  'startup-social-confirm': ['/startup-social?confirm=some-token', see(confirmButton)],
  'book-a-demo-errors': [
    '/',
    press('Book a Demo'),
    fill('Date', '2020-01-01'),
    press('Send Request'),
    seeErrors(3),
  ],
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
  survey: openSurvey,
  'survey-errors': [...openSurvey, sendAnswers, see((page) => page.getByRole('main').getByRole('alert'))],
  'survey-thank-you': [
    answer('submit-survey', { success: true }, 201),
    ...openSurvey,
    (page) => answerAll(page),
    sendAnswers,
    see('Test your own idea'),
  ],
  'survey-not-found': ['/survey/survey-nowhere-abc1234', see(heading('Survey Not Found'))],
  'results-shared': [goTo(({ paths }) => paths.sharedResults), seeGo, see('Every question')],
  'answer-link': [
    goTo(({ paths }) => paths.supportAnswer),
    see((page) => page.getByLabel('Your answer to the question')),
  ],
  'answer-link-invalid': ['/support-answer#token=not-a-token', see(heading('This link does not work'))],
});

const openSettings: Steps = [
  '/settings',
  see('Not confirmed yet'),
  count((page) => page.getByRole('switch'), 7),
];
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const seenAt = '2026-11-24T21:04:00.000Z';

const someUser = { id: 'picture', email: 'nora@example.com', name: 'Nora', plan: 'free' };
const archivedTrail = {
  id: 'trail-1',
  idea: pictureIdea,
  reading: null,
  appName: null,
  archived: true,
  created_at: seenAt,
  updatedAt: seenAt,
  ideations: [],
  surveys: [],
  buildPrompts: [],
  supportRequests: [],
  campaigns: [],
  archivedParts: [],
};
/** Says that a model is connected. */
const usesModel: Step = async (page) => {
  await askAll(page);
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ai: 'openai-compatible' } });
  });
};
const someOfIt =
  '{"appName": "Invoice Ledger", "tagline": "Who owes what, and since when", "concept": "One list of what is';
const cutOff: Step = (page) =>
  page.route('**/api/groq', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: event('text', { text: someOfIt }) }),
  );
/** Opens the coach without what an earlier visit has left in the account, and leaves nothing. */
const coach: Steps = [
  answer('ideation-draft', { session: null }),
  (page) =>
    page.route('**/api/ideation-sessions/*', (route) =>
      route.request().method() === 'PUT' ? undefined : route.continue(),
    ),
  openIdeation,
  fill('Ideas for my startup', pictureIdea),
  press('Get Ideation Help'),
];

/** A first visit, the account, and paying. */
const newcomerScreens = screensOf('newcomer', {
  'dashboard-empty': [dashboard, see('What is your idea?')],
  'command-menu': [dashboard, press('Go to'), see(role('option')(/^Settings/))],
  'pricing-dialog': [
    dashboard,
    press('Validating & Prototyping'),
    seeDialog('Support Plan for non-technical founders'),
  ],
  'information-dialog': [dashboard, press('Startup Social (Beta)'), seeDialog('Information')],
  'ideation-error': [failing('groq'), ...coach, see('Everything you have written is kept.')],
  'ideation-stopped': [usesModel, cutOff, ...coach, see('Not complete')],
  'request-form': [openRequestForm, see(/You have 1 free request/)],
  settings: ['/settings', seeTitle],
  'menu-signed-in': ['/settings', seeTitle, openMenu],
  'settings-second-step': [
    answer('auth/two-factor/enable', {
      totpURI: 'otpauth://totp/Startup%20Spark:noor?secret=JBSWY3DPEHPK3PXP&issuer=Startup%20Spark',
      backupCodes: [],
    }),
    ...openSettings,
    press('Set up second step'),
    fill('Current password', 'not-a-real-one'),
    press('Continue'),
    see('Scan this with an authenticator app on your phone.'),
  ],
  'settings-change-password': [
    ...openSettings,
    press('Change password'),
    press('Save password'),
    seeErrors(2),
  ],
  'settings-devices': [
    answer('user/devices', [
      { id: 'a', name: 'Chrome on Mac', isPhone: false, lastSeenAt: seenAt, isCurrent: true },
      { id: 'b', name: 'Safari on iPhone', isPhone: true, lastSeenAt: seenAt, isCurrent: false },
    ]),
    ...openSettings,
    see('Safari on iPhone'),
  ],
  'settings-archived': [answer('trails?*', [archivedTrail]), ...openSettings, see(heading('Archived ideas'))],
  'settings-delete': [...openSettings, press('Delete…'), seeDialog('Delete your account?')],
  'keep-account': [
    answer('user/sync', { ...someUser, deletesAt: Date.parse('2026-12-02T10:00:00Z') }),
    '/settings',
    seeDialog('Keep your account?'),
  ],
  'payment-cancel': ['/payment-cancel', seeTitle],
  'test-checkout': [goTo(({ paths }) => paths.checkout), see(button('Pay with test money'))],
});

const validate = (idea = pictureIdea): Steps => [
  // The idea has answers, which would be offered first.
  answer('ideas/find', { trail: null }),
  dashboard,
  press('Validating & Prototyping'),
  fill('Your idea in one sentence', idea),
  press('Process for Validation'),
];
const openPlan: Steps = [
  answer('ideas/find', { trail: null }),
  dashboard,
  press('Validating & Prototyping'),
  (page) => sendIdea(dialog(page, 'Validating & Prototyping'), { idea: pictureIdea, ...invoiceReading }),
  see(/^Saved$/),
];
const openFullTrail = goTo(({ paths }) => paths.fullTrail);
const openFinished: Steps = [
  openFullTrail,
  press((page) => role('list')('Ideation sessions')(page).getByRole('button', { name: 'Open' })),
  (page) => seeSection(ideationDialog(page), 'ACQUISITION'),
];
const enhance: Steps = [
  openProofOfConcept,
  press('Start with another idea'),
  fill('Your App Idea', pictureIdea),
  press('Enhance Prompt'),
];
const prompt = (page: Page) => enhancedPrompt(dialog(page, /^Proof of Concept/));
/** Opens the prompt by its trail, which says what it rests on. */
const openPrompt: Steps = [
  openFullTrail,
  press('Open the build prompt'),
  (page) => expect(prompt(page)).toContainText('Must'),
];

/** The studio, an idea with everything that was made for it, and results. */
const studioScreens = screensOf('founder', {
  dashboard: [dashboard, count(button('Read Result'), 2)],
  'dashboard-error': [
    failing(/\/api\/(jobs|ideation-sessions|survey-analyses)\?/),
    dashboard,
    see('Your activities could not be loaded.'),
  ],
  'validation-empty': [dashboard, press('Validating & Prototyping'), seeDialog('Validating & Prototyping')],
  'validation-loading': [hanging('groq'), ...validate(), see('Generating response, please wait...')],
  'validation-error': [failing('groq'), ...validate(), see('Your idea is kept.')],
  'validation-stopped': [hanging('groq'), ...validate(), press('Stop'), see(/^Stopped\. Your idea/)],
  'validation-ask': [
    ...validate('Something with AI for busy moms'),
    see('Ask it as you would ask a friend.'),
  ],
  'validation-plan': openPlan,
  'validation-question': [...openPlan, press(/^Edit question 4/), scrollTo(button('Done'))],
  'validation-share': [...openPlan, press('Share survey'), see(role('img')(/QR code/))],
  'ideation-sections': [
    goTo(({ paths }) => paths.newTrail),
    press('Continue the coach'),
    (page) => seeSection(ideationDialog(page), 'IDEATION'),
  ],
  'ideation-market': [
    ...openFinished,
    (page) => seeSection(ideationDialog(page), 'MARKET_RESEARCH'),
    fill('Share with the problem', '50 %'),
    see('$72,000'),
  ],
  'ideation-editing': [
    ...openFinished,
    press((page) => sessionText(ideationDialog(page)).getByRole('button', { name: 'Edit text' })),
    (page) => expect(sessionText(ideationDialog(page)).getByRole('textbox')).toBeFocused(),
  ],
  'ideation-done': [
    ...openFinished,
    press((page) => ideationDialog(page).getByText('Export', { exact: true })),
    see(button('PDF')),
  ],
  'poc-based-on': [
    openProofOfConcept,
    press('Start with another idea'),
    fill('Your App Idea', pictureIdea),
    (page) => page.getByLabel('Based on').selectOption({ label: `"${pictureIdea}" (40 answers)` }),
    see(/^40 answers, /),
  ],
  'poc-error': [failing('groq'), ...enhance, see(/Your idea is kept\./)],
  'poc-stopped': [hanging('groq'), ...enhance, press('Stop'), see(/^Stopped before anything arrived/)],
  'poc-result': openPrompt,
  'poc-diff': [...openPrompt, press('What changed'), see((page) => page.locator('ins'))],
  'trail-manage': [
    openFullTrail,
    press(text('Rename, archive or delete')),
    press(button(/^Rename: Survey of/)),
    see((page) => page.getByLabel('Name of the survey')),
  ],
  'results-go': [goTo(({ surveys }) => `${surveys.go.path}/results`), seeGo, see('Every question')],
  'results-open': [
    goTo(({ surveys }) => `${surveys.open.path}/results`),
    see(heading("Can't tell yet")),
    see('Every question'),
  ],
  'results-unfolded': [
    goTo(({ surveys }) => `${surveys.go.path}/results`),
    seeGo,
    ...['Reasoning', 'How this was written', 'Every question'].map((words) =>
      press((page) => page.getByText(words, { exact: true })),
    ),
    seeTable,
  ],
  'results-dialog': [
    dashboard,
    press('Read Result'),
    (page) => expect(dialog(page, 'Survey Results').getByRole('table').first()).toBeAttached(),
  ],
  'results-none': [
    goTo(({ surveys }) => `${surveys.unanswered.path}/results`),
    see(heading('No answers yet')),
    see(button('Share survey')),
  ],
  answers: [goTo(({ surveys }) => `${surveys.go.path}/answers`), see(heading(/answers$/))],
  'answers-open': [
    goTo(({ surveys }) => `${surveys.go.path}/answers?answer=3`),
    see(role('dialog')('Answer #3')),
    see('Delete'),
  ],
  'payment-success': [goTo(({ paths }) => paths.paid), see(heading('Payment Successful!'))],
});

const openRequest =
  (which: keyof World['requests']): Step =>
  async (page, world) => {
    // A message that counted as seen would be new in the first picture alone.
    await failing('jobs/*/seen')(page, world);
    await page.goto(requestPath(world.requests[which]));
  };
const seeMessageFiles = see((page) =>
  role('log')('Conversation')(page).getByRole('img', { name: 'the-white-page.png' }),
);
const seeMasked = see(role('region')('Masked before sending'));

/** Asking for help, as a customer. */
const requestScreens = screensOf('marketer', {
  'request-form-files': [
    failing('attachments?name=second**'),
    openRequestForm,
    async (page) =>
      addFiles(requestForm(page), [
        { name: 'the-white-page.png', type: 'image/png', content: await readFile(screenshotFile) },
        { name: 'server.log', type: 'text/plain', content: secretLog },
        { name: 'second.log', type: 'text/plain', content: 'all is well' },
        { name: 'empty.txt', type: 'text/plain', content: '' },
      ]),
    press(text('Masked: 1 Stripe key')),
    seeErrors(2),
  ],
  'request-masked-answer': [
    openRequest('waiting'),
    fill('Your answer to the question', 'The builder asks for password=tuna-and-rice-9'),
    seeMasked,
  ],
  'request-message-files': [openRequest('answered'), seeMessageFiles],
});

const inbox = '/startup-spark-suite/inbox';
const openAnswered = goTo(({ requests }) => `${inbox}/${requests.answered}`);

const inboxScreens = screensOf('agent', {
  inbox: [inbox, count((page) => role('list')('Support requests')(page).getByRole('listitem'), 2)],
  'inbox-keys': [inbox, press('Keyboard keys'), seeDialog('Keyboard keys')],
  'inbox-request': [openAnswered, seeMessageFiles, see(role('complementary')('Idea'))],
  'inbox-saved-answers': [
    openAnswered,
    press('Saved answers'),
    seeDialog('Saved answers'),
    see(heading('Sign in again')),
  ],
  'inbox-internal-note': [
    openAnswered,
    see('You work on this.'),
    (page) => role('radio')('Internal note')(page).check(),
    (page) => role('region')('Write')(page).getByRole('textbox').fill('The bank is asked once a day.'),
  ],
});

const search: Steps = [openFind, (page) => fillProduct(findDialog(page)), press('Find Opportunities')];
const review: Steps = [
  (page) =>
    page.route('**/api/campaign/find-opportunities', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: [
          ...sourceReports.map((report) =>
            event('source', { source: report.source, host: report.host, report }),
          ),
          event('ranking', {}),
          event('done', foundMany),
        ].join(''),
      }),
    ),
  ...search,
  seeDialog('Review Opportunities'),
  (page) => expect(findDialog(page)).toBeHidden(),
];
const details = (row: number) => press((page) => page.getByRole('button', { name: /^Details: / }).nth(row));

/** The developer plan, and the search for conversations; no real source is asked. */
const findScreens = screensOf('launcher', {
  'billing-developer': ['/startup-spark-suite/billing', see('$99.00')],
  'launch-form-errors': [
    openFind,
    press(text('More places to search')),
    fill('Forums to search as well', 'not an address of a forum, a, b, c, d'),
    (page) => findDialog(page).getByLabel('URL').fill('invoice-chaser'),
    press('Find Opportunities'),
    see((page) => findDialog(page).getByRole('alert')),
  ],
  'launch-searching': [hanging('campaign/find-opportunities'), ...search],
  'launch-review': review,
  'launch-review-details': [
    ...review,
    // On a phone a row has its buttons once it is open.
    details(1),
    press((page) =>
      page
        .getByRole('article')
        .nth(1)
        .getByRole('button', { name: /^Skip: / }),
    ),
    details(1),
    details(0),
    press(text(/^Rules of /)),
    details(1),
    press(text(/^Written without AI/)),
    press(text(/^\d+ found/)),
  ],
});

const conversations = (page: Page) => history(page).getByRole('article');
const openHistory: Steps = [historyPage, count(conversations, 11)];
const rowOf = (page: Page, title: string) => conversations(page).filter({ hasText: title }).first();
const activeCampaigns = role('region')('Active Campaigns');
const openSources: Steps = [
  dashboard,
  press((page) => activeCampaigns(page).getByText('Sources (1 of 4 failed)')),
];
const linkForm = (page: Page) => page.getByRole('region', { name: 'Link an account' });

/** Campaigns, conversations, linked accounts. */
const campaignScreens = screensOf('marketer', {
  'dashboard-outreach': [dashboard, count(conversations, 3), see((page) => page.getByRole('table').last())],
  history: openHistory,
  'history-details': [...openHistory, press((page) => conversations(page).first().getByText('Details'))],
  'campaign-edited': [
    ...openSources,
    press((page) => activeCampaigns(page).getByRole('button', { name: 'Edit', exact: true })),
    (page) => activeCampaigns(page).getByLabel('Keywords').fill(''),
    press((page) => activeCampaigns(page).getByRole('button', { name: 'Save' })),
    see('At least one keyword is needed.'),
  ],
  'campaign-delete': [
    ...openSources,
    press((page) => activeCampaigns(page).getByText('More', { exact: true })),
    press('Delete…'),
    see('Delete this campaign and its conversations?'),
  ],
  'campaign-feed': [
    ...openSources,
    press((page) => activeCampaigns(page).getByText('Feed', { exact: true })),
    see('A new address ends the old one.'),
  ],
  'reply-editor': [
    ...openHistory,
    press((page) => rowOf(page, 'How do you chase late invoices').getByRole('button', { name: 'Approve' })),
    (page) => page.getByRole('dialog').getByRole('textbox').fill('Answer: try Invoice Chaser, it is great.'),
    see(/ left today/),
  ],
  'reply-editor-draft': [
    ...openHistory,
    press((page) => rowOf(page, 'Clients who pay late').getByText('Details')),
    press((page) =>
      rowOf(page, 'Clients who pay late').getByRole('button', { name: 'Edit before approving' }),
    ),
    see(/ left today/),
  ],
  'settings-posting': [
    '/settings',
    see(role('switch')('Enable automated posting')),
    see(role('article')(/^mia on /)),
    press(text('What it would do, place by place')),
    press(text(/^Rules of /)),
  ],
  'settings-link-account': [
    '/settings',
    (page) => linkForm(page).getByLabel('Source').selectOption('lemmy'),
    press('Link Lemmy account'),
    see((page) => linkForm(page).getByRole('alert')),
  ],
  'hn-link': [goTo(({ paths }) => paths.linkWaiting), see('Press Check')],
});

/** Every page and dialog, as it is when it holds the most: a picture is taken of each, and axe looks at it. */
export const screens: Screen[] = [
  ...publicScreens,
  ...newcomerScreens,
  ...studioScreens,
  ...requestScreens,
  ...inboxScreens,
  ...findScreens,
  ...campaignScreens,
];
