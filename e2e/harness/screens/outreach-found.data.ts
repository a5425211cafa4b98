import type { FoundOpportunities, Opportunity } from '#shared/contracts/opportunities.ts';

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

const forum: Opportunity = {
  id: 'found-1',
  link: 'https://news.ycombinator.com/item?id=41000001',
  original_post:
    'I freelance and about a third of my invoices are paid late. Reminders feel rude.\n\nIs there a tool that sends payment reminders for you, or do you keep a spreadsheet? I have tried both, and the spreadsheet wins because nobody opens the tool.',
  suggested_response:
    'For your eyes only, not for posting. Hacker News wants a reply in your own words.\n\nWhy this fits:\n- It speaks of “late invoices” and “payment reminders”.\n- Their words: “Is there a tool that sends payment reminders for you?”\n\nFacts you could mention, from your description of Invoice Chaser:\n- Sends friendly payment reminders\n\nHelp first. If you name Invoice Chaser at all, name it once and say that you made it, such as: Disclosure: I built Invoice Chaser.',
  keywords_used: ['late invoices', 'payment reminders'],
  day: 1,
  status: 'AWAITING_REVIEW',
  source: 'hacker-news',
  host: 'news.ycombinator.com',
  title: 'Ask HN: How do you chase late invoices without losing the client?',
  community: null,
  posted_at: ago(1),
  replies: 23,
  confidence: 96,
  why: [
    'It speaks of “late invoices” and “payment reminders”.',
    'It asks: “How do you chase late invoices?”',
  ],
  quote: null,
  suggestion_kind: 'briefing',
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

const lemmy: Opportunity = {
  ...forum,
  id: 'found-2',
  link: 'https://lemmy.world/post/812',
  original_post:
    'Third month in a row that an invoice is paid 40 days late. What do you do: late fee, payment reminders, deposit?',
  suggested_response:
    'What helps most is to agree on the reminders before the work starts, so that nobody is surprised. Disclosure: I built Invoice Chaser, which sends them: https://invoice-chaser.example',
  day: 2,
  source: 'lemmy',
  host: 'lemmy.world',
  title: 'Clients who pay late',
  community: 'freelance',
  posted_at: ago(7),
  replies: 1,
  confidence: 74,
  why: ['It speaks of “payment reminders”.'],
  suggestion_kind: 'draft',
  reply_way: 'account',
  rules: { ...forum.rules, place: 'lemmy.world', generatedText: 'allowed' },
};

const sources: FoundOpportunities['sources'] = [
  { source: 'hacker-news', host: 'news.ycombinator.com', outcome: 'answered', found: 34, message: '' },
  { source: 'stack-exchange', host: 'api.stackexchange.com', outcome: 'cached', found: 6, message: '' },
  {
    source: 'lemmy',
    host: 'lemmy.world',
    outcome: 'waiting',
    found: 12,
    message: 'It asks us to wait 40 seconds.',
  },
  {
    source: 'discourse',
    host: 'forum.example.com',
    outcome: 'failed',
    found: 0,
    message: 'It did not answer within 15 seconds.',
  },
];

/** More than are shown at once. */
export const foundMany: FoundOpportunities = {
  opportunities: [
    forum,
    lemmy,
    ...Array.from({ length: 21 }, (_, place) => ({
      ...(place % 2 === 0 ? lemmy : forum),
      id: `found-${place + 3}`,
      title: `How do you get paid on time? Part ${place + 1}`,
      confidence: 70 - place,
    })),
  ],
  sources,
  searchedFor: ['late invoices', 'payment reminders', 'freelance clients'],
  considered: 52,
  leftOut: [
    { reason: 'off-topic', count: 19 },
    { reason: 'promotional', count: 6 },
    { reason: 'duplicate', count: 3 },
    { reason: 'crisis', count: 1 },
  ],
  model: null,
};

export const foundNothing: FoundOpportunities = {
  ...foundMany,
  opportunities: [],
  considered: 0,
  leftOut: [],
};
