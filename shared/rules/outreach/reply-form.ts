import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { sourceLabels } from './places/source-labels.ts';

/**
 * Characters that a reply may have where they are few. Of Mastodon's 500 the name of whom it answers, at most 30 of them,
 * takes its part.
 */
export const replyRoom: { readonly [Source in SourceName]?: number } = { bluesky: 300, mastodon: 468 };

/**
 * Problem with the form of a reply at its place, in one sentence; null when it can go as it is (outreach reference 1
 * and 2.4). `reply` is the whole text, its addresses included.
 */
export function findFormProblem(reply: string, source: SourceName): string | null {
  if (source === 'hacker-news') return findMarkup(reply);
  const tooMuch = findTooMuch(reply, source);
  return tooMuch ?? (source === 'bluesky' ? findTooLarge(reply) : null);
}

/** How long a reply is as its place counts it, and how long it may be there; null where nothing but our own limit holds. */
export function measureReply(reply: string, source: SourceName): { length: number; most: number } | null {
  const most = replyRoom[source];
  if (most === undefined) return null;
  const counted = source === 'mastodon' ? reply.replace(links, countedLink) : reply;
  return { length: [...(graphemes?.segment(counted) ?? counted)].length, most };
}

const largestInBytes = 3_000;
/** Mastodon counts every link as so long, whatever it is. */
const countedLink = '.'.repeat(23);
/** Firefox before 125 has none. */
const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;
const links = /https?:\/\/\S+/g;

const kinds: [RegExp, string][] = [
  [/!?\[[^\][\n]+\]\([^)\s]+\)/, 'Markdown links are shown as they are typed: write the bare address.'],
  [/(?:^|\s)(?:\*\*\S.*\*\*|__\S.*__)/m, 'There is no bold text: leave the stars or underlines out.'],
  [/^#{1,6} \S/m, 'There are no headings: write plain paragraphs.'],
  [
    /^ ?(?:[-*+]|\d{1,2}[.)]) .+\n ?(?:[-*+]|\d{1,2}[.)]) /m,
    'There are no lists: put a blank line between points.',
  ],
  [/^```/m, 'There are no code fences: indent code by two spaces after a blank line.'],
];

function findMarkup(text: string): string | null {
  const withoutCode = text.replaceAll('\r\n', '\n').replace(/^ {2}.*$/gm, '');
  return kinds.find(([form]) => form.test(withoutCode))?.[1] ?? null;
}

function findTooMuch(reply: string, source: SourceName): string | null {
  const measure = measureReply(reply, source);
  if (measure === null || measure.length <= measure.most) return null;
  const { length, most } = measure;
  const beside = source === 'mastodon' ? ' beside the name that it answers' : '';
  return `${sourceLabels[source]} takes ${most} characters at most${beside}; this reply has ${length}.`;
}

function findTooLarge(text: string): string | null {
  const bytes = new TextEncoder().encode(text).length;
  return bytes > largestInBytes ? 'This reply has more bytes than Bluesky takes.' : null;
}
