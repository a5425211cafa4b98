import { expect, it } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { exampleConversation } from '#web/features/outreach/example-outreach.data.ts';
import { pollDelay, takeDue } from './next-poll.ts';

const now = Date.parse('2030-01-10T12:00:00Z');
const minute = 60_000;
const aged = (minutes: number, change: Partial<Conversation>): Conversation => ({
  ...exampleConversation,
  updatedAt: new Date(now - minutes * minute).toISOString(),
  ...change,
});

it.each([
  ['is being sent', aged(30, { status: 'POSTING' }), 5_000],
  ['was approved just now', aged(0, { status: 'APPROVED' }), 5_000],
  ['was approved some minutes ago', aged(8, { status: 'APPROVED' }), 2 * minute],
  ['was approved long ago', aged(5_000, { status: 'APPROVED' }), 5 * minute],
  ['was approved by a clock that is ahead', aged(-9, { status: 'APPROVED' }), 5_000],
  ['is not confirmed', aged(89, { status: 'UNCONFIRMED' }), minute],
  ['could not be confirmed', aged(91, { status: 'UNCONFIRMED' }), null],
  ['was posted by hand a moment ago', aged(14, { status: 'READY' }), minute],
  ['is to be posted by hand for hours', aged(300, { status: 'READY' }), 5 * minute],
  ['was to be posted by hand days ago', aged(3 * 1_440 + 1, { status: 'READY' }), null],
  ['nobody can look for', aged(1, { status: 'READY', replyFindable: false }), null],
  ['arrived without an address', aged(1, { status: 'POSTED' }), minute],
  ['arrived', aged(1, { status: 'POSTED', replyPostedUrl: 'https://lemmy.example.org/comment/9' }), null],
  ['waits for its owner', aged(1, {}), null],
])('a conversation that %s is looked at as often as it may change', (_, conversation, pause) => {
  expect(pollDelay(conversation, now)).toBe(pause);
});

it('each is due after its own pause, and not at once', () => {
  const rows = [aged(0, { status: 'POSTING' }), aged(0, { id: 'ready', status: 'READY' })];
  const lookedAt = new Map<string, number>();
  const after = [0, 4_000, 5_000, 9_000, 10_000, 60_000, 61_000];
  const due = after.map((ms) => takeDue(rows, lookedAt, now + ms).join(' '));
  expect(due).toEqual(['', '', 'conversation-1', '', 'conversation-1', 'conversation-1 ready', '']);
});
