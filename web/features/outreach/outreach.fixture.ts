import type { Campaign } from '#shared/contracts/campaigns.ts';
import type { FoundOpportunities } from '#shared/contracts/opportunities.ts';

export const exampleCampaign: Campaign = {
  id: 'campaign-1',
  product: {
    name: 'Two Homes',
    url: 'https://two-homes.example.org',
    description: 'A calendar for children who live in two homes.',
  },
  createdAt: '2026-11-20T09:00:00.000Z',
  keywords: ['two homes', 'shared calendar'],
  forums: [],
  active: true,
  pausedBecause: null,
  autoPost: false,
  confidenceThreshold: 95,
  lastListenedAt: null,
  nextListenAt: '2026-11-20T15:00:00.000Z',
  sources: [],
  conversations: { total: 5, awaitingReview: 2, posted: 1 },
};

export const foundOne: FoundOpportunities = {
  opportunities: [
    {
      id: 'o1',
      link: 'https://news.ycombinator.com/item?id=1',
      original_post: 'We share two homes and miss every handover.',
      suggested_response: 'Say which handover went wrong for you, and that you made Two Homes.',
      keywords_used: ['two homes', 'handover'],
      day: 2,
      status: 'AWAITING_REVIEW',
      source: 'hacker-news',
      host: 'news.ycombinator.com',
      title: 'How do separated parents plan the week?',
      community: null,
      posted_at: '2026-11-20T10:00:00.000Z',
      replies: 4,
      confidence: 92,
      why: ['It names the handover between two homes.'],
      quote: null,
      suggestion_kind: 'briefing',
      reply_way: 'hand',
      rules: {
        place: 'Hacker News',
        rules: [],
        readOn: '2026-09-29',
        expired: false,
        generatedText: 'unwelcome',
        automatedPosting: false,
      },
    },
  ],
  sources: [],
  searchedFor: ['two homes'],
  considered: 31,
  leftOut: [],
  model: null,
};
