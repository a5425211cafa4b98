import { describe, expect, it } from 'vitest';
import { awaitDelivery, type DeliveryState } from './await-delivery.ts';

/** A clock that only moves while somebody sleeps, and a mail whose state changes by it. */
function wait(stateAt: (ms: number) => DeliveryState) {
  let passed = 0;
  let reads = 0;
  const read = async () => {
    reads += 1;
    return stateAt(passed);
  };
  const sleep = async (ms: number) => {
    passed += ms;
  };
  return awaitDelivery(read, sleep).then(({ delivery }) => ({ delivery, passed, reads }));
}

describe('the moment in which a sender waits for a mail', () => {
  it('ends as soon as the mail was accepted', async () => {
    const { delivery, passed } = await wait((ms) => (ms >= 300 ? 'delivered' : 'waiting'));
    expect(delivery).toBe('sent');
    expect(passed).toBeLessThan(600);
  });

  it('ends as soon as it has failed, because the next try may take long', async () => {
    const { delivery, passed } = await wait((ms) => (ms >= 100 ? 'failed' : 'waiting'));
    expect(delivery).toBe('kept');
    expect(passed).toBeLessThan(300);
  });

  it('ends as soon as it is refused, and says so', async () => {
    const { delivery, passed } = await wait((ms) => (ms >= 100 ? 'refused' : 'waiting'));
    expect(delivery).toBe('refused');
    expect(passed).toBeLessThan(300);
  });

  it('ends after two seconds whatever the mail server does, and asks only a few times', async () => {
    const { delivery, passed, reads } = await wait(() => 'waiting');
    expect(delivery).toBe('kept');
    expect(passed).toBeGreaterThanOrEqual(1800);
    expect(passed).toBeLessThan(2300);
    expect(reads).toBeLessThan(20);
  });
});
