import { Link } from 'react-router';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { isLinkable } from '#shared/rules/source-words.ts';

/** Whether its owner must say where the reply is: nothing else finds it. */
export function isAddressNeeded({ replyFindable, status }: Conversation): boolean {
  return !replyFindable || status === 'POSTED';
}

/** What an empty address does, or why there must be one. */
export function ReplyAddressHelp({ conversation }: { conversation: Conversation }) {
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
