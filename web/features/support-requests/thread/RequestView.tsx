import type { ReactNode } from 'react';
import type { Job, JobThread } from '#shared/contracts/support-requests.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { Conversation } from './Conversation.tsx';
import { History } from './History.tsx';
import { RequestFields } from './RequestFields.tsx';
import { RequestStanding } from './RequestStanding.tsx';

type RequestViewProps = {
  userId: string;
  thread: JobThread;
  onEdit: () => void;
  /** An answer changes what is listed elsewhere. */
  onAnswered: (job: Job) => void;
  /** Links to what the request is about. */
  links?: ReactNode;
};

/** A support request as its owner sees it. */
export function RequestView({ userId, thread, onEdit, onAnswered, links }: RequestViewProps) {
  const { messages, history, resolvedAt } = thread;
  return (
    <div className="grid grid-cols-1 gap-5">
      <RequestStanding thread={thread} />
      <Card>
        <CardHeader
          title="Your request"
          action={resolvedAt ? null : <Button onClick={onEdit}>Edit</Button>}
        />
        <RequestFields job={thread} links={links} />
      </Card>
      <Card>
        <CardHeader title="Conversation" className="mb-3" />
        <Conversation
          messages={messages}
          reader="customer"
          empty="Nobody has written yet. The answer comes here, and by e-mail unless you have switched that off."
        />
        <AnswerForm userId={userId} thread={thread} onAnswered={onAnswered} />
      </Card>
      <History history={history} reader="customer" />
    </div>
  );
}
