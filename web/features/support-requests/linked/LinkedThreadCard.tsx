import Link2Off from 'lucide-react/icons/link-2-off';
import { Link } from 'react-router';
import { message } from '#shared/messages/catalogue.ts';
import { StaleNote } from '#web/features/support-requests/thread/StaleNote.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Outcome } from '#web/ui/Outcome.tsx';
import { Loading } from '#web/ui/Skeleton.tsx';
import { LinkedConversation } from './LinkedConversation.tsx';
import { useLinkedThread } from './use-linked-thread.ts';

/** What the link of a mail leads to, for whoever holds it. */
export function LinkedThreadCard({ token }: { token: string }) {
  const { data: thread, isPending, isError, refetch } = useLinkedThread(token);
  if (thread)
    return (
      <>
        <StaleNote isStale={isError} />
        <LinkedConversation token={token} thread={thread} />
      </>
    );
  return (
    <>
      <h1 className="mb-5 text-title">Answer to a support request</h1>
      {isPending ? <Loading label="Loading the conversation" /> : null}
      {thread === null ? <InvalidLink /> : null}
      {thread === undefined && !isPending ? (
        <ErrorState title="The conversation could not be loaded." onRetry={() => void refetch()}>
          Everything that was written is safe on the server. What you had begun to write is kept in this
          browser.
        </ErrorState>
      ) : null}
    </>
  );
}

function InvalidLink() {
  const { text } = message('thread_link_invalid');
  return (
    <Outcome
      icon={Link2Off}
      title="This link does not work"
      text={`${text} If you came from a mail, open its link once more.`}
      action={
        <Link to="/?signIn=1" className={buttonClass({ variant: 'primary' })}>
          Sign in
        </Link>
      }
    />
  );
}
