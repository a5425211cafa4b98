import type { Attempts } from './attempts.ts';
import type { Held } from './rows.ts';
import type { PostingSettings } from './settings.ts';

/** Works on replies one worker at a time. */
export function replyHolding(
  attempts: Attempts,
  { now, randomId, holdMs }: Pick<PostingSettings, 'now' | 'randomId' | 'holdMs'>,
) {
  /** Read again after the hold: it may have changed before. */
  async function hold(id: string): Promise<Held | null> {
    if (!(await attempts.find(id))) return null;
    const holder = randomId();
    const attempt = await attempts.hold(id, holder, now(), new Date(now().getTime() + holdMs));
    const found = attempt && (await attempts.find(id));
    return found ? { ...found, attempt, holder } : null;
  }

  /**
   * Null when the conversation is unknown or another worker holds it. Whatever fails lets it go, so that it need not
   * wait for the end of the hold.
   */
  return async <T>(
    id: string,
    signal: AbortSignal | null,
    work: (held: Held, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> => {
    const held = await hold(id);
    if (!held) return null;
    const timeUp = AbortSignal.timeout(holdMs);
    try {
      return await work(held, signal ? AbortSignal.any([signal, timeUp]) : timeUp);
    } finally {
      await attempts.release(held);
    }
  };
}
