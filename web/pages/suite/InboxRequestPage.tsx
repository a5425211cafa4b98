import { LifeBuoy } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { message } from '#shared/messages/catalogue.ts';
import { inboxPath } from '#shared/rules/suite-paths.ts';
import { InboxRequest } from '#web/features/support-requests/inbox/InboxRequest.tsx';
import { useInboxRequest } from '#web/features/support-requests/inbox/use-inbox.ts';
import { ThreadStates } from '#web/features/support-requests/thread/ThreadStates.tsx';
import { useSession } from '#web/identity/session.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** One support request with everything that agents know of it. */
export function InboxRequestPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  useTitle('Inbox');
  if (!user) return null;
  return (
    <div className="page-edge max-w-4xl has-[aside]:max-w-6xl px-4 py-8 sm:px-6">
      <Link
        to={inboxPath}
        className="inline-block rounded-s text-meta text-faint hover:text-ink pointer-coarse:py-3.5"
      >
        Back to the inbox
      </Link>
      <ReadInboxRequest key={`${user.id} ${id}`} userId={user.id} requestId={id} />
    </div>
  );
}

function ReadInboxRequest({ userId, requestId }: { userId: string; requestId: string }) {
  return (
    <ThreadStates
      query={useInboxRequest(userId, requestId)}
      heading={<h1 className="sr-only">Support request</h1>}
      none={
        <EmptyState
          icon={LifeBuoy}
          title={message('job_not_found').text}
          className="mt-5"
          action={
            <Link to={inboxPath} className={buttonClass()}>
              See the inbox
            </Link>
          }
        />
      }
      failure={{
        title: 'This request could not be loaded.',
        text: 'It is safe on the server. What you had begun to write is kept in this browser.',
      }}
    >
      {(thread) => <InboxRequest userId={userId} thread={thread} />}
    </ThreadStates>
  );
}
