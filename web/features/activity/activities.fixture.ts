import type { Job } from '#shared/contracts/support-requests.ts';

/** A support request of that minute, for tests. */
export function jobAt(minute: number, change: Partial<Job> = {}): Job {
  const at = timeOf(minute);
  return {
    id: `job-${minute}`,
    appName: 'Two Homes',
    requestTitle: `Request of minute ${minute}`,
    appUrl: '',
    email: 'founder@example.org',
    issueDescriptions: ['It logs me out.'],
    status: 'PENDING',
    created_at: at,
    trailId: null,
    attachments: [],
    claimed: false,
    waitingForCustomer: false,
    resolvedAt: null,
    messageCount: 0,
    updatedAt: at,
    promise: {
      state: 'running',
      hours: 48,
      dueAt: timeOf(minute + 48 * 60),
      remainingMs: null,
      answeredAt: null,
      requestGivenBack: false,
    },
    ...change,
  };
}

function timeOf(minute: number): string {
  return new Date(Date.UTC(2026, 10, 21, 0, minute)).toISOString();
}

type Listed = { created_at: string; id?: string; surveyId?: string; resolvedAt?: string | null };

/** The server's response to a list's query, as the contract says. */
export function answerList<T extends Listed>(all: T[], query: URLSearchParams): T[] {
  const idOf = ({ id, surveyId }: Listed) => id ?? surveyId ?? '';
  const keyOf = (entry: Listed) => `${entry.created_at}~${idOf(entry)}`;
  const before = query.get('before');
  const search = (query.get('search') ?? '').toLowerCase();
  return all
    .filter((entry) => before === null || keyOf(entry) < before)
    .filter(({ resolvedAt }) => !query.has('open') || !resolvedAt)
    .filter((entry) => JSON.stringify(entry).toLowerCase().includes(search))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
    .slice(0, Number(query.get('limit') ?? 100));
}
