import type { ReadBack } from './port.ts';

/** A reply as found in a thread. */
export type SeenReply = { externalId: string; url: string; text: string; writtenAt: Date | null };

/** Clocks differ: a reply may seem to be written this much before it was sent. */
const clockDifferenceMs = 60_000;

/** Picks the searched reply among an account's replies to one post. */
export function pickReply(
  replies: SeenReply[],
  { text, since }: { text: string | null; since: Date },
): ReadBack {
  const earliest = since.getTime() - clockDifferenceMs;
  const fitting = replies.filter(
    (reply) =>
      (reply.writtenAt === null || reply.writtenAt.getTime() >= earliest) &&
      (text === null || bareText(reply.text) === bareText(text)),
  );
  const [first, ...others] = new Map(fitting.map((reply) => [reply.externalId, reply])).values();
  if (!first) return { found: 'nothing' };
  if (others.length > 0) return { found: 'ambiguous' };
  return { found: 'posted', externalId: first.externalId, url: first.url };
}

/** Without spaces, line breaks and the signs that sources turn into markup. */
export function bareText(text: string): string {
  return text.normalize('NFKC').replace(/[\s*<>\u200b\ufeff]+/g, '');
}
