import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { ReplyWay } from '#shared/contracts/outreach/opportunities.ts';
import { productName } from '#shared/rules/product.ts';

/** Rules read for one place. A card without hosts holds for every host of its source that has none of its own. */
export type StoredCard = {
  source: SourceName;
  /** Bare host names. */
  hosts?: string[];
  /** Absent: the host is the place's name. */
  place?: string;
  rules: { text: string; source: string }[];
  /** Days, 'YYYY-MM-DD'. On `expiresOn` the card no longer holds. */
  readOn: string;
  expiresOn: string;
  generatedText: 'allowed' | 'unwelcome';
  automatedPosting: boolean;
  replyWay: ReplyWay;
  repliesPerDay: number;
};

const guidelines = 'https://news.ycombinator.com/newsguidelines.html';
const ours = (text: string) => ({ text, source: productName });
const fromYourAccount = ours(
  'We send a reply that you approved from your linked account, on its own server, once we have shown you the rules there. On other servers you post it yourself.',
);

// Hacker News worded its rule on generated text twice within half a year: nothing here holds longer than that.
const hackerNewsRead = { readOn: '2026-09-29', expiresOn: '2027-03-29' };
// Of Stack Overflow, DEV, lemmy.world and Bluesky no one has read the page itself for us: their cards say so and quote
// nothing.
const novemberRead = { readOn: '2026-11-22', expiresOn: '2027-05-22' };

/** Places by source; a place with hosts comes before the rest of its source. */
export const storedCards: StoredCard[] = [
  {
    source: 'hacker-news',
    place: 'Hacker News',
    rules: [
      {
        text: "Don't post generated text or AI-edited text. HN is for conversation between humans.",
        source: guidelines,
      },
      {
        text: "Please don't put generated text in HN posts. Write your text yourself, because HN is for sharing between humans. For the same reason, don't automate posting.",
        source: guidelines,
      },
      {
        text: "Please don't use HN primarily for promotion. It's ok to post your own stuff part of the time, but the primary use of the site should be for curiosity.",
        source: guidelines,
      },
      { text: "Don't solicit upvotes, comments, or submissions.", source: guidelines },
      {
        text: "Write your text by hand. Don't use an LLM to generate any of it (not even a tiny bit, including to edit or spruce it up).",
        source: 'https://news.ycombinator.com/item?id=22336638',
      },
    ],
    ...hackerNewsRead,
    generatedText: 'unwelcome',
    automatedPosting: false,
    replyWay: 'hand',
    repliesPerDay: 3,
  },
  {
    source: 'stack-exchange',
    place: 'Stack Exchange',
    rules: [
      ours('We show questions from here so that you learn from them. Replies are not sent.'),
      ours(
        'As far as we know, generated answers are banned, and whoever names their own product must say that it is theirs. We have not read the rules ourselves.',
      ),
    ],
    ...novemberRead,
    generatedText: 'unwelcome',
    automatedPosting: false,
    replyWay: 'none',
    repliesPerDay: 0,
  },
  {
    source: 'lemmy',
    hosts: ['lemmy.world'],
    place: 'lemmy.world',
    rules: [
      ours(
        'As far as we know, bots may not advertise there. We have not read its rules ourselves: read them before you reply.',
      ),
      fromYourAccount,
      ours('The reply says that you made the product.'),
    ],
    ...novemberRead,
    generatedText: 'allowed',
    automatedPosting: false,
    replyWay: 'account',
    repliesPerDay: 3,
  },
  {
    source: 'lemmy',
    rules: [ours("We don't know this server's rules. Read its side bar before you reply."), fromYourAccount],
    ...novemberRead,
    generatedText: 'allowed',
    automatedPosting: false,
    replyWay: 'account',
    repliesPerDay: 3,
  },
  {
    source: 'discourse',
    rules: [ours("We don't know this forum's rules. Read its guidelines before you reply."), fromYourAccount],
    ...novemberRead,
    generatedText: 'allowed',
    automatedPosting: false,
    replyWay: 'account',
    repliesPerDay: 3,
  },
  {
    source: 'dev',
    place: 'DEV',
    rules: [
      ours(
        'As far as we know, people are asked not to let bots or AI write comments there. We have not read the page ourselves.',
      ),
      ours('You post replies yourself.'),
    ],
    ...novemberRead,
    generatedText: 'unwelcome',
    automatedPosting: false,
    replyWay: 'hand',
    repliesPerDay: 3,
  },
  {
    source: 'github',
    place: 'GitHub',
    rules: [
      ours(
        'Maintainers take promotion in their issues for spam. Read what people ask for here, and do not reply.',
      ),
    ],
    ...novemberRead,
    generatedText: 'unwelcome',
    automatedPosting: false,
    replyWay: 'none',
    repliesPerDay: 0,
  },
  {
    // The account lives on a server that its owner chose and whose rules its owner agreed to; the mark below is
    // Mastodon's own way of admitting accounts that post by program.
    source: 'mastodon',
    rules: [
      ours(
        'Before you switch automated posting on: mark the account as automated in its profile, and read the About page of its server. Some servers forbid it.',
      ),
      fromYourAccount,
      ours(
        'A reply is sent without you only to posts of the server on which your own account lives, and only with sentences that you approved before.',
      ),
      ours('Every reply says that you made the product.'),
    ],
    ...novemberRead,
    generatedText: 'allowed',
    automatedPosting: true,
    replyWay: 'account',
    repliesPerDay: 3,
  },
  {
    source: 'bluesky',
    place: 'Bluesky',
    rules: [
      ours(
        'As far as we know, bots are asked to answer only whoever tagged them. We have not read the page ourselves.',
      ),
      ours('A reply that you approved may be sent from your linked account. Nothing is sent without you.'),
    ],
    ...novemberRead,
    generatedText: 'allowed',
    automatedPosting: false,
    replyWay: 'account',
    repliesPerDay: 3,
  },
  {
    source: 'reddit',
    place: 'Reddit',
    rules: [
      {
        text: 'You must request access and get explicit approval before accessing any Reddit data through our API',
        source: 'https://github.com/zoharbabin/web-researcher-mcp/issues/243',
      },
    ],
    ...novemberRead,
    generatedText: 'unwelcome',
    automatedPosting: false,
    replyWay: 'none',
    repliesPerDay: 0,
  },
];
