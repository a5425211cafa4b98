/** Days in which an answer opens a resolved support request again. */
export const reopenDays = 14;

/** Until when an answer opens a request again that was resolved at `resolvedAt`, ISO 8601. */
export function reopenableUntil(resolvedAt: string): Date {
  return new Date(Date.parse(resolvedAt) + reopenDays * dayMs);
}

const dayMs = 86_400_000;
