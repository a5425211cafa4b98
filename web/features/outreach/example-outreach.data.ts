import type { Campaign } from '#shared/contracts/campaigns.ts';
import type { Conversation, Guidance } from '#shared/contracts/conversations.ts';
import type { Reach } from '#shared/contracts/reach.ts';

const at = '2026-11-20T09:00:00.000Z';

/** A conversation that waits for its owner, with a draft that may be sent as it is. */
export const exampleConversation: Conversation = {
  id: 'conversation-1',
  campaignId: 'campaign-1',
  product: { name: 'Two Homes' },
  postTitle: 'How do you plan weeks between two homes?',
  postUrl: 'https://lemmy.example.org/post/1',
  originalPost: 'Our children live in two homes and we lose track of whose week it is.',
  source: 'lemmy',
  host: 'lemmy.example.org',
  community: 'parenting',
  postedAt: '2026-11-19T09:00:00.000Z',
  status: 'AWAITING_REVIEW',
  createdAt: at,
  updatedAt: at,
  suggestedReply:
    'A shared calendar with one colour for each home works for many families. I made Two Homes for this: https://spark.example.org/r/abc123',
  suggestionKind: 'draft',
  reply: null,
  replyWay: 'account',
  replyFindable: true,
  replyUrl: 'https://lemmy.example.org/post/1#reply',
  replyPostedUrl: null,
  confidence: 92,
  why: ['It asks how to plan weeks between two homes.'],
  keywords: ['two homes', 'calendar'],
  trackedLink: 'https://spark.example.org/r/abc123',
  clicks: 0,
  problem: null,
  heldBecause: null,
  standing: 'unchecked',
  standingCheckedAt: null,
};

/** The same where a reply is written in the owner's own words and posted by hand. */
export const exampleBriefing: Conversation = {
  ...exampleConversation,
  id: 'conversation-2',
  postTitle: 'Ask: calendars for separated parents',
  postUrl: 'https://news.ycombinator.com/item?id=2',
  replyUrl: 'https://news.ycombinator.com/reply?id=2',
  source: 'hacker-news',
  host: 'news.ycombinator.com',
  community: null,
  suggestedReply: 'They lose track of whose week it is. You could tell what helped your own family.',
  suggestionKind: 'briefing',
  replyWay: 'hand',
};

export const exampleCampaign: Campaign = {
  id: 'campaign-1',
  product: {
    name: 'Two Homes',
    url: 'https://two-homes.example.org',
    description: 'A calendar for children who live in two homes.',
  },
  createdAt: at,
  keywords: ['two homes', 'shared calendar'],
  forums: [],
  active: true,
  pausedBecause: null,
  autoPost: false,
  confidenceThreshold: 95,
  lastListenedAt: at,
  nextListenAt: '2026-11-20T15:00:00.000Z',
  sources: [
    { source: 'hacker-news', host: 'hn.algolia.com', outcome: 'answered', found: 12, message: '' },
    {
      source: 'lemmy',
      host: 'lemmy.example.org',
      outcome: 'failed',
      found: 0,
      message: 'It did not answer in time.',
    },
  ],
  conversations: { total: 5, awaitingReview: 2, posted: 1 },
};

export const exampleGuidance: Guidance = {
  rules: {
    place: 'Hacker News',
    rules: [
      { text: 'Don’t post generated text.', source: 'https://news.ycombinator.com/newsguidelines.html' },
    ],
    readOn: '2026-11-01',
    expired: false,
    generatedText: 'unwelcome',
    automatedPosting: false,
  },
  budget: {
    promotionAllowed: true,
    repliesLeftToday: 2,
    arithmetic: ['1 of 3 replies of today is used.'],
  },
  disclosure: 'I made Two Homes.',
  account: null,
};

export const exampleReach: Reach = {
  target: 1_000,
  visits: 240,
  signUps: 31,
  surveyAnswers: 18,
  qualifiedAnswers: 9,
  communities: [
    {
      source: 'lemmy',
      host: 'lemmy.example.org',
      community: 'parenting',
      replies: 4,
      visits: 200,
      signUps: 30,
      surveyAnswers: 15,
      qualifiedAnswers: 8,
    },
    {
      source: 'hacker-news',
      host: 'news.ycombinator.com',
      community: null,
      replies: 1,
      visits: 40,
      signUps: 1,
      surveyAnswers: 3,
      qualifiedAnswers: 1,
    },
  ],
  suggestion: {
    place: 'Lemmy (lemmy.example.org), parenting',
    why: '8 of 15 answers from there have the problem.',
  },
  signUpImages: [
    {
      campaignId: 'campaign-1',
      productName: 'Two Homes',
      url: 'https://spark.example.org/s/campaign-1.gif?a=1&b=2',
    },
  ],
};
