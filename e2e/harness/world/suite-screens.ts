import { expect, type Page } from '@playwright/test';
import { dashboard, dialog, sendIdea } from '#e2e/harness/founder.ts';
import {
  enhancedPrompt,
  ideationDialog,
  openIdeation,
  openProofOfConcept,
  seeSection,
  sessionText,
} from '#e2e/harness/studio.ts';
import {
  answer,
  arriving,
  askAll,
  button,
  count,
  failing,
  fill,
  goTo,
  hanging,
  heading,
  openMenu,
  press,
  role,
  type Screen,
  type Steps,
  screensOf,
  scrollTo,
  see,
  seeDialog,
  seeErrors,
  seeTable,
  seeTitle,
  stream,
} from './screen.ts';
import { invoiceReading } from './seed.ts';
import { pictureIdea } from './world.ts';

/** The dashboard, and what a founder has done so far. */
const dashboardScreens = [
  ...screensOf('newcomer', {
    'dashboard-empty': [dashboard, see('What is your idea?')],
    'dashboard-new-idea': [
      dashboard,
      fill('Your idea in one sentence', pictureIdea),
      press('Show my questions'),
      see('Fill in what is missing'),
    ],
    'command-menu': [dashboard, press('Go to'), see(role('option')(/^Settings/))],
    'pricing-dialog': [
      dashboard,
      press('Validating & Prototyping'),
      seeDialog('Support Plan for non-technical founders'),
    ],
    'information-dialog': [dashboard, press('Startup Social (Beta)'), seeDialog('Information')],
  }),
  ...screensOf('founder', {
    dashboard: [dashboard, count(button('Read Result'), 2)],
    'dashboard-loading': [hanging(/\/api\/survey-analyses\?/), dashboard, see('Loading your activities')],
    'dashboard-error': [
      failing(/\/api\/(jobs|ideation-sessions|survey-analyses)\?/),
      dashboard,
      see('Your activities could not be loaded.'),
    ],
  }),
  ...screensOf('prolific', {
    'dashboard-many': [
      dashboard,
      (page) => expect(page.getByRole('button', { name: 'Show more', exact: true })).toBeAttached(),
      see((page) => page.getByRole('region', { name: 'Your ideas' })),
    ],
    'dashboard-search-nothing': [
      dashboard,
      press(/^Search$/),
      fill('Search your activities', 'lighthouse'),
      see('Nothing matches'),
    ],
  }),
];

const validate = (idea = pictureIdea): Steps => [
  answer('ideas/find', { trail: null }),
  dashboard,
  press('Validating & Prototyping'),
  fill('Your idea in one sentence', idea),
  press('Process for Validation'),
];
const openPlan: Steps = [
  // The idea has answers, which would be offered first.
  answer('ideas/find', { trail: null }),
  dashboard,
  press('Validating & Prototyping'),
  (page) => sendIdea(dialog(page, 'Validating & Prototyping'), { idea: pictureIdea, ...invoiceReading }),
  see(/^Saved$/),
];

const halfPlan = JSON.stringify({
  appName: 'Invoice Ledger',
  oneSentencePitch: 'Invoice Ledger shows freelancers who owes what.',
  problemParagraph: 'Freelancers write off invoices that they forget to chase.',
  targetAudience: 'Freelancers who send their own invoices.',
  socialGroups: [{ type: 'Subreddit', name: 'r/freelance', url: 'https://www.reddit.com/r/freelance/' }],
  surveyQuestions: [{ question: 'When did you last chase an invoice?' }, { question: 'How did you do it?' }],
}).slice(0, -20);

const validationScreens = screensOf('founder', {
  'validation-empty': [dashboard, press('Validating & Prototyping'), seeDialog('Validating & Prototyping')],
  'validation-loading': [hanging('groq'), ...validate(), see('Generating response, please wait...')],
  'validation-error': [failing('groq'), ...validate(), see('Your idea is kept.')],
  'validation-ask': [
    ...validate('Something with AI for busy moms'),
    see('Ask it as you would ask a friend.'),
  ],
  'validation-plan': openPlan,
  'validation-question': [...openPlan, press(/^Edit question 4/), scrollTo(button('Done'))],
  'validation-share': [...openPlan, press('Share survey'), see(role('img')(/QR code/))],
  'validation-arriving': [arriving('groq', halfPlan), ...validate(), see('Invoice Ledger')],
  'validation-locked': [
    goTo(({ paths }) => paths.fullTrail),
    // The newest plans of this idea are those of the other screens.
    press((page) => page.getByRole('button', { name: 'Open plan' }).last()),
    see(/people have answered, so the questions stay/),
  ],
});

/** Opens the coach without what an earlier visit has left in the account. */
const openCoach: Steps = [
  answer('ideation-draft', { session: null }),
  (page) =>
    page.route('**/api/ideation-sessions/*', (route) =>
      route.request().method() === 'PUT' ? undefined : route.continue(),
    ),
  openIdeation,
];
const coach: Steps = [...openCoach, fill('Ideas for my startup', pictureIdea), press('Get Ideation Help')];
const openFinished: Steps = [
  goTo(({ paths }) => paths.fullTrail),
  press((page) => role('list')('Ideation sessions')(page).getByRole('button', { name: 'Open' })),
  (page) => seeSection(ideationDialog(page), 'ACQUISITION'),
];
const editText = press((page) =>
  sessionText(ideationDialog(page)).getByRole('button', { name: 'Edit text' }),
);
const openField = (page: Page) => sessionText(ideationDialog(page)).getByRole('textbox');

const someOfIt =
  '{"appName": "Invoice Ledger", "tagline": "Who owes what, and since when", "concept": "One list of what is';

const ideationScreens = [
  ...screensOf('newcomer', {
    'ideation-empty': openCoach,
    'ideation-writing': [hanging('groq'), ...coach, see('Generating response, please wait...')],
    'ideation-form': [
      ...openCoach,
      fill('Ideas for my startup', pictureIdea),
      (page) => expect(page.getByRole('textbox', { name: 'How does it help?' })).toHaveValue(pictureIdea),
    ],
    'ideation-error': [failing('groq'), ...coach, see('Everything you have written is kept.')],
    'ideation-stopped': [
      usesModel,
      stream('groq', `event: text\ndata: ${JSON.stringify({ text: someOfIt })}\n\n`),
      ...coach,
      see('Not complete'),
    ],
  }),
  ...screensOf('founder', {
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
    'ideation-editing': [...openFinished, editText, (page) => expect(openField(page)).toBeFocused()],
    'ideation-done': [
      ...openFinished,
      press((page) => ideationDialog(page).getByText('Export', { exact: true })),
      see(button('PDF')),
    ],
    'ideation-forked': [
      refuseFirstSave,
      ...openFinished,
      editText,
      (page) => openField(page).press('End'),
      (page) => page.keyboard.type(' And more.'),
      see(/^Changed in another tab/),
    ],
  }),
];

/** Says that a model is connected. */
async function usesModel(page: Page): Promise<void> {
  await askAll(page);
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ai: 'openai-compatible' } });
  });
}

/** Answers the first save as if the session had been changed in another tab. */
async function refuseFirstSave(page: Page): Promise<void> {
  const message = 'Changed elsewhere';
  const json = { code: 'ideation_changed_elsewhere', error: message, message };
  let saves = 0;
  await page.route('**/api/ideation-sessions/*', (route) =>
    route.request().method() === 'PUT' && saves++ === 0
      ? route.fulfill({ status: 409, json })
      : route.continue(),
  );
}

const enhance: Steps = [openProofOfConcept, fill('Your App Idea', pictureIdea), press('Enhance Prompt')];
/** Opens the prompt by its trail, which says what it rests on. */
const openPrompt: Steps = [
  goTo(({ paths }) => paths.fullTrail),
  press('Open the build prompt'),
  (page) => expect(enhancedPrompt(dialog(page, /^Proof of Concept/))).toContainText('Must'),
];

const proofOfConceptScreens = [
  ...screensOf('prolific', {
    'poc-empty': [openProofOfConcept, see('None of your surveys has answers yet.')],
    'poc-writing': [hanging('groq'), ...enhance, see('Enhancing your prompt, please wait...')],
    'poc-error': [failing('groq'), ...enhance, see(/Your idea is kept\./)],
  }),
  ...screensOf('founder', {
    'poc-result': openPrompt,
    'poc-based-on': [
      openProofOfConcept,
      press('Start with another idea'),
      fill('Your App Idea', pictureIdea),
      (page) => page.getByLabel('Based on').selectOption({ label: `"${pictureIdea}" (40 answers)` }),
      see(/^40 answers, /),
    ],
    'poc-raw': [...openPrompt, press('Raw text')],
    'poc-evidence': [
      ...openPrompt,
      see(/ · 40 answers$/),
      (page) =>
        enhancedPrompt(dialog(page, /^Proof of Concept/))
          .getByRole('heading', { name: 'Must' })
          .scrollIntoViewIfNeeded(),
    ],
    'poc-diff': [...openPrompt, press('What changed'), see((page) => page.locator('ins'))],
  }),
];

const oneTrail = /\/api\/trails\/[^?]/;
const openFullTrail = goTo(({ paths }) => paths.fullTrail);

/** One idea with everything that was made for it. */
const trailScreens = screensOf('founder', {
  'trail-new': [goTo(({ paths }) => paths.newTrail), see(button('Continue the coach'))],
  'trail-full': [openFullTrail, seeTitle, see(button('Open the build prompt'))],
  'trail-manage': [
    openFullTrail,
    press((page) => page.getByText('Rename, archive or delete')),
    press(button(/^Rename: Survey of/)),
    see((page) => page.getByLabel('Name of the survey')),
  ],
  'trail-missing': [
    goTo(({ paths }) => `${paths.fullTrail}-of-nobody`),
    see('There is no such idea in your account.'),
  ],
  'trail-loading': [hanging(oneTrail), openFullTrail, see('Loading the idea')],
  'trail-error': [failing(oneTrail), openFullTrail, see('This idea could not be loaded.')],
});

const seeGo = see(heading(/^Decision: Go$/));

const resultScreens = [
  ...screensOf('founder', {
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
    answers: [goTo(({ surveys }) => `${surveys.go.path}/answers`), see(heading(/answers$/))],
    'answers-open': [
      goTo(({ surveys }) => `${surveys.go.path}/answers?answer=3`),
      see(role('dialog')('Answer #3')),
      see('Delete'),
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
  }),
  ...screensOf('crowd', {
    'results-crowded': [
      goTo(({ surveys }) => `${surveys.crowded.path}/results`),
      see(/Based on 1,200 submission/),
    ],
  }),
];

const switches = (page: Page) => page.getByRole('switch');
const openSettings: Steps = ['/settings', see('Not confirmed yet'), count(switches, 7)];
const billing = '/startup-spark-suite/billing';
const seenAt = '2026-11-24T21:04:00.000Z';
const pictureUser = { id: 'picture', email: 'nora@example.com', name: 'Nora', plan: 'free' };
const secondStepCodes = Array.from({ length: 10 }, (_, index) => `a1B2${index}-c3D4${index}`);
const pictureTrail = {
  id: 'trail-1',
  idea: pictureIdea,
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

/** The account, its plan, and paying. */
const accountScreens = [
  ...screensOf('newcomer', {
    settings: ['/settings', seeTitle],
    'menu-signed-in': ['/settings', seeTitle, openMenu],
    'settings-account': openSettings,
    'settings-link-sent': [
      answer('auth/send-verification-email', { status: true }),
      ...openSettings,
      press('Send the confirmation link'),
      see('A link to confirm your address is on its way.'),
    ],
    'settings-change-name': [...openSettings, press('Change name'), see(button('Save name'))],
    'settings-second-step': [
      answer('auth/two-factor/enable', {
        totpURI:
          'otpauth://totp/Startup%20Spark:nora?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Startup%20Spark',
        backupCodes: secondStepCodes,
      }),
      ...openSettings,
      press('Set up second step'),
      fill('Current password', 'not-a-real-one'),
      press('Continue'),
      see('Scan this with an authenticator app on your phone.'),
    ],
    'settings-passkeys': [
      answer('auth/passkey/list-user-passkeys', [
        { id: 'a', name: 'Laptop at work', createdAt: seenAt },
        { id: 'b', name: 'Phone', createdAt: seenAt },
      ]),
      ...openSettings,
      press('Add passkey'),
      press('Add passkey'),
      seeErrors(2),
    ],
    'inbox-second-step': [
      answer('user/sync', { ...pictureUser, needsSecondFactor: true }),
      '/startup-spark-suite/inbox',
      see('Turn on your second step first'),
    ],
    'settings-backup-codes': [
      answer('auth/get-session', { user: { ...pictureUser, emailVerified: true, twoFactorEnabled: true } }),
      answer('user/sync', pictureUser),
      answer('auth/two-factor/generate-backup-codes', { status: true, backupCodes: secondStepCodes }),
      '/settings',
      press('Change second step'),
      fill('Current password', 'not-a-real-one'),
      press('New backup codes'),
      see(secondStepCodes[0] ?? ''),
    ],
    'settings-change-password': [
      ...openSettings,
      press('Change password'),
      press('Save password'),
      seeErrors(2),
    ],
    'settings-delete': [...openSettings, press('Delete…'), seeDialog('Delete your account?')],
    'settings-devices': [
      answer('user/devices', [
        { id: 'a', name: 'Chrome on Mac', isPhone: false, lastSeenAt: seenAt, isCurrent: true },
        { id: 'b', name: 'Safari on iPhone', isPhone: true, lastSeenAt: seenAt, isCurrent: false },
      ]),
      ...openSettings,
      see('Safari on iPhone'),
    ],
    'settings-devices-failed': [
      failing('user/devices'),
      ...openSettings,
      see('Your devices could not be loaded.'),
    ],
    'settings-archived': [
      answer('trails?*', [pictureTrail]),
      ...openSettings,
      see(heading('Archived ideas')),
    ],
    'keep-account': [
      answer('user/sync', { ...pictureUser, deletesAt: Date.parse('2026-12-02T10:00:00Z') }),
      '/settings',
      seeDialog('Keep your account?'),
    ],
    'billing-free': [billing, see('No payments yet')],
    'payment-cancel': ['/payment-cancel', seeTitle],
    'test-checkout': [goTo(({ paths }) => paths.checkout), see(button('Pay with test money'))],
  }),
  ...screensOf('founder', {
    'billing-pro': [billing, see('$29.00')],
    'payment-success': [goTo(({ paths }) => paths.paid), see(heading('Payment Successful!'))],
  }),
  ...screensOf('developer', {
    'billing-developer-canceled': [billing, see('Keep the subscription')],
  }),
  ...screensOf('agent', {
    'settings-confirmed': ['/settings', see(/^Confirmed$/), count(switches, 7)],
  }),
];

/** Screens that a founder opens every day, with their results. */
export const suiteScreens: Screen[] = [
  ...dashboardScreens,
  ...validationScreens,
  ...ideationScreens,
  ...proofOfConceptScreens,
  ...trailScreens,
  ...resultScreens,
  ...accountScreens,
];
