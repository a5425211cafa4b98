import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import BookOpen from 'lucide-react/icons/book-open';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Eye from 'lucide-react/icons/eye';
import Hand from 'lucide-react/icons/hand';
import Send from 'lucide-react/icons/send';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Conversation } from '#shared/contracts/outreach/conversations.ts';
import type { ConversationStatus } from '#shared/contracts/outreach/opportunities.ts';

type StatusLook = { label: string; tone: 'neutral' | 'good' | 'warn' | 'bad' | 'spark'; icon: LucideIcon };

/** Label, tone and icon of each status (design 7.15). */
export const statusLooks: Record<ConversationStatus, StatusLook> = {
  AWAITING_REVIEW: { label: 'Awaiting review', tone: 'spark', icon: Eye },
  APPROVED: { label: 'Approved, to be sent', tone: 'neutral', icon: Clock },
  POSTING: { label: 'Being sent', tone: 'neutral', icon: Send },
  POSTED: { label: 'Posted', tone: 'good', icon: CircleCheck },
  READY: { label: 'Yours to post', tone: 'spark', icon: Hand },
  UNCONFIRMED: { label: 'Not confirmed', tone: 'warn', icon: TriangleAlert },
  FAILED: { label: 'Not sent', tone: 'bad', icon: CircleX },
  REJECTED: { label: 'Rejected', tone: 'neutral', icon: Ban },
};

/** A place that welcomes no replies: a conversation can only be read or rejected. */
export function statusBadge(
  conversation: Pick<Conversation, 'status' | 'replyWay'> & Partial<Pick<Conversation, 'outcome'>>,
): StatusLook {
  const { status, replyWay } = conversation;
  if (status === 'AWAITING_REVIEW' && replyWay === 'none') return onlyToBeRead;
  if (isInModeration(conversation)) return inModeration;
  return statusLooks[status] ?? unknownLook;
}

/** A status newer than this page. */
const unknownLook: StatusLook = { label: 'Other status', tone: 'neutral', icon: CircleQuestionMark };

/** True for a reply that its place has, and shows once a moderator agrees. */
export function isInModeration({
  status,
  outcome,
}: Partial<Pick<Conversation, 'status' | 'outcome'>>): boolean {
  return status === 'UNCONFIRMED' && outcome === 'moderation';
}

const inModeration: StatusLook = { label: 'Waits for a moderator', tone: 'neutral', icon: Clock };

const onlyToBeRead: StatusLook = { label: 'Only to be read', tone: 'neutral', icon: BookOpen };

/** Next event, for the toast of an approval. */
export function nextLabel(status: ConversationStatus, isPaused: boolean): string {
  if (status === 'READY') return 'Copy it and post it there.';
  if (status === 'APPROVED') return waitingLabel(isPaused);
  return `It is ${statusBadge({ status, replyWay: 'hand' }).label.toLowerCase()} now.`;
}

/** Next event of an approved reply that is not being sent yet. */
export function waitingLabel(isPaused: boolean): string {
  return isPaused ? 'Waits until the campaign runs again.' : 'It is sent in its turn.';
}
