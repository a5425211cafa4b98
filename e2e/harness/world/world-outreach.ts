import { type Account, call, openAccount } from '#e2e/harness/api.ts';
import { runSql } from '#e2e/harness/database.ts';
import { newPerson } from '#e2e/harness/person.ts';
import type { Product } from '#e2e/harness/product.ts';
import type { SourceReport } from '#shared/contracts/conversation-sources.ts';
import { type ConversationGiven, seedAccount, seedCampaign, seedConversation } from './seed-outreach.ts';

/** Everything that the screens of campaigns and conversations show. No source is asked for any of it. */
export type OutreachWorld = {
  /** Has two campaigns, a conversation in every state, and linked accounts. */
  marketer: Account;
  /** May launch, and has not begun. */
  launcher: Account;
  /** Had campaigns, and no longer the plan for them. */
  lapsed: Account;
  /** Where the windows that link a Hacker News account lead, one of each state. */
  linkPaths: { waiting: string; linked: string; expired: string };
};

export async function makeOutreachWorld(product: Product): Promise<OutreachWorld> {
  const { url } = product;
  const marketer = await openAccount(url, 'developer', newPerson('Mia Marketer'));
  const launcher = await openAccount(url, 'developer', newPerson('Lina Launcher'));
  const lapsed = await openAccount(url, 'free', newPerson('Lars Lapsed'));
  const campaignId = await seedCampaign(product, marketer, { sources: reports, autoPost: true });
  await seedCampaign(product, marketer, {
    name: 'Bread Planner',
    keywords: ['bakery', 'bread waste'],
    pausedBecause: 'removals',
  });
  for (const given of conversations.toReversed())
    await seedConversation(product, marketer, campaignId, given);
  const ended = await seedCampaign(product, lapsed, { pausedBecause: 'plan' });
  await seedConversation(product, lapsed, ended);
  await seedAccount(product, marketer, {
    source: 'lemmy',
    host: 'lemmy.world',
    username: 'mia',
    needsLink: true,
  });
  return { marketer, launcher, lapsed, linkPaths: await makeLinks(product, marketer, campaignId) };
}

async function makeLinks(product: Product, { id, token }: Account, campaignId: string) {
  const open = async () => {
    const body = { campaignId };
    const { loginUrl } = await call<{ loginUrl: string }>(product.url, '/api/hn/login', { token, body });
    return new URL(loginUrl).pathname;
  };
  const [waiting, linked, expired] = [await open(), await open(), await open()];
  const username = 'mia_builds';
  const accountId = await seedAccount(product, { id } as Account, {
    source: 'hacker-news',
    host: 'news.ycombinator.com',
    username,
  });
  const nonceOf = (path: string) => path.split('/').at(-1);
  const url = await product.databaseUrl();
  await runSql(url, 'update account_proofs set linked_account_id = $1 where nonce = $2', [
    accountId,
    nonceOf(linked),
  ]);
  await runSql(url, `update account_proofs set expires_at = now() - interval '1 hour' where nonce = $1`, [
    nonceOf(expired),
  ]);
  return { waiting, linked, expired };
}

const answered = { outcome: 'answered', message: '' } as const;
const reports: SourceReport[] = [
  { source: 'hacker-news', host: 'news.ycombinator.com', found: 34, ...answered },
  { source: 'stack-exchange', host: 'softwarerecs.stackexchange.com', found: 6, ...answered },
  {
    source: 'lemmy',
    host: 'lemmy.world',
    outcome: 'waiting',
    found: 0,
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

const lemmy = { source: 'lemmy', host: 'lemmy.world', community: 'freelance', replyWay: 'account' } as const;
const draft = {
  suggestionKind: 'draft',
  suggestedReply:
    'What helped me most was to agree on the reminders before the work starts: one a week before the date and one on it. Nobody is surprised then, and nobody has to be rude. Disclosure: I built Invoice Chaser.',
} as const;
const ownWords =
  'Agree on two reminders in the contract: then they are expected, and nobody finds them rude.';

/** The newest first. */
const conversations: ConversationGiven[] = [
  {},
  {
    ...lemmy,
    ...draft,
    title: 'Clients who pay late',
    confidence: 91,
    heldBecause: "We don't know the rules of lemmy.world, so this reply is left for you.",
  },
  { status: 'READY', reply: ownWords, title: 'Ask HN: Do reminders work at all?' },
  {
    ...lemmy,
    ...draft,
    status: 'APPROVED',
    reply: ownWords,
    title: 'How long do you wait before the second reminder?',
  },
  { ...lemmy, ...draft, status: 'POSTING', reply: ownWords, title: 'Late fees or friendly reminders?' },
  {
    ...lemmy,
    ...draft,
    status: 'POSTED',
    reply: ownWords,
    title: 'Third month with a late invoice',
    replyUrl: 'https://lemmy.world/comment/812',
    standing: 'standing',
    visits: 148,
    signUps: 21,
    surveyAnswers: 17,
    qualifiedAnswers: 11,
  },
  {
    status: 'POSTED',
    reply: ownWords,
    title: 'Ask HN: What do you use to bill clients?',
    replyUrl: 'https://news.ycombinator.com/item?id=41000812',
    standing: 'removed',
    visits: 86,
    signUps: 4,
    surveyAnswers: 3,
    qualifiedAnswers: 1,
  },
  {
    ...lemmy,
    ...draft,
    status: 'FAILED',
    reply: ownWords,
    title: 'Is a deposit rude?',
    outcome: 'captcha',
    outcomeText:
      'lemmy.world asked for a captcha, which only you can solve. Nothing was posted. Sign in there, then link the account again. You can post it by hand.',
  },
  {
    ...lemmy,
    ...draft,
    status: 'UNCONFIRMED',
    reply: ownWords,
    title: 'Invoice tools for one person',
    outcome: 'unknown',
    outcomeText:
      'The answer of lemmy.world was lost, so your reply may be there or not. We look for it and never send it twice.',
  },
  {
    source: 'stack-exchange',
    host: 'softwarerecs.stackexchange.com',
    community: 'invoicing',
    replyWay: 'none',
    title: 'Invoicing software that sends payment reminders',
  },
  { status: 'REJECTED', title: 'Ask HN: Which bank for a freelancer?', confidence: 58 },
];
