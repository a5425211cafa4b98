import type { Conversation } from '#shared/contracts/conversations.ts';

const second = 1_000;
const minute = 60 * second;
const day = 1_440 * minute;

/** Interval between checks for due polls; a check sends no request when none is due. */
export const pollMs = 5 * second;

/** True when something becomes of it without its owner, as on the server (design 7.15). */
export function isOnItsWay({ status, replyFindable, replyPostedUrl }: Conversation): boolean {
  if (status === 'READY') return replyFindable;
  if (status === 'POSTED') return replyPostedUrl === null;
  return status === 'APPROVED' || status === 'POSTING' || status === 'UNCONFIRMED';
}

/** Milliseconds between two looks at it, or null when nothing more comes by itself. */
export function pollDelay(conversation: Conversation, now: number): number | null {
  const age = Math.max(0, now - Date.parse(conversation.updatedAt));
  if (!isOnItsWay(conversation)) return null;
  switch (conversation.status) {
    case 'POSTING':
      return pollMs;
    case 'APPROVED':
      return Math.min(5 * minute, Math.max(pollMs, age / 4));
    case 'READY':
      if (age < 15 * minute) return minute;
      return age < 3 * day ? 5 * minute : null;
    default:
      return age < 90 * minute ? minute : null;
  }
}

/** Notes that those are looked at which are due, and names them; what is seen for the first time was just read. */
export function takeDue(rows: Conversation[], lookedAt: Map<string, number>, now: number): string[] {
  const due = rows.filter((row) => {
    const before = lookedAt.get(row.id);
    const pause = pollDelay(row, now);
    if (before === undefined) lookedAt.set(row.id, now);
    return before !== undefined && pause !== null && now - before >= pause;
  });
  for (const { id } of due) lookedAt.set(id, now);
  return due.map(({ id }) => id);
}
