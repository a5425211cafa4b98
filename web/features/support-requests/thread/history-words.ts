import type { HistoryAction, HistoryEntry } from '#shared/contracts/support-requests.ts';
import { wordStatus } from './status-words.ts';

type Reader = 'customer' | 'agent';

/** One change in plain words: "Grace began to work on it". */
export function historyWords(entry: HistoryEntry, reader: Reader): string {
  const { action } = entry;
  if (action === 'promise_broken') return 'The first answer did not come in the promised time';
  if (action === 'request_given_back')
    return `${reader === 'customer' ? 'You' : 'The customer'} got one request back for it`;
  return `${actorName(entry, reader)} ${verbs[action](entry)}`;
}

function actorName({ actor, actorName: name }: HistoryEntry, reader: Reader): string {
  if (actor === 'customer') return reader === 'customer' ? 'You' : name || 'The customer';
  return name || (actor === 'agent' ? 'Support' : 'The system');
}

const verbs: Record<
  Exclude<HistoryAction, 'promise_broken' | 'request_given_back'>,
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
};
