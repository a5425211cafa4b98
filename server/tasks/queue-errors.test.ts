import pino from 'pino';
import { expect, it } from 'vitest';
import { queueErrors } from './queue-errors.ts';

it('logs a lost database once in a while and every other error at once', () => {
  const lines: { level: number; err: { message: string } }[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  let now = 1_000_000;
  const report = queueErrors(log, () => now);
  // As pg-boss words it, once for each queue.
  const message = 'Connection terminated unexpectedly (Queue: post-reply, Worker: 1)';
  const lost = () => ({ name: 'Error', message });
  for (let poll = 0; poll < 40; poll += 1) report(lost());
  report(new Error('Queue post-reply does not exist'));
  expect(lines.map(({ level }) => level)).toEqual([40, 50]);
  now += 30_000;
  report(lost());
  expect(lines).toHaveLength(3);
  report({ name: 'error', message: 'shutting down', code: '57P03' } as Error);
  expect(lines).toHaveLength(3);
});
