const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Pauses before each search right after a lost answer. */
export const quickPausesMs = [0, 1.5 * second, 1.5 * second];

const confirmFor = 90 * minute;
/** How long a reply that waits for a moderator is looked for. */
const moderatedFor = 14 * day;
const watchFor = 3 * day;
/** How long a reply waits for a host that is busy. */
const busyFor = 2 * day;
/** Wait for a thread that can't be read; the source itself reports a closed thread. */
const checksFor = hour;
/** Ages at which a posted reply is checked. */
export const checkAges = [hour, day, 3 * day, 7 * day];
/** How long a check without a result is tried again. */
const recheckFor = hour;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
const since = (from: Date, now: Date) => now.getTime() - from.getTime();
/** Each pause is half of what has passed, so that they grow by themselves, also over a kill. */
const growing = (from: Date, now: Date, least: number, most: number) =>
  later(now, Math.min(most, Math.max(least, since(from, now) / 2)));

/** Next search for a reply with a lost answer; null when it has ended. */
export function nextConfirmationAt(sentAt: Date, now: Date): Date | null {
  return since(sentAt, now) > confirmFor ? null : growing(sentAt, now, minute, 30 * minute);
}

/** Next search for a reply that waits for a moderator; null when it has ended. */
export function nextModerationLookAt(sentAt: Date, now: Date): Date | null {
  return since(sentAt, now) > moderatedFor ? null : growing(sentAt, now, 3 * minute, 3 * hour);
}

/** Next search for a reply by hand; null after three days. */
export function nextWatchAt(readyAt: Date, now: Date): Date | null {
  return since(readyAt, now) > watchFor ? null : growing(readyAt, now, 3 * minute, 6 * hour);
}

/** Oldest reply by hand that is still looked for. */
export const watchedSince = (now: Date) => later(now, -watchFor);

/** True when a due check has failed for so long that it counts as done. */
export function isLongDue(repliedAt: Date, now: Date): boolean {
  const age = since(repliedAt, now);
  const due = checkAges.findLast((ms) => ms <= age);
  return due !== undefined && age - due >= recheckFor;
}

/** When a busy host is asked again: not before it said so; null when the reply has waited too long for it. */
export function nextRetryAt(firstTriedAt: Date, now: Date, retryAfterSeconds = 0): Date | null {
  if (since(firstTriedAt, now) > busyFor) return null;
  const asked = later(now, Math.min(retryAfterSeconds * second, day));
  const usual = growing(firstTriedAt, now, 2 * minute, hour);
  return asked > usual ? asked : usual;
}

export function mayGoUnchecked(firstTriedAt: Date, now: Date): boolean {
  return since(firstTriedAt, now) > checksFor;
}

/** How long an account is left alone that was too fast: for the rest of the day in UTC, and for some hours. */
export function quietUntil(now: Date): Date {
  const midnight = later(new Date(now.toISOString().slice(0, 10)), day);
  const rest = later(now, 6 * hour);
  return midnight > rest ? midnight : rest;
}

export const nextPlanCheck = (now: Date) => later(now, hour);

/** Next check for a new sign-in of the owner. */
export const nextSignInCheck = (now: Date) => later(now, 5 * minute);

/** How long a reply that waits for a sign-in stays approved; the label of `approval-expired` names it. */
const approvedFor = 7 * day;

export function isApprovalOver(approvedAt: Date, now: Date): boolean {
  return since(approvedAt, now) >= approvedFor;
}
