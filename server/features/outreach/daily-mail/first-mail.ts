import type { Transaction } from '#server/database/connect.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Opportunity } from '#shared/contracts/outreach/opportunities.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { preview, withoutMarks } from '#shared/rules/text/plain-text.ts';
import type { FirstMail } from './letter.ts';
import { claimFirst } from './repository.ts';

/** Posts that a campaign has just found and that take a reply, under the ids of their conversations. */
type FoundNews = {
  campaign: string;
  posts: Pick<Opportunity, 'id' | 'title' | 'original_post' | 'quote' | 'source' | 'host' | 'community'>[];
};

/** Sends the mail about the first conversations of a day. */
export const sendFirstMail: Queue<FirstMail> = {
  name: 'send-first-mail',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};

const mostPosts = 3;
const titleLength = 120;

/**
 * Has a founder who asked for it mailed the first conversations of a day in UTC, as soon as they are found. In the
 * transaction that adds the conversations: both are saved, or neither.
 */
export async function enqueueFirstMail(
  { tasks, now }: { tasks: Tasks; now: () => Date },
  transaction: Transaction,
  ownerId: string,
  { campaign, posts }: FoundNews,
): Promise<void> {
  const day = now().toISOString().slice(0, 10);
  if (posts.length === 0 || !(await claimFirst(transaction, ownerId, day))) return;
  const shown = posts.slice(0, mostPosts).map((post) => ({
    id: post.id,
    title: preview((post.title || post.original_post).replace(/\s+/g, ' ').trim(), titleLength),
    place: placeName(post),
    quote: post.quote && withoutMarks(post.quote),
  }));
  const first = { ownerId, day, campaign, count: posts.length, posts: shown };
  await tasks.enqueue(transaction, sendFirstMail, first, `${ownerId} ${day}`);
}
