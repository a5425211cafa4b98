import { createHash } from 'node:crypto';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, linkButton, paragraph, plainLink, quote } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import type { DailyNews } from './repository.ts';

type DailyLetter = {
  email: string;
  ownerId: string;
  day: string;
  news: DailyNews;
  siteUrl: string;
  offUrl: string;
};

/** News since the last mail, with one button. */
export function dailyLetter({ email, ownerId, day, news, siteUrl, offUrl }: DailyLetter): MailMessage {
  const { conversations, visits, signUps, surveyAnswers } = news;
  const shown = (count: number) => (count > 0 ? count.toLocaleString('en-GB') : '');
  const title = conversations > 0 ? newConversations(conversations) : 'News from your replies';
  return {
    to: email,
    subject: title,
    unsubscribeUrl: offUrl,
    id: mailId('daily', ownerId, day),
    ...renderLetter({
      title,
      preheader: 'What your campaigns found, and what came of your replies.',
      blocks: [
        facts([
          ['New conversations', shown(conversations)],
          ['Visits', shown(visits)],
          ['Sign-ups', shown(signUps)],
          ['Survey answers', shown(surveyAnswers)],
        ]),
        reviewButton(siteUrl),
        paragraph('Stop this mail: ', plainLink(offUrl)),
      ],
      reason: 'You switched this daily mail on.',
    }),
  };
}

/** The news of one mail; as many posts as it shows, with the ids of their conversations. */
export type FirstMail = {
  ownerId: string;
  day: string;
  campaign: string;
  count: number;
  posts: { id: string; title: string; place: string; quote: string | null }[];
};

type FirstLetter = FirstMail & { email: string; siteUrl: string; offUrl: string };

/** The first conversations of a day, as soon as they are found. */
export function firstLetter({ email, siteUrl, offUrl, ...first }: FirstLetter): MailMessage {
  const { ownerId, day, campaign, count, posts } = first;
  const title = newConversations(count);
  return {
    to: email,
    subject: title,
    unsubscribeUrl: offUrl,
    id: mailId('first', ownerId, day),
    ...renderLetter({
      title,
      preheader: `${preview(campaign, 60)}: the first of today.`,
      blocks: [
        facts([['Product', campaign]]),
        ...posts.flatMap((post) => [
          facts([[post.place, post.title]]),
          post.quote === null ? null : quote(post.quote),
          paragraph(plainLink(`${siteUrl}/startup-spark-suite/history?conversation=${post.id}`)),
        ]),
        reviewButton(siteUrl),
        paragraph('Stop this mail: ', plainLink(offUrl)),
      ],
      reason: 'You switched on a mail at the first conversations of a day.',
    }),
  };
}

function newConversations(count: number): string {
  return `${count.toLocaleString('en-GB')} new ${count === 1 ? 'conversation' : 'conversations'}`;
}

function reviewButton(siteUrl: string) {
  return linkButton('Review conversations', `${siteUrl}/startup-spark-suite/history`);
}

/** The same for a mail that is sent again. */
function mailId(kind: string, ownerId: string, day: string): string {
  return `${kind}-${createHash('sha256').update(`${ownerId} ${day}`).digest('hex').slice(0, 32)}`;
}
