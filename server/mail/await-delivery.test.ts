import { expect, it } from 'vitest';
import { awaitDelivery, type DeliveryState } from './await-delivery.ts';

const after = (ms: number, state: DeliveryState) => (passed: number) => (passed >= ms ? state : 'waiting');

it.each([
  ['it was accepted', after(300, 'delivered'), 'sent', 0, 600],
  ['it has failed, because the next try may take long', after(100, 'failed'), 'kept', 0, 300],
  ['it is refused', after(100, 'refused'), 'refused', 0, 300],
  ['two seconds have passed', after(10_000, 'delivered'), 'kept', 1800, 2300],
] as const)('waits for a mail until %s', async (_case, stateAt, expected, least, most) => {
  let passed = 0;
  let reads = 0;
  const read = async () => {
    reads += 1;
    return stateAt(passed);
  };
  const sleep = async (ms: number) => {
    passed += ms;
  };
  const { delivery } = await awaitDelivery(read, sleep);
  expect(delivery).toBe(expected);
  expect(passed).toBeGreaterThanOrEqual(least);
  expect(passed).toBeLessThan(most);
  expect(reads).toBeLessThan(20);
});
