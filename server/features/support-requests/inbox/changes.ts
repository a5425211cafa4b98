import { AppError } from '#server/app-error.ts';
import type { JobStatus } from '#shared/contracts/support-requests.ts';
import { agentName, type HeldRequest, needUnresolved, recordStatus } from './held-request.ts';

/**
 * Of claims at the same moment one wins. Whoever has it already keeps it.
 * @throws AppError request_taken, request_resolved
 */
export async function claim(held: HeldRequest, takeOver: boolean): Promise<void> {
  const { row, agent, at } = held;
  if (row.claimedBy === agent.id) return;
  needUnresolved(held);
  if (row.claimedBy !== null && !takeOver) throw await taken(held, row.claimedBy);
  const status = row.status === 'PENDING' ? 'UNDER_REVIEW' : row.status;
  await held.save({ claimedBy: agent.id, claimedAt: at, status });
  await held.record(row.claimedBy === null ? 'claimed' : 'taken_over');
  await recordStatus(held, status);
}

/** @throws AppError request_taken when another agent has it. */
export async function release(held: HeldRequest): Promise<void> {
  if (held.row.claimedBy === null) return;
  await needOwn(held);
  await held.save({ claimedBy: null, claimedAt: null });
  await held.record('released');
}

/** @throws AppError request_not_claimed, request_taken, request_resolved */
export async function setStatus(held: HeldRequest, status: JobStatus): Promise<void> {
  needUnresolved(held);
  await needOwn(held);
  if (held.row.status === status) return;
  await held.save({ status });
  await recordStatus(held, status);
}

/** @throws AppError request_not_claimed, request_taken, request_unanswered before the first reply. */
export async function resolve(held: HeldRequest): Promise<void> {
  const { row, at } = held;
  if (row.resolvedAt) return;
  await needOwn(held);
  if (!row.firstAnsweredAt) throw new AppError('request_unanswered');
  await held.save({ resolvedAt: at, waitingSince: null, customerWaitsSince: null });
  await held.record('resolved');
  const resolvedAt = at.toISOString();
  await held.enqueueMail(held.transaction, { kind: 'resolved', requestId: row.id, resolvedAt });
}

/** It is our turn again, or still the customer's if a question of ours was the last word. */
export async function reopen(held: HeldRequest): Promise<void> {
  const { row, at, inbox, transaction } = held;
  if (!row.resolvedAt) return;
  const isTheirTurn = (await inbox.findLastWord(transaction, row.id)) === 'asked';
  const turn = isTheirTurn ? { waitingSince: at } : { customerWaitsSince: at };
  await held.save({ resolvedAt: null, ...turn });
  await held.record('reopened');
}

async function needOwn(held: HeldRequest): Promise<void> {
  const { row, agent } = held;
  if (row.claimedBy === null) throw new AppError('request_not_claimed');
  if (row.claimedBy !== agent.id) throw await taken(held, row.claimedBy);
}

async function taken({ inbox, transaction }: HeldRequest, claimedBy: string): Promise<AppError> {
  return new AppError('request_taken', { name: agentName(await inbox.findName(transaction, claimedBy)) });
}
