import { Link } from 'react-router';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { isLinkable } from '#shared/rules/source-words.ts';

/** Whether its owner must say where the reply is: nothing else finds it. */
export function isAddressNeeded({ replyFindable, status }: Conversation): boolean {
  return !replyFindable || status === 'POSTED';
}

/** What an empty address does, or why there must be one. */
export function ReplyAddressHelp({ conversation }: { conversation: Conversation }) {
  return (
    <>
      <AddressUse conversation={conversation} />{' '}
      <span className="block">{placesOfAddress[conversation.source]}</span>
    </>
  );
}

function AddressUse({ conversation }: { conversation: Conversation }) {
  const { source, replyFindable, status } = conversation;
  if (status === 'POSTED') return 'It was taken there, and we were not told where it stands.';
  if (replyFindable) return 'Leave it empty and we look for your reply there.';
  if (!isLinkable(source)) return 'We can’t look there: paste the address of your reply.';
  return (
    <>
      We can’t look without a linked account: paste the address of your reply.{' '}
      <Link to="/settings" className="font-medium text-spark-ink underline underline-offset-2">
        Link an account
      </Link>
    </>
  );
}

/** Where a source shows the address of one reply. */
const placesOfAddress: Record<SourceName, string> = {
  'hacker-news': 'On Hacker News it is behind the time beside your name, such as “1 minute ago”.',
  'stack-exchange': 'Share, below your answer, shows it.',
  lemmy: 'It is behind the link sign of your comment.',
  discourse: 'It is behind the time at the top right of your post.',
  dev: 'The menu of your comment, the three dots, has Copy link.',
  github: 'It is behind the time beside your name, at the top of your comment.',
  mastodon: 'It is behind the time of your post.',
  bluesky: 'It is behind the time of your post.',
  reddit: 'Share, below your comment, has Copy link.',
};
