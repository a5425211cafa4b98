import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { dashboard } from '#e2e/harness/founder.ts';
import { addFiles, fillRequest, openRequestForm, requestForm } from '#e2e/harness/request-form.ts';
import type { LinkedThread } from '#shared/contracts/support-threads.ts';
import { requestPath } from '#shared/rules/suite-paths.ts';
import {
  button,
  count,
  failing,
  fill,
  goTo,
  heading,
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
  text,
} from './screen.ts';
import { screenshotFile, secretKey, secretLog } from './seed.ts';
import type { World } from './world.ts';

const seeMessageFiles = see((page) =>
  role('log')('Conversation')(page).getByRole('img', { name: 'the-white-page.png' }),
);
const seeMasked = see(role('region')('Masked before sending'));

/** The form of a request. */
const formScreens = [
  ...screensOf('newcomer', {
    'request-form': [openRequestForm, see(/You have 1 free request/)],
    'request-form-errors': [
      openRequestForm,
      fill('App URL', 'my app'),
      fill('Contact Email', 'ada at example'),
      press('Submit Request'),
      seeErrors(5),
    ],
    'request-form-masked': [
      openRequestForm,
      (page) =>
        fillRequest(requestForm(page), {
          issue: `Paying fails. The key is ${secretKey}, and password: tuna-and-rice-9`,
        }),
      seeMasked,
    ],
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
  }),
  ...screensOf('limited', {
    'request-form-limit': [openRequestForm, (page) => expect(button('Limit Reached')(page)).toBeDisabled()],
    'pricing-from-request': [
      openRequestForm,
      press('Compare the plans'),
      seeDialog('Support Plan for non-technical founders'),
    ],
  }),
  ...screensOf('developer', {
    'request-form-developer': [
      openRequestForm,
      press('Add another issue'),
      see((page) => page.getByLabel('Issue Description 2')),
    ],
  }),
  ...screensOf('customer', {
    'request-form-pro': [
      openRequestForm,
      (page) => fillRequest(requestForm(page), {}),
      ...[1, 2, 3, 4].flatMap(
        (issues): Steps => [
          press(`Add another issue (${issues}/5)`),
          fill(`Issue Description ${issues + 1}`, `Thing number ${issues + 1} is broken.`),
        ],
      ),
      (page) => expect(button('(5/5)')(page)).toBeDisabled(),
    ],
    'request-form-edit': [
      dashboard,
      press((page) =>
        role('article')('The checkout says nothing after paying')(page).getByRole('button', { name: 'Edit' }),
      ),
      see(button('Update Request')),
    ],
  }),
];

const activities = (page: Page) => page.getByRole('region', { name: 'Activities', exact: true });
const openActivities: Steps = [
  dashboard,
  count((page) => activities(page).getByRole('combobox', { name: 'Status' }), 4),
];
const openRequest =
  (which: keyof World['requests']): Step =>
  async (page, world) => {
    // A message that counted as seen would be new in the first picture alone.
    await failing('jobs/*/seen')(page, world);
    await page.goto(requestPath(world.requests[which]));
  };

/** Requests and their threads, as the customer sees them. */
const customerScreens = screensOf('customer', {
  'dashboard-requests': openActivities,
  'dashboard-requests-late': [
    ...openActivities,
    scrollTo((page) => activities(page).getByText(/We are late/)),
  ],
  'request-new': [openRequest('unclaimed'), see(/Nobody has written yet/)],
  'request-waiting': [
    openRequest('waiting'),
    see('Please answer the question below.'),
    see((page) => role('log')('Conversation')(page).getByText('New', { exact: true })),
  ],
  'request-late': [openRequest('late'), see(/You have one request back/)],
  'request-resolved': [openRequest('resolved'), see(/Is something still wrong\?/)],
  'request-masked-answer': [
    openRequest('waiting'),
    fill('Your answer to the question', 'The builder asks for password=tuna-and-rice-9'),
    seeMasked,
  ],
  'request-answer-files': [
    openRequest('waiting'),
    fill('Your answer to the question', 'Here is what the console says.'),
    press('Attach files'),
    (page) =>
      addFiles(page.locator('#your-answer'), [
        { name: 'console.log', type: 'text/plain', content: secretLog },
      ]),
    see('Masked: 1 Stripe key'),
  ],
  'request-missing': [
    goTo(() => requestPath('of-nobody')),
    see('There is no support request at this address.'),
  ],
});

const filesScreens = screensOf('developer', {
  'request-message-files': [openRequest('answered'), seeMessageFiles],
});

/** Answering by the link of a mail, without an account. */
const linkScreens = screensOf('visitor', {
  'answer-link': [
    goTo(({ paths }) => paths.supportAnswer),
    see((page) => page.getByLabel('Your answer to the question')),
  ],
  'answer-link-sent': [
    pretendToAnswer,
    goTo(({ paths }) => paths.supportAnswer),
    fill('Your answer to the question', 'It was made with the usual builder.'),
    press('Send answer'),
    see('Your answer is sent and stands above.'),
  ],
  'answer-link-invalid': ['/support-answer#token=not-a-token', see(heading('This link does not work'))],
});

/** Adds the answer in the page alone, because every picture begins with the same thread. */
async function pretendToAnswer(page: Page): Promise<void> {
  let thread: LinkedThread | undefined;
  await page.route('**/api/support-thread', async (route) => {
    const response = await route.fetch();
    thread = (await response.json()) as LinkedThread;
    await route.fulfill({ response });
  });
  await page.route('**/api/support-thread/answer', (route) => {
    const { id, text: words } = route.request().postDataJSON() as { id: string; text: string };
    const created_at = new Date().toISOString();
    const message = { id, kind: 'customer', author: 'You', text: words, created_at };
    const messages = [...(thread?.messages ?? []), message];
    return route.fulfill({ json: { ...thread, waitingForCustomer: false, messages } });
  });
}

const inbox = '/startup-spark-suite/inbox';
const openInInbox = (which: keyof World['requests']) => goTo(({ requests }) => `${inbox}/${requests[which]}`);

/** The agents' inbox. */
const inboxScreens = [
  ...screensOf('agent', {
    inbox: [inbox, count((page) => role('list')('Support requests')(page).getByRole('listitem'), 5)],
    'inbox-search': [
      `${inbox}?search=reminders`,
      see((page) => role('list')('Support requests')(page).getByText('Resolved', { exact: true })),
    ],
    'inbox-search-nothing': [`${inbox}?queue=open&search=lighthouse`, see('Nothing was found')],
    'inbox-keys': [inbox, press('Keyboard keys'), seeDialog('Keyboard keys')],
    'inbox-message-files': [openInInbox('answered'), seeMessageFiles],
    'inbox-saved-answers': [
      openInInbox('answered'),
      press('Saved answers'),
      seeDialog('Saved answers'),
      see(heading('Sign in again')),
    ],
    'inbox-idea': [openInInbox('ofIdea'), see(role('complementary')('Idea'))],
    'inbox-unclaimed': [openInInbox('unclaimed'), see('Unclaimed.')],
    ...Object.fromEntries(
      ['Reply', 'Ask the customer', 'Internal note'].map((mode): [string, Steps] => [
        `inbox-${mode.toLowerCase().replaceAll(' ', '-')}`,
        [
          openInInbox('answered'),
          see('You work on this.'),
          (page) => role('radio')(mode)(page).check(),
          (page) =>
            role('region')('Write')(page)
              .getByRole('textbox')
              .fill('The list has to save each thing by itself.'),
        ],
      ]),
    ),
  }),
  ...screensOf('idleAgent', {
    'inbox-empty': [`${inbox}?queue=mine`, see('Nothing is yours')],
    'inbox-of-another': [openInInbox('answered'), see('Grace Agent works on this.')],
  }),
  ...screensOf('newcomer', { 'inbox-not-for-all': [inbox, see(heading('There is no page here'))] }),
];

/** Asking for help, answering, and the people who do. */
export const supportScreens: Screen[] = [
  ...customerScreens,
  ...filesScreens,
  ...formScreens,
  ...linkScreens,
  ...inboxScreens,
];
