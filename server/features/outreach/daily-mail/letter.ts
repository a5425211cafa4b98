import { createHash } from 'node:crypto';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, linkButton, paragraph, plainLink } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
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
  const title =
    conversations > 0
      ? `${shown(conversations)} new ${conversations === 1 ? 'conversation' : 'conversations'}`
      : 'News from your replies';
  return {
    to: email,
    subject: title,
    unsubscribeUrl: offUrl,
    id: `daily-${createHash('sha256').update(`${ownerId} ${day}`).digest('hex').slice(0, 32)}`,
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
        linkButton('Review conversations', `${siteUrl}/startup-spark-suite/history`),
        paragraph('Stop this mail: ', plainLink(offUrl)),
      ],
      reason: 'You switched this daily mail on.',
    }),
  };
}
