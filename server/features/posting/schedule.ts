const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Pauses between the looks at a thread right after an answer was lost. */
export const quickLooksMs = [0, 1.5 * second, 1.5 * second];

/** Pauses before an address is linked whose reply a worker looks for at that moment. */
export const linkWaitsMs = [0, 0.5 * second, second, second, 1.5 * second];

/** How long the same key is sent again where that is known to be one reply; sources forget keys after about an hour. */
const resendFor = 30 * minute;
const confirmFor = 90 * minute;
const watchFor = 3 * day;
/** How long a reply waits for a host that is busy. */
const busyFor = 2 * day;
/** How long it waits for a look at the thread that can't be had; the source itself says when a thread is closed. */
const checksFor = hour;
/** When a posted reply is looked at again. */
export const standingMarks = [hour, day, 3 * day, 7 * day];

/** How long nothing is heard of a reply before that counts as the look. */
const unheardFor = hour;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
const since = (from: Date, now: Date) => now.getTime() - from.getTime();
/** Each pause is half of what has passed, so that they grow by themselves, also over a kill. */
const growing = (from: Date, now: Date, least: number, most: number) =>
  later(now, Math.min(most, Math.max(least, since(from, now) / 2)));

/** When a reply whose answer was lost is looked for again; null when it is no longer. */
export function nextConfirmation(sentAt: Date, now: Date): Date | null {
  return since(sentAt, now) > confirmFor ? null : growing(sentAt, now, minute, 30 * minute);
}

/** When a reply by hand is looked for again; null after three days. */
export function nextWatch(readyAt: Date, now: Date): Date | null {
  return since(readyAt, now) > watchFor ? null : growing(readyAt, now, 3 * minute, 6 * hour);
}

/** From when on replies by hand are still looked for. */
export const watchedSince = (now: Date) => later(now, -watchFor);

/** Whether the last look that is due has been tried for so long that it counts, whatever was heard. */
export function isLongDue(repliedAt: Date, now: Date): boolean {
  const age = since(repliedAt, now);
  const mark = standingMarks.findLast((ms) => ms <= age);
  return mark !== undefined && age - mark >= unheardFor;
}

export function mayResend(sentAt: Date, now: Date): boolean {
  return since(sentAt, now) < resendFor;
}

/** When a busy host is asked again: not before it said so; null when the reply has waited too long for it. */
export function nextTry(firstTriedAt: Date, now: Date, retryAfterSeconds = 0): Date | null {
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

export const planLook = (now: Date) => later(now, hour);

/** When a reply looks again whether its owner has signed in. */
export const signInLook = (now: Date) => later(now, 5 * minute);

/** How long a reply that waits for a sign-in stays approved; `held.oldApproval` names it. */
const approvedFor = 7 * day;

export function isApprovalOver(approvedAt: Date, now: Date): boolean {
  return since(approvedAt, now) >= approvedFor;
}
