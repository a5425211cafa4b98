import { AppError } from '#server/app-error.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Ledger } from './ledger.ts';
import type { Reversal, Word } from './word.ts';

/**
 * Asks the provider and writes down what it says; asks again when something else was written down meanwhile, because
 * nobody knows which of the two is older.
 * @throws AppError billing_unavailable when that does not end; what `ask` throws.
 */
export type Hear = (ask: () => Promise<Word | Reversal | null>, eventId?: string) => Promise<Plan | null>;

const attempts = 30;

/** @returns null where nothing was said about a user of ours. */
export function hearing(ledger: Ledger): Hear {
  return async (ask, eventId = '') => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const since = await ledger.nextReading();
      const said = await ask();
      if (!said) {
        await ledger.closeEvent(eventId);
        return null;
      }
      const outcome = await ledger.write(said, since, eventId);
      if (outcome.kind !== 'outdated') return outcome.kind === 'written' ? outcome.plan : null;
    }
    const cause = new Error(
      'what the payment provider said was always outdated when it was to be written down',
    );
    throw new AppError('billing_unavailable', {}, { cause });
  };
}
