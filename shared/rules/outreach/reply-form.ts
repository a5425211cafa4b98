import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { MessageCode, MessageParams } from '#shared/messages/catalogue.ts';
import type { ReplyLimits } from './places/server-rules.ts';
import { sourceLabels } from './places/source-labels.ts';

/** Objection to a reply: a message code with its arguments. */
export type ReplyProblem = { code: MessageCode; params: MessageParams };

/**
 * Characters that a reply may have where they are few. Of Mastodon's 500 the name of whom it answers, at most 30 of them,
 * takes its part.
 */
export const replyRoom: { readonly [Source in SourceName]?: number } = { bluesky: 300, mastodon: 468 };

/** Of a server's own limit, what the name of whom a reply answers may take. */
const roomForName = 32;

/**
 * Problem with the form of a reply at its place, as a message code; null when it can go as it is (outreach reference 1
 * and 2.4). `reply` is the whole text, its addresses included; `limits` are those of the server that it is sent from;
 * `warning` is the one before it.
 */
export function findFormProblem(
  reply: string,
  source: SourceName,
  limits: ReplyLimits | null = null,
  warning = '',
): ReplyProblem | null {
  if (source === 'hacker-news') return findMarkup(reply);
  return findWrongLength(reply, source, limits, warning);
}

/** How long a reply is as its place counts it, and how long it may be there; null where nothing but our own limit holds. */
export function measureReply(
  reply: string,
  source: SourceName,
  limits: ReplyLimits | null = null,
  warning = '',
): { length: number; most: number } | null {
  const room = limits?.longest ?? null;
  const most = room === null ? replyRoom[source] : source === 'mastodon' ? room - roomForName : room;
  if (most === undefined) return null;
  // Only Mastodon has warnings, and counts them with the text.
  return { length: lengthOf(reply, source), most: source === 'mastodon' ? most - countOf(warning) : most };
}

function lengthOf(reply: string, source: SourceName): number {
  return countOf(source === 'mastodon' ? reply.replace(links, countedLink) : reply);
}

function countOf(text: string): number {
  return [...(graphemes?.segment(text) ?? text)].length;
}

/** Mastodon counts every link as so long, whatever it is. */
const countedLink = '.'.repeat(23);
/** Firefox before 125 has none. */
const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;
const links = /https?:\/\/\S+/g;

/** Links, bold text, headings, lists and code fences. */
const markup = [
  /!?\[[^\][\n]+\]\([^)\s]+\)/,
  /(?:^|\s)(?:\*\*\S.*\*\*|__\S.*__)/m,
  /^#{1,6} \S/m,
  /^ ?(?:[-*+]|\d{1,2}[.)]) .+\n ?(?:[-*+]|\d{1,2}[.)]) /m,
  /^```/m,
];

function findMarkup(text: string): ReplyProblem | null {
  const withoutCode = text.replaceAll('\r\n', '\n').replace(/^ {2}.*$/gm, '');
  const isMarkedUp = markup.some((form) => form.test(withoutCode));
  return isMarkedUp ? { code: 'reply_marked_up', params: {} } : null;
}

function findWrongLength(
  reply: string,
  source: SourceName,
  limits: ReplyLimits | null,
  warning: string,
): ReplyProblem | null {
  const place = sourceLabels[source];
  const least = limits?.shortest ?? 0;
  const measure = measureReply(reply, source, limits, warning);
  const length = measure?.length ?? lengthOf(reply, source);
  if (length < least) return { code: 'reply_too_short', params: { place, least, length } };
  if (measure === null || length <= measure.most) return null;
  return { code: 'reply_too_long', params: { place, most: measure.most, length } };
}
