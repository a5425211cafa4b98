import type { SendResult } from '#server/integrations/posting/port.ts';
import type { Attempts } from './attempts.ts';
import { checkSession } from './check-session.ts';
import type { SentConfirmation } from './confirm-sent.ts';
import type { Judging } from './judging.ts';
import type { Verdict } from './may-go.ts';
import { obstacles } from './obstacles.ts';
import { arrived, backToReview, leftToOwner, putOff, refused } from './outcome.ts';
import { type Change, type Held, problem } from './rows.ts';
import { keepSession, sendAs } from './send-as.ts';
import type { OwnAccount, PostingSettings } from './settings.ts';
import type { Eyes, Sighting } from './sighting.ts';

type Settings = PostingSettings & {
  attempts: Attempts;
  sight: Sighting;
  judging: Judging;
  confirmation: SentConfirmation;
};

/** Sends an approved reply once: checks, looks whether it is there, notes that it leaves, and only then lets it leave. */
export function replySending(settings: Settings) {
  const { attempts, judging, confirmation, accounts, posters, now } = settings;
  const findObstacle = obstacles(settings);

  async function apply(held: Held, verdict: Exclude<Verdict, { may: 'go' }>): Promise<void> {
    if (verdict.may === 'over') await attempts.release(held);
    else if (verdict.may === 'hand') await attempts.settle(held, now(), leftToOwner(verdict.because));
    else if (verdict.may === 'review') await attempts.settle(held, now(), backToReview(verdict.because));
    else await attempts.settle(held, now(), waiting(verdict));
  }

  async function settleUnsent(held: Held, account: OwnAccount, change: Change): Promise<void> {
    await attempts.settle(held, now(), change);
    const outcome = change.conversation?.outcome;
    if (outcome === 'captcha' || outcome === 'logged-out') await accounts.markNeedsLink(account);
  }

  /** Never waits for more than the time that the sender holds the reply. */
  async function record(held: Held, eyes: Eyes, result: SendResult, signal: AbortSignal): Promise<void> {
    const { row } = held;
    const account = await keepSession(accounts, eyes.account, result);
    if (result.outcome === 'unknown') return confirmation.confirm(held, signal);
    if (result.outcome !== 'posted') {
      const refusal = await checkSession({ ...eyes, account }, result, signal);
      return settleUnsent(held, account, refused(held, refusal, now()));
    }
    if (result.externalId) return attempts.settlePosted(row, now(), arrived(row, result, now()));
    await attempts.noteAccepted(held, now());
    await confirmation.confirm(held, signal);
  }

  return async (held: Held, signal: AbortSignal): Promise<void> => {
    const verdict = await judging.judge(held);
    if (verdict.may !== 'go') return apply(held, verdict);
    const poster = posters.posterFor(held.row.source);
    if (!poster) throw new Error(`a reply may go to ${held.row.source}, which takes none`);
    const obstacle = await findObstacle({ poster, account: verdict.account }, held, signal);
    if (obstacle) return settleUnsent(held, verdict.account, obstacle);
    signal.throwIfAborted();
    const last = await judging.startSending(held);
    if (last.may !== 'go') return apply(held, last);
    const eyes = { poster, account: last.account };
    await record(held, eyes, await sendAs(eyes, held, signal), signal);
  };
}

function waiting({ until, because }: Extract<Verdict, { may: 'wait' }>): Change {
  if (!because) return putOff(until);
  if ('tooFast' in because) return putOff(until, problem('too-fast', because.tooFast));
  return putOff(until, because);
}
