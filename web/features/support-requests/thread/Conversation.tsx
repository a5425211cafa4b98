import { clsx } from 'clsx';
import type { SupportMessage } from '#shared/contracts/support-requests.ts';
import { Time } from '#web/ui/Time.tsx';
import { MessageText } from './MessageText.tsx';

type ConversationProps = {
  messages: SupportMessage[];
  /** Who reads it: what they wrote is theirs, and a question is for one of them. */
  reader: 'customer' | 'agent';
  /** What stands here before anybody has written. */
  empty: string;
};

/** What customer and agents wrote, oldest first; what arrives meanwhile is read out. */
export function Conversation({ messages, reader, empty }: ConversationProps) {
  return (
    <div role="log" aria-label="Conversation">
      {messages.length === 0 ? <p className="text-soft">{empty}</p> : null}
      <ol className="grid grid-cols-1 gap-3">
        {messages.map((message) => (
          <li key={message.id}>
            <Message message={message} reader={reader} />
          </li>
        ))}
      </ol>
    </div>
  );
}

type MessageProps = { message: SupportMessage; reader: 'customer' | 'agent' };

function Message({ message: { kind, author, text, created_at }, reader }: MessageProps) {
  const isOwn = reader === 'customer' && kind === 'customer';
  const label = kindWords[reader][kind];
  return (
    <article className={clsx('min-w-0 rounded-m px-4 py-3', looks[kind])}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta">
        <strong className="min-w-0 font-medium wrap-anywhere">
          {isOwn ? 'You' : <bdi>{author || 'Support'}</bdi>}
        </strong>
        {label ? <span className={clsx('font-medium', tints[kind])}>{label}</span> : null}
        <Time at={created_at} className="text-soft" />
      </p>
      <MessageText text={text} />
    </article>
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

const kindWords: Record<MessageProps['reader'], Record<SupportMessage['kind'], string | null>> = {
  customer: { customer: null, reply: 'Support', question: 'Question for you', note: 'Note' },
  agent: { customer: 'Customer', reply: 'Reply', question: 'Question', note: 'Internal note' },
};
