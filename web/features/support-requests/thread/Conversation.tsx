import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type Ref, useState } from 'react';
import { readMessageMail, type SupportMessage } from '#shared/contracts/support-requests/support-threads.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { AttachmentList } from '#web/features/support-requests/attachments/AttachmentList.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { readWebAddress } from '#web/ui/web-address.ts';

type ConversationProps = {
  messages: SupportMessage[];
  /** The reader: their messages are their own, and a question is for one of them. */
  reader: 'customer' | 'agent';
  /** Shown before the first message. */
  empty: string;
  /** Ids of messages that the reader has not seen before. */
  fresh?: ReadonlySet<string>;
  /** Gets the first of them. */
  firstNew?: Ref<HTMLLIElement>;
  /** The request, for a reader with an account. Others have the token of a mail's link, and see no mails. */
  requestId?: string;
  token?: string;
};

/** Messages of customer and agents, oldest first; new ones are read out. */
export function Conversation(props: ConversationProps) {
  const { messages, reader, empty, fresh, firstNew, requestId, token } = props;
  const firstId = messages.find(({ id }) => fresh?.has(id))?.id;
  return (
    <div role="log" aria-label="Conversation">
      {messages.length === 0 ? <p className="text-soft">{empty}</p> : null}
      <ol className="grid grid-cols-1 gap-3">
        {messages.map((message) => (
          <li key={message.id} ref={message.id === firstId ? firstNew : undefined}>
            <Message
              message={message}
              reader={reader}
              isFresh={fresh?.has(message.id) ?? false}
              requestId={requestId}
              token={token}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

type MessageProps = {
  message: SupportMessage;
  reader: 'customer' | 'agent';
  isFresh: boolean;
  requestId: string | undefined;
  token: string | undefined;
};

function Message({ message, reader, isFresh, requestId, token }: MessageProps) {
  const { id, kind, author, text, attachments, created_at, hasMail } = message;
  const isOwn = reader === 'customer' && kind === 'customer';
  const label = kindLabels[reader][kind];
  return (
    <article className={clsx('min-w-0 rounded-m px-4 py-3', looks[kind])}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta">
        <strong className="min-w-0 font-medium wrap-anywhere">
          {isOwn ? 'You' : <bdi>{author || 'Support'}</bdi>}
        </strong>
        {label ? <span className={clsx('font-medium', tints[kind])}>{label}</span> : null}
        <Time at={created_at} className="text-soft" />
        {isFresh ? <Badge tone="spark">New</Badge> : null}
      </p>
      {text ? <MessageText text={text} /> : null}
      {attachments.length > 0 ? (
        <div className="mt-2">
          <AttachmentList attachments={attachments} token={token} />
        </div>
      ) : null}
      {requestId && hasMail ? <WholeMail params={{ id: requestId, messageId: id }} /> : null}
    </article>
  );
}

/** The mail of a message with all that was left out of it, once it is asked for. */
function WholeMail({ params }: { params: { id: string; messageId: string } }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['message-mail', params],
    queryFn: ({ signal }) => call(readMessageMail, { params, signal }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="mt-2 grid grid-cols-1 gap-2">
      <div>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the whole mail' : 'Show the whole mail'}
        </Button>
      </div>
      {isOpen && data ? (
        <pre
          dir="auto"
          className="max-h-[70dvh] overflow-y-auto rounded-s bg-card p-3 font-sans wrap-anywhere whitespace-pre-wrap"
        >
          {data.text}
        </pre>
      ) : null}
      {isOpen && isFetching ? <Loading label="Loading the mail" /> : null}
      {isOpen && error && !isFetching ? (
        <ErrorState title="The mail could not be loaded." onRetry={() => void refetch()}>
          {readFailure(error, 'inbox_failed').reason}
        </ErrorState>
      ) : null}
    </div>
  );
}

const looks: Record<SupportMessage['kind'], string> = {
  customer: 'bg-muted',
  reply: 'inset-ring inset-ring-line',
  question: 'bg-spark-wash',
  note: 'bg-warn-wash outline-1 outline-dashed outline-warn',
};

const tints: Record<SupportMessage['kind'], string> = {
  customer: 'text-soft',
  reply: 'text-soft',
  question: 'text-spark-ink',
  note: 'text-warn',
};

const kindLabels: Record<MessageProps['reader'], Record<SupportMessage['kind'], string | null>> = {
  customer: { customer: null, reply: 'Support', question: 'Question for you', note: 'Note' },
  agent: { customer: 'Customer', reply: 'Reply', question: 'Question', note: 'Internal note' },
};

/** A message as it was typed, its web addresses as links. */
function MessageText({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
      {text.split(webAddress).map((part, place) => {
        const address = place % 2 === 1 ? readWebAddress(part) : null;
        if (!address) return part;
        return (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change
            key={place}
            href={address.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-medium text-spark-ink underline underline-offset-2"
          >
            {part}
          </a>
        );
      })}
    </p>
  );
}

// A sentence's own mark at the end belongs to no address. In brackets, so that a split keeps the addresses.
const webAddress = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/;
