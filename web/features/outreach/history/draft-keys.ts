import { draftKey } from '#web/identity/drafts.ts';

/** Storage key of a reply that is being written. */
export function replyKey(userId: string, conversationId: string): string {
  return draftKey(userId, `reply ${conversationId}`);
}

/** Storage key of the address of a reply posted by hand. */
export function addressKey(userId: string, conversationId: string): string {
  return draftKey(userId, `reply address ${conversationId}`);
}

/** Title of a draft in the question on signing out. */
export function draftTitle(key: string): string {
  const [, form = ''] = /:(reply address|reply|keywords|forums) [^:]*$/.exec(key) ?? [];
  return titles[form] ?? 'Text';
}

const titles: Record<string, string> = {
  reply: 'A reply that was not approved',
  'reply address': 'The address of a reply',
  keywords: 'Keywords of a campaign',
  forums: 'Forums of a campaign',
};
