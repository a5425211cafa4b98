import type { supportRequests } from '#server/database/tables.ts';
import type { AnswerSla } from '#shared/contracts/support-requests/support-requests.ts';
import type { SlaClock } from './sla-clock.ts';

/** SLA columns of a request: the time to its first answer, or to the next one for a customer who writes again. */
export type SlaColumns = Pick<
  typeof supportRequests.$inferSelect,
  | 'promisedHours'
  | 'dueAt'
  | 'warnAt'
  | 'pausedAt'
  | 'remainingMs'
  | 'firstAnsweredAt'
  | 'brokenAt'
  | 'givenBack'
>;

const hourMs = 3_600_000;
/** Share of the promised time that is left when agents are warned. */
const warningShare = 1 / 4;

/** Agents are warned once of each. */
type StartedSla = SlaColumns & { warnedAt: null };

/** SLA of a new request; `hours` are working hours. */
export function startSla(clock: SlaClock, hours: number, now: Date): StartedSla {
  return {
    promisedHours: hours,
    dueAt: clock.dueAfter(now, hours * hourMs),
    warnAt: warnAfter(clock, hours, hours * hourMs, now),
    pausedAt: null,
    remainingMs: null,
    firstAnsweredAt: null,
    brokenAt: null,
    givenBack: false,
    warnedAt: null,
  };
}

/** Pauses the SLA after an agent's question. Without time left it is breached. */
export function pauseSla(clock: SlaClock, sla: SlaColumns, now: Date): SlaColumns {
  if (!isRunning(sla)) return pickSlaColumns(sla);
  if (now >= sla.dueAt) return breachSla(sla, now);
  return { ...pickSlaColumns(sla), pausedAt: now, remainingMs: clock.workingMsBetween(now, sla.dueAt) };
}

/**
 * The customer waits again: a paused SLA goes on with the remaining working time, and an answered one starts again, with
 * the promised hours.
 */
export function resumeSla(clock: SlaClock, sla: SlaColumns, now: Date): SlaColumns | StartedSla {
  if (sla.firstAnsweredAt !== null) return startSla(clock, sla.promisedHours, now);
  if (sla.pausedAt === null || sla.remainingMs === null) return pickSlaColumns(sla);
  const dueAt = clock.dueAfter(now, sla.remainingMs);
  const warnAt = warnAfter(clock, sla.promisedHours, sla.remainingMs, now);
  return { ...pickSlaColumns(sla), dueAt, warnAt, pausedAt: null, remainingMs: null };
}

function warnAfter(clock: SlaClock, hours: number, remainingMs: number, now: Date): Date {
  return clock.dueAfter(now, Math.max(0, remainingMs - hours * hourMs * warningShare));
}

/** Records the reply of an agent that was waited for. A late one breaches the SLA, unless that is recorded. */
export function recordFirstAnswer(clock: SlaClock, sla: SlaColumns, now: Date): SlaColumns {
  if (sla.firstAnsweredAt !== null) return pickSlaColumns(sla);
  const running = resumeSla(clock, sla, now);
  const judged = isOverdue(running, now) ? breachSla(running, now) : running;
  return { ...judged, firstAnsweredAt: now };
}

/** Records the breach and the request given back. */
export function breachSla(sla: SlaColumns, now: Date): SlaColumns {
  return { ...pickSlaColumns(sla), brokenAt: now, givenBack: true };
}

/** True for an overdue SLA without an answer or a recorded breach. */
export function isOverdue(sla: SlaColumns, now: Date): boolean {
  return isRunning(sla) && now.getTime() > sla.dueAt.getTime();
}

/** True for a running SLA with little time left, and for an overdue one. */
export function isDueSoon(sla: SlaColumns, now: Date): boolean {
  return isRunning(sla) && sla.warnAt !== null && now >= sla.warnAt;
}

export function describeSla(sla: SlaColumns): AnswerSla {
  const { promisedHours, dueAt, pausedAt, remainingMs, firstAnsweredAt, brokenAt, givenBack } = sla;
  const state = brokenAt ? 'broken' : firstAnsweredAt ? 'kept' : pausedAt ? 'paused' : 'running';
  return {
    state,
    hours: promisedHours,
    dueAt: state === 'paused' ? null : dueAt.toISOString(),
    remainingMs: state === 'paused' ? remainingMs : null,
    answeredAt: firstAnsweredAt?.toISOString() ?? null,
    requestGivenBack: givenBack,
  };
}

function isRunning({ pausedAt, firstAnsweredAt, brokenAt }: SlaColumns): boolean {
  return !pausedAt && !firstAnsweredAt && !brokenAt;
}

/** Picks the SLA columns of a whole row, so that nothing else is written. */
function pickSlaColumns(sla: SlaColumns): SlaColumns {
  const { promisedHours, dueAt, warnAt, pausedAt, remainingMs, firstAnsweredAt, brokenAt, givenBack } = sla;
  return { promisedHours, dueAt, warnAt, pausedAt, remainingMs, firstAnsweredAt, brokenAt, givenBack };
}
