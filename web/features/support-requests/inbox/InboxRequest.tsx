import type { InboxThread } from '#shared/contracts/support-inbox.ts';
import { Conversation } from '#web/features/support-requests/thread/Conversation.tsx';
import { History } from '#web/features/support-requests/thread/History.tsx';
import { RequestFields } from '#web/features/support-requests/thread/RequestFields.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Composer } from './Composer.tsx';
import { InboxStanding } from './InboxStanding.tsx';
import { useInboxWork } from './use-inbox-request.ts';
import { WorkBar } from './WorkBar.tsx';

/** A support request as those who work on it see it. */
export function InboxRequest({ userId, thread }: { userId: string; thread: InboxThread }) {
  const work = useInboxWork(userId, thread.id);
  return (
    <div className="grid grid-cols-1 gap-5">
      <InboxStanding thread={thread} />
      <WorkBar thread={thread} action={work.action} />
      <Card>
        <CardHeader title="Request" />
        <RequestFields job={thread} />
      </Card>
      <Card>
        <CardHeader title="Conversation" className="mb-3" />
        <Conversation messages={thread.messages} reader="agent" empty="Nobody has written yet." />
        <Composer userId={userId} thread={thread} work={work} />
      </Card>
      <History history={thread.history} reader="agent" />
    </div>
  );
}
