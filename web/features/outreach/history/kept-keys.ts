import { draftKey } from '#web/identity/drafts.ts';

/** Where this browser keeps a reply that is being written. */
export function replyKey(userId: string, conversationId: string): string {
  return draftKey(userId, `reply ${conversationId}`);
}

/** Where it keeps the address of a reply that was posted by hand. */
export function addressKey(userId: string, conversationId: string): string {
  return draftKey(userId, `reply address ${conversationId}`);
}

/** What a kept text is, for whoever signs out and is asked about it. */
export function keptTitle(key: string): string {
  const [, form = ''] = /:(reply address|reply|keywords|forums) [^:]*$/.exec(key) ?? [];
  return titles[form] ?? 'Text';
}

const titles: Record<string, string> = {
  reply: 'A reply that was not approved',
  'reply address': 'The address of a reply',
  keywords: 'Keywords of a campaign',
  forums: 'Forums of a campaign',
};
