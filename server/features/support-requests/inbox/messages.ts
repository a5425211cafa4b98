import { AppError } from '#server/app-error.ts';
import { checkMessage } from '#server/features/support-requests/checked-fields.ts';
import { keepOrBreakPromise, pausePromise } from '#server/features/support-requests/promise.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import { type HeldRequest, needUnresolved, recordStatus } from './held-request.ts';

type NewMessage = { id: string; kind: 'reply' | 'question' | 'note'; text: string };

/**
 * Adds what an agent writes to the thread; a message that comes again with its id is the one from before.
 * @throws AppError request_resolved, request_not_claimed, request_text_long
 */
export async function writeMessage(held: HeldRequest, { id, kind, text }: NewMessage): Promise<void> {
  const { transaction, row, agent, at, requests, inbox } = held;
  const isFirstAnswer = kind !== 'note' && !(await inbox.hasAnswer(transaction, row.id));
  const isNew = await requests.addMessage(transaction, {
    id,
    requestId: row.id,
    kind,
    authorId: agent.id,
    authorName: agent.name,
    text: checkMessage(text),
    createdAt: at,
  });
  // It came before, and what it brought about has happened.
  if (!isNew) return;
  // Customers can't see notes, nor by the time of the last change that there are any.
  if (kind === 'note') return held.record('noted');
  needUnresolved(held);
  if (row.claimedBy !== agent.id) throw new AppError('request_not_claimed');
  const status = isFirstAnswer ? 'ACTIVE' : row.status;
  await held.save({ ...afterAnswer(held, kind), status });
  await held.record(kind === 'reply' ? 'replied' : 'asked');
  await recordStatus(held, status);
  const mail = kind === 'reply' ? 'answer' : 'waiting';
  await held.enqueueMail(transaction, { kind: mail, requestId: row.id, messageId: id });
}

/** The newest message says whose turn it is: nobody's after a reply, the customer's after a question. */
function afterAnswer({ clock, row, at }: HeldRequest, kind: 'reply' | 'question'): Partial<RequestRow> {
  if (kind === 'reply') {
    return { ...keepOrBreakPromise(clock, row, at), customerWaitsSince: null, waitingSince: null };
  }
  const waitingSince = row.waitingSince ?? at;
  return { ...pausePromise(clock, row, at), customerWaitsSince: null, waitingSince };
}
