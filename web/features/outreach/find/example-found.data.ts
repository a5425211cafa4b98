import type { FoundOpportunities, Opportunity } from '#shared/contracts/opportunities.ts';

export const opportunity: Opportunity = {
  id: 'o1',
  link: 'https://news.example.org/item?id=1',
  original_post: `We share two homes and miss every handover. ${'How do you plan it? '.repeat(12)}`,
  suggested_response: 'Say which handover went wrong for you, and that you made Two Homes.',
  keywords_used: ['two homes', 'handover'],
  day: 2,
  status: 'AWAITING_REVIEW',
  source: 'hacker-news',
  host: 'news.example.org',
  title: 'How do separated parents plan the week?',
  community: null,
  posted_at: '2099-05-01T10:00:00.000Z',
  replies: 4,
  confidence: 92,
  why: ['It names the handover between two homes.'],
  quote: 'miss every handover',
  suggestion_kind: 'briefing',
  reply_way: 'hand',
  rules: {
    place: 'Hacker News',
    rules: [{ text: 'Write it yourself.', source: 'https://news.example.org/guidelines' }],
    readOn: '2099-04-30',
    expired: true,
    generatedText: 'unwelcome',
    automatedPosting: false,
  },
};

export const draftOpportunity: Opportunity = {
  ...opportunity,
  id: 'o2',
  link: 'https://lemmy.example.org/post/2',
  original_post: 'Our calendar breaks each week.',
  suggested_response: 'A shared week with two colours helped us.',
  source: 'lemmy',
  host: 'lemmy.example.org',
  title: 'Shared calendars',
  community: 'parenting',
  confidence: 64,
  quote: null,
  suggestion_kind: 'draft',
  reply_way: 'account',
};

export const foundTwo: FoundOpportunities = {
  opportunities: [opportunity, draftOpportunity],
  sources: [
    { source: 'hacker-news', host: 'news.example.org', outcome: 'answered', found: 30, message: '' },
    { source: 'lemmy', host: 'lemmy.example.org', outcome: 'cached', found: 1, message: '' },
    {
      source: 'stack-exchange',
      host: 'api.example.org',
      outcome: 'waiting',
      found: 0,
      message: 'It asks us to wait 40 seconds.',
    },
  ],
  searchedFor: ['two homes', 'handover calendar'],
  considered: 31,
  leftOut: [
    { reason: 'too-old', count: 12 },
    { reason: 'crisis', count: 0 },
    { reason: 'promotional', count: 3 },
  ],
  model: null,
};
