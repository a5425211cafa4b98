import type { InboxQueue } from '#shared/contracts/support-inbox.ts';

type QueueText = { name: InboxQueue; title: string; empty: string; meaning: string };

/** The queues in their order, and what each says while nothing is in it. */
export const queueTexts: QueueText[] = [
  {
    name: 'open',
    title: 'Open',
    empty: 'Nothing is open',
    meaning: 'New requests appear here. What is due next stands first.',
  },
  {
    name: 'mine',
    title: 'Mine',
    empty: 'You have claimed nothing',
    meaning: 'Requests that you claim stand here until they are resolved.',
  },
  {
    name: 'waiting',
    title: 'Waiting for customer',
    empty: 'No customer is asked just now',
    meaning: 'After a question a request waits here until its customer answers.',
  },
  {
    name: 'resolved',
    title: 'Resolved',
    empty: 'Nothing is resolved yet',
    meaning: 'Resolved requests stand here, the newest first. Each can be opened again.',
  },
];
