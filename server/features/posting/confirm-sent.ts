import type { ReadBack } from '#server/integrations/posting/port.ts';
import type { Attempts } from './attempts.ts';
import { arrived } from './outcome.ts';
import { type Held, problem } from './rows.ts';
import { nextConfirmation, quickLooksMs } from './schedule.ts';
import { isKnownToBeOne, keepSession, sendAs } from './send-as.ts';
import type { PostingSettings } from './settings.ts';
import { asSender, type Eyes, type Sighting } from './sighting.ts';
import { accountGone, answerLost, foundTwice, neverFound } from './words.ts';

export type SentConfirmation = ReturnType<typeof sentConfirmation>;

type Settings = PostingSettings & { attempts: Attempts; sight: Sighting };

/** Finds out what became of a reply that has left. It is never sent again where that could be a second one. */
export function sentConfirmation(settings: Settings) {
  const { attempts, sight, accounts, now, holdMs } = settings;
  async function leaveUnconfirmed(held: Held, text: string, next: Date | null): Promise<void> {
    const { row, attempt } = held;
    const readBacks = attempt.readBacks + 1;
    await attempts.settle(held, now(), {
      conversation: { status: 'UNCONFIRMED', repliedAt: row.repliedAt ?? now(), ...problem('unknown', text) },
      attempt: { readBacks, notBefore: next },
    });
  }

  async function findNothing(held: Held): Promise<void> {
    const { row, attempt } = held;
    const next = nextConfirmation(attempt.sentAt ?? now(), now());
    if (attempt.state !== 'sent')
      return leaveUnconfirmed(held, next ? answerLost(row.host) : neverFound(row.host), next);
    const later = { state: next ? ('sent' as const) : ('done' as const), notBefore: next };
    const nowhere = { externalId: null, url: null };
    await attempts.settlePosted(row, now(), arrived(row, nowhere, now(), later));
  }

  async function sendAgain(eyes: Eyes, held: Held, signal: AbortSignal): Promise<void> {
    if (!(await attempts.beginAgain(held, now(), new Date(now().getTime() + holdMs)))) return;
    const again = await sendAs(eyes, held, signal);
    await keepSession(accounts, eyes.account, again);
    if (again.outcome !== 'posted') return findNothing(held);
    await attempts.settlePosted(held.row, now(), arrived(held.row, again, now()));
  }

  return {
    /** `isQuick` looks once and sends nothing: for somebody who waits for the answer. */
    async confirm(held: Held, signal: AbortSignal, isQuick = false): Promise<void> {
      const { row, attempt } = held;
      const linked = await sight.open(row);
      const eyes = linked && asSender(linked, attempt);
      if (!eyes && attempt.state !== 'sent') return leaveUnconfirmed(held, accountGone(row.host), null);
      if (!eyes) return findNothing(held);
      const waits = row.status === 'POSTING' && !isQuick ? quickLooksMs : [0];
      const seen = await lookRepeatedly(settings, eyes, held, waits, signal);
      if (seen.found === 'posted') return attempts.settlePosted(row, now(), arrived(row, seen, now()));
      if (seen.found === 'ambiguous' && attempt.state !== 'sent')
        return leaveUnconfirmed(held, foundTwice(row.host), null);
      if (isQuick || !isKnownToBeOne(eyes, held, now())) return findNothing(held);
      await sendAgain(eyes, held, signal);
    },
  };
}

async function lookRepeatedly(
  { sight, pause }: Settings,
  eyes: Eyes,
  held: Held,
  waits: number[],
  signal: AbortSignal,
): Promise<ReadBack> {
  let seen: ReadBack = { found: 'nothing' };
  for (const wait of waits) {
    if (wait > 0) await pause(wait);
    signal.throwIfAborted();
    seen = await sight.look(eyes, held.row, held.row.reply, signal);
    if (seen.found === 'posted' || seen.found === 'ambiguous') break;
  }
  return seen;
}
