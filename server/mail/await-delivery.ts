import type { Delivery } from '#shared/contracts/contact.ts';

/** State of a stored mail: not tried yet, accepted, failed so far, or failed for good. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'refused';

const patienceMs = 2000;
const shortestPauseMs = 25;
const longestPauseMs = 200;

/**
 * Waits a moment for a mail that a task sends, to report its real state. Holds no connection while it waits: `read`
 * queries each time.
 */
export async function awaitDelivery(
  read: () => Promise<DeliveryState>,
  sleep: (ms: number) => Promise<unknown>,
): Promise<Delivery> {
  let pause = shortestPauseMs;
  for (let waited = 0; waited < patienceMs; waited += pause) {
    await sleep(pause);
    const state = await read();
    if (state === 'delivered') return { delivery: 'sent' };
    if (state === 'refused') return { delivery: 'refused' };
    if (state === 'failed') return { delivery: 'kept' };
    pause = Math.min(pause * 1.5, longestPauseMs);
  }
  return { delivery: 'kept' };
}
