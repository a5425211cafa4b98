import { latePost } from '#server/testing/outreach-rows.ts';
import type {
  FoundOpportunities,
  LeftOutPost,
  Opportunity,
} from '#shared/contracts/outreach/opportunities.ts';
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

/** Outcome of a search: more than are shown at once, and some of each kind that was left out. */
export const foundMany: FoundOpportunities = {
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
  considered: 32,
  leftOut: [
    { reason: 'not-asking', count: 2 },
    { reason: 'off-topic', count: 22 },
    { reason: 'known', count: 1 },
    { reason: 'crisis', count: 1 },
  ],
  leftOutPosts: [
    leftOut('not-asking', 'We halved our late invoices this year'),
    leftOut('not-asking', 'Show HN: I drew every invoice of my first year'),
    leftOut('off-topic', 'How do you plan meals for two?'),
    { ...leftOut('known', 'How do small studios get paid?'), opportunity: null, known: replied },
    { ...leftOut('crisis', 'I can’t go on like this'), opportunity: null },
  ],
  model: null,
};
