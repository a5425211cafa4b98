import { expect, type Locator, type Page } from '@playwright/test';
import { dashboard } from '#e2e/harness/founder.ts';
import { fillProduct, findDialog, history, historyPage, openFind } from '#e2e/harness/outreach-screen.ts';
import { latePost } from '#server/testing/outreach-rows.ts';
import type { FoundOpportunities, LeftOutPost, Opportunity } from '#shared/contracts/opportunities.ts';
import {
  count,
  fill,
  goTo,
  press,
  role,
  type Screen,
  type Steps,
  screensOf,
  scrollTo,
  see,
  seeDialog,
  stream,
  text,
} from './screen.ts';
import { lemmyDraft, sourceReports } from './world.ts';

const onHackerNews: Opportunity = {
  ...latePost,
  id: 'found-1',
  link: 'https://news.ycombinator.com/item?id=41000001',
  original_post: latePost.originalPost,
  suggested_response: latePost.suggestedReply,
  keywords_used: latePost.keywords,
  status: 'AWAITING_REVIEW',
  community: null,
  posted_at: new Date(Date.now() - 86_400_000).toISOString(),
  replies: 23,
  suggestion_kind: 'briefing',
  draft_cuts: [],
  license: null,
  reply_way: 'hand',
  rules: {
    place: 'Hacker News',
    rules: [
      {
        text: 'Don’t post generated text or AI-edited text.',
        source: 'https://news.ycombinator.com/newsguidelines.html',
      },
    ],
    readOn: '2026-10-01',
    expired: false,
    generatedText: 'unwelcome',
    automatedPosting: false,
  },
};

const onLemmy: Opportunity = {
  ...onHackerNews,
  ...lemmyDraft,
  id: 'found-2',
  link: 'https://lemmy.world/post/812',
  suggested_response: lemmyDraft.suggestedReply,
  title: 'Clients who pay late',
  replies: 1,
  confidence: 74,
  suggestion_kind: 'draft',
  draft_cuts: [
    { sentence: 'Studies show that three reminders get nine invoices of ten paid.', reason: 'figure' },
  ],
  reply_way: 'account',
  rules: { ...onHackerNews.rules, place: 'lemmy.world', generatedText: 'allowed' },
};

function leftOut(reason: LeftOutPost['reason'], title: string): LeftOutPost {
  const opportunity = { ...onLemmy, id: title, title, link: `https://lemmy.world/post/${title.length}` };
  const { link, source, host, community, posted_at } = opportunity;
  return { reason, title, link, source, host, community, posted_at, opportunity, known: null };
}

const replied = { id: 'conversation-1', repliedAt: new Date(Date.now() - 9 * 86_400_000).toISOString() };

/** More than are shown at once. */
const foundMany: FoundOpportunities = {
  opportunities: [
    onHackerNews,
    onLemmy,
    ...Array.from({ length: 21 }, (_, place) => ({
      ...(place % 2 === 0 ? onLemmy : onHackerNews),
      id: `found-${place + 3}`,
      title: `How do you get paid on time? Part ${place + 1}`,
      confidence: 70 - place,
    })),
  ],
  sources: sourceReports,
  searchedFor: ['late invoices', 'payment reminders', 'freelance clients'],
  considered: 35,
  leftOut: [
    { reason: 'not-asking', count: 5 },
    { reason: 'off-topic', count: 22 },
    { reason: 'known', count: 1 },
    { reason: 'crisis', count: 1 },
  ],
  leftOutPosts: [
    leftOut('not-asking', 'We halved our late invoices this year'),
    leftOut('not-asking', 'Show HN: I drew every invoice of my first year'),
    leftOut('not-asking', 'Our studio looks for a bookkeeper in Leeds, full time, two days at the office'),
    leftOut('not-asking', 'Why banks are slow'),
    leftOut('not-asking', 'Forty days'),
    leftOut('off-topic', 'How do you plan meals for two?'),
    leftOut('off-topic', 'Which till for a food truck?'),
    { ...leftOut('known', 'How do small studios get paid?'), opportunity: null, known: replied },
    { ...leftOut('crisis', 'I can’t go on like this'), opportunity: null },
  ],
  model: null,
};
const foundNothing: FoundOpportunities = {
  ...foundMany,
  opportunities: [],
  considered: 0,
  leftOut: [],
  leftOutPosts: [],
};

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const sourceEvents = (reported: number) =>
  sourceReports.map((report, place) => {
    const { source, host } = report;
    return event('source', { source, host, report: place < reported ? report : null });
  });
const search: Steps = [openFind, (page) => fillProduct(findDialog(page)), press('Find Opportunities')];
const answerSearch = (events: string) => stream('campaign/find-opportunities', events);
const review = (found: FoundOpportunities): Steps => [
  answerSearch([...sourceEvents(4), event('ranking', {}), event('done', found)].join('')),
  ...search,
  seeDialog('Review Opportunities'),
  (page) => expect(findDialog(page)).toBeHidden(),
];
const seeRules = press(text(/^Rules of /));
const secondDetails = (page: Page) => page.getByRole('button', { name: /^Details: / }).nth(1);

/** The search for conversations; no real source is asked. */
const findScreens = screensOf('launcher', {
  'launch-form': [openFind],
  'launch-form-errors': [
    openFind,
    press(text('More places to search')),
    fill('Forums to search as well', 'not an address of a forum, a, b, c, d'),
    (page) => findDialog(page).getByLabel('URL').fill('invoice-chaser'),
    press('Find Opportunities'),
    see((page) => findDialog(page).getByRole('alert')),
  ],
  'launch-searching': [
    (page) => page.addInitScript(searchForEver, sourceEvents(2).join('')),
    ...search,
    see('Asking 4 places; 2 done so far.'),
  ],
  'launch-search-failed': [answerSearch(event('ranking', {})), ...search, see(/What you typed is kept\./)],
  'launch-review': review({ ...foundMany, opportunities: foundMany.opportunities.slice(0, 6) }),
  'launch-review-details': [
    ...review(foundMany),
    // On a phone a row has its buttons once it is open.
    press(secondDetails),
    press((page) =>
      page
        .getByRole('article')
        .nth(1)
        .getByRole('button', { name: /^Skip: / }),
    ),
    press(secondDetails),
    press((page) => page.getByRole('button', { name: /^Details: / })),
    seeRules,
    press((page) => page.getByRole('button', { name: /^Details: / }).nth(1)),
    press(text(/^Written without AI/)),
    scrollTo((page) => page.getByRole('button', { name: /^Details: / })),
  ],
  'launch-review-end': [
    ...review({ ...foundMany, opportunities: foundMany.opportunities.slice(0, 6) }),
    press(text(/^\d+ found, 6 shown:/)),
    scrollTo(text(/^\d+ found, 6 shown:/)),
  ],
  'launch-nothing-found': [...review(foundNothing), see('No opportunities found.')],
});

/** Runs in the page: a search that has sent these events and goes on. */
function searchForEver(events: string): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.includes('/find-opportunities')) return send(input, init);
    const start = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new TextEncoder().encode(events));
    const headers = { 'content-type': 'text/event-stream' };
    return Promise.resolve(new Response(new ReadableStream({ start }), { headers }));
  };
}

const conversations = (page: Page) => history(page).getByRole('article');
const openHistory: Steps = [historyPage, count(conversations, 11)];
const openEditor = (title: string, actions: ((row: Locator) => Locator)[]): Steps => [
  ...openHistory,
  ...actions.map((action) => press((page) => action(conversations(page).filter({ hasText: title }).first()))),
  see(text(/ left today/)),
];
const activeCampaigns = role('region')('Active Campaigns');
const seeLink = goTo(({ paths }) => paths.linkWaiting);

/** Campaigns, conversations, linked accounts. */
const campaignScreens = [
  ...screensOf('marketer', {
    'dashboard-outreach': [dashboard, count(conversations, 3), see((page) => page.getByRole('table').last())],
    ...Object.fromEntries(
      ['READY', 'POSTED', 'FAILED', 'UNCONFIRMED', 'REJECTED'].map((status): [string, Steps] => [
        `history-${status.toLowerCase()}`,
        [
          ...openHistory,
          (page) => history(page).getByLabel('Status').selectOption(status),
          (page) => expect(conversations(page)).not.toHaveCount(11),
          scrollTo(history),
        ],
      ]),
    ),
    history: openHistory,
    'history-details': [...openHistory, press((page) => conversations(page).first().getByText('Details'))],
    'campaign-edited': [
      dashboard,
      press((page) => activeCampaigns(page).getByText('Sources (1 of 4 failed)')),
      press((page) => activeCampaigns(page).getByRole('button', { name: 'Edit', exact: true })),
      (page) => activeCampaigns(page).getByLabel('Keywords').fill(''),
      press((page) => activeCampaigns(page).getByRole('button', { name: 'Save' })),
      see('At least one keyword is needed.'),
    ],
    'campaign-feed': [
      dashboard,
      press((page) => activeCampaigns(page).getByText('Sources (1 of 4 failed)')),
      press((page) => activeCampaigns(page).getByText('Feed', { exact: true })),
      see('A new address ends the old one.'),
    ],
    'campaign-delete': [
      dashboard,
      press((page) => activeCampaigns(page).getByText('More', { exact: true })),
      press((page) => activeCampaigns(page).getByRole('button', { name: 'Delete…' })),
      see('Delete this campaign and its conversations?'),
    ],
    'reply-editor': [
      ...openEditor('How do you chase late invoices', [
        (row) => row.getByRole('button', { name: 'Approve' }),
      ]),
      (page) =>
        page.getByRole('dialog').getByRole('textbox').fill('Answer: try Invoice Chaser, it is great.'),
    ],
    'reply-editor-draft': openEditor('Clients who pay late', [
      (row) => row.getByText('Details'),
      (row) => row.getByRole('button', { name: 'Edit before approving' }),
    ]),
    'settings-posting': [
      '/settings',
      see(role('switch')('Enable automated posting')),
      see(role('article')(/^mia on /)),
      press(text('What it would do, place by place')),
      seeRules,
    ],
    'hn-link': [seeLink, see('Press Check')],
    'hn-link-linked': [goTo(({ paths }) => paths.linked), see('Account linked')],
    'hn-link-expired': [
      goTo(({ paths }) => paths.linkExpired),
      see('This page is too old. Close it and press Link again.'),
    ],
  }),
  ...screensOf('launcher', {
    'settings-no-campaign': ['/settings', see('Create a campaign to manage automated posting settings.')],
    'settings-link-account': [
      '/settings',
      (page) => linkForm(page).getByLabel('Source').selectOption('lemmy'),
      press('Link Lemmy account'),
      see((page) => linkForm(page).getByRole('alert')),
    ],
    'hn-link-unknown': [seeLink, see('There is no such page for this account.')],
  }),
  ...screensOf('lapsed', {
    'dashboard-outreach-read-only': [
      dashboard,
      see('Your plan no longer includes campaigns.'),
      count(conversations, 1),
    ],
    'settings-posting-read-only': ['/settings', see(/Automated posting needs the Developer plan\./)],
  }),
  // The dialog opens by itself and hides the page's heading from the accessibility tree.
  ...screensOf('visitor', { 'hn-link-signed-out': [seeLink, seeDialog('Welcome to Startup Spark')] }),
];

const linkForm = (page: Page) => page.getByRole('region', { name: 'Link an account' });

/** Finding conversations, replying to them, and what came of it. */
export const outreachScreens: Screen[] = [...findScreens, ...campaignScreens];
