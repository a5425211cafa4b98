import type { InboxThread } from '#shared/contracts/support-inbox.ts';
import type { JobThread, SupportMessage } from '#shared/contracts/support-requests.ts';

/** A request that runs, for tests. */
export const exampleThread: JobThread = {
  id: 'request-1',
  appName: 'Two Homes',
  requestTitle: 'Calendar sync breaks on iOS',
  appUrl: 'https://two-homes.example/app',
  email: 'founder@example.org',
  issueDescriptions: ['It logs me out on mobile data.', 'The widget stays empty.'],
  status: 'UNDER_REVIEW',
  created_at: '2026-11-21T08:00:00.000Z',
  trailId: null,
  attachments: [],
  claimed: false,
  waitingForCustomer: false,
  resolvedAt: null,
  messageCount: 0,
  updatedAt: '2026-11-21T08:00:00.000Z',
  promise: {
    state: 'running',
    hours: 24,
    dueAt: '2999-11-21T17:00:00.000Z',
    remainingMs: null,
    answeredAt: null,
    requestGivenBack: false,
  },
  messages: [],
  history: [
    {
      id: 1,
      actor: 'customer',
      actorName: 'Founder',
      action: 'submitted',
      created_at: '2026-11-21T08:00:00.000Z',
    },
  ],
};

/** The same as an agent sees it. */
export const exampleInboxThread: InboxThread = {
  ...exampleThread,
  customer: { name: 'Founder', email: 'founder@example.org', plan: 'pro' },
  agent: null,
  customerWaitsSince: '2026-11-21T08:00:00.000Z',
};

/** A message of a thread. */
export function messageOf(kind: SupportMessage['kind'], text: string, id = `${kind}-1`): SupportMessage {
  const author = kind === 'customer' ? 'Founder' : 'Grace';
  return { id, kind, author, text, created_at: '2026-11-21T09:00:00.000Z' };
}
