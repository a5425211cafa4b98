import type { HistoryAction, HistoryEntry } from '#shared/contracts/support-requests/support-threads.ts';
import { statusLabels } from '#shared/rules/support/status.ts';
import { Time } from '#web/ui/Time.tsx';

type HistoryProps = { history: HistoryEntry[]; reader: 'customer' | 'agent' };

/** Every change of a request, folded until it is opened. */
export function History({ history, reader }: HistoryProps) {
  return (
    <details className="group rounded-m bg-card px-4 py-3 shadow-card sm:px-5">
      <summary className="w-fit cursor-pointer rounded-s py-1 font-medium pointer-coarse:py-3">
        History <span className="font-normal text-faint tabular-nums">({history.length})</span>
      </summary>
      <ol className="mt-2 mb-1 grid grid-cols-1 gap-1.5">
        {history.map((entry) => (
          <li key={entry.id} className="flex flex-wrap gap-x-2 text-meta">
            <Time at={entry.created_at} className="text-faint" />
            <span className="min-w-0 wrap-anywhere">{historyLabel(entry, reader)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

type Reader = 'customer' | 'agent';

/** One change in plain words: "Grace began to work on it". */
function historyLabel(entry: HistoryEntry, reader: Reader): string {
  const { action } = entry;
  if (action === 'answer_overdue') return 'The answer did not come in the promised time';
  if (action === 'request_given_back')
    return `${reader === 'customer' ? 'You' : 'The customer'} got one request back for it`;
  if (isOfMail(action)) return mailLabels[action](entry);
  return `${actorName(entry, reader)} ${verbs[action](entry)}`;
}

function actorName({ actor, actorName: name }: HistoryEntry, reader: Reader): string {
  if (actor === 'customer') return reader === 'customer' ? 'You' : name || 'The customer';
  return name || (actor === 'agent' ? 'Support' : 'The system');
}

type MailAction = Extract<HistoryAction, `mail_${string}`>;

const mailLabels: Record<MailAction, (entry: HistoryEntry) => string> = {
  mail_not_added: ({ from, to }) => `A mail from ${from} was not added. ${to}`,
  mail_of_program: ({ from, to }) => `An automatic mail from ${from || 'a mail server'} was not added: ${to}`,
  mail_undelivered: ({ to }) => `Mails to ${to} do not arrive`,
};

const isOfMail = (action: HistoryAction): action is MailAction => action in mailLabels;

const verbs: Record<
  Exclude<HistoryAction, 'answer_overdue' | 'request_given_back' | MailAction>,
  (entry: HistoryEntry) => string
> = {
  submitted: () => 'sent the request',
  edited: () => 'changed the request',
  status_changed: ({ from, to }) =>
    `changed the status${from ? ` from ${wordStatus(from)}` : ''}${to ? ` to ${wordStatus(to)}` : ''}`,
  claimed: () => 'began to work on it',
  released: () => 'gave it back to the inbox',
  taken_over: () => 'took it over',
  replied: () => 'answered',
  asked: () => 'asked a question',
  noted: () => 'wrote an internal note',
  customer_answered: () => 'wrote an answer',
  resolved: () => 'resolved it',
  reopened: () => 'opened it again',
  assigned: ({ to }) => `gave it to ${to ?? 'another agent'}`,
};

/** A status that a history names; words that are none stay as they are. */
function wordStatus(status: string): string {
  return Object.entries(statusLabels).find(([known]) => known === status)?.[1] ?? status;
}
