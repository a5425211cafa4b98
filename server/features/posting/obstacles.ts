import type { ConversationSources } from '#server/integrations/conversations/port.ts';
import type { ReadBack } from '#server/integrations/posting/port.ts';
import { checkSession } from './check-session.ts';
import { arrived, putOff, refused, unseenYet } from './outcome.ts';
import { type Change, type Held, problem } from './rows.ts';
import { mayGoUnchecked, nextTry } from './schedule.ts';
import type { PostingSettings } from './settings.ts';
import { asSender, type Eyes, type Sighting } from './sighting.ts';
import { foundTwice, unchecked } from './words.ts';

type Settings = Pick<PostingSettings, 'sources' | 'now'> & { sight: Sighting };

/** What keeps an approved reply from leaving that only the source knows; null when nothing does. */
export function obstacles({ sources, sight, now }: Settings) {
  /** As the account that would send it, and as the one that an earlier try was sent as. */
  async function lookForEarlier(eyes: Eyes, { row, attempt }: Held, signal: AbortSignal): Promise<ReadBack> {
    const seen = await sight.look(eyes, row, row.reply, signal);
    const earlier = asSender(eyes, attempt);
    return seen.found !== 'nothing' || earlier === eyes ? seen : sight.look(earlier, row, row.reply, signal);
  }

  return async (eyes: Eyes, held: Held, signal: AbortSignal): Promise<Change | null> => {
    const { row, attempt } = held;
    const seen = await lookForEarlier(eyes, held, signal);
    if (seen.found === 'posted') return arrived(row, seen, now());
    if (seen.found === 'ambiguous') return foundTwiceBefore(held, now());
    // What has left once may be there, whatever the source said to it.
    if (seen.found !== 'nothing' && attempt.hasLeft) return unseenYet(held, now());
    if (seen.found === 'logged-out') return refused(held, { outcome: 'logged-out', text: seen.text }, now());
    const open = await checkOpen(sources, held, eyes, signal);
    if (open === 'closed' || open === 'gone')
      return refused(held, await checkSession(eyes, { outcome: 'closed', text: '' }, signal), now());
    const firstTriedAt = attempt.firstTriedAt ?? now();
    const isChecked = open === 'open' && seen.found === 'nothing';
    const next = isChecked || mayGoUnchecked(firstTriedAt, now()) ? null : nextTry(firstTriedAt, now());
    return next && putOff(next, problem('busy', unchecked(row.host, next)), { firstTriedAt });
  };
}

function foundTwiceBefore({ row }: Held, now: Date): Change {
  return {
    conversation: { status: 'UNCONFIRMED', repliedAt: now, ...problem('unknown', foundTwice(row.host)) },
    attempt: { state: 'done', notBefore: null },
  };
}

/** A source that this installation no longer asks can't say it; the poster notices a closed thread itself. */
async function checkOpen(
  sources: ConversationSources,
  { row, campaign }: Held,
  { account }: Eyes,
  signal: AbortSignal,
): Promise<'open' | 'closed' | 'gone' | 'unknown'> {
  const blueskySession = row.source === 'bluesky' ? account.session : null;
  const source = sources
    .sourcesFor({ forums: campaign.forums, blueskySession })
    .find(({ source, host }) => source === row.source && host === row.host);
  return source && !source.notConfigured ? source.checkOpen(row, signal) : 'open';
}
