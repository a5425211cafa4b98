import { AppError } from '#server/app-error.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Ledger } from './ledger.ts';
import type { Reversal, Snapshot } from './snapshot.ts';

/**
 * Reads the provider and writes its snapshot. Reads again after a concurrent write, because the order of the two is
 * unknown.
 * @throws AppError billing_unavailable when that does not end; what `ask` throws.
 */
export type SyncSnapshot = (
  ask: () => Promise<Snapshot | Reversal | null>,
  eventId?: string,
) => Promise<Plan | null>;

const attempts = 30;

/** @returns null where nothing was said about a user of ours. */
export function snapshotSync(ledger: Ledger): SyncSnapshot {
  return async (ask, eventId = '') => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const since = await ledger.nextReading();
      const reported = await ask();
      if (!reported) {
        await ledger.closeEvent(eventId);
        return null;
      }
      const outcome = await ledger.write(reported, since, eventId);
      if (outcome.kind !== 'outdated') return outcome.kind === 'written' ? outcome.plan : null;
    }
    const cause = new Error(
      'what the payment provider said was always outdated when it was to be written down',
    );
    throw new AppError('billing_unavailable', {}, { cause });
  };
}
