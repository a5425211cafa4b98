import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { paymentEventTypes } from './stripe-events.ts';

const decision = new URL('../../../docs/decisions/0011-what-was-paid-decides-the-plan.md', import.meta.url);

it('the decision lists the events that Stripe has to send, neither more nor less', async () => {
  const text = await readFile(decision, 'utf8');
  const [, section = ''] = /## Events\n([\s\S]*?)\n## /.exec(text) ?? [];
  const listed = [...section.matchAll(/^- `([\w.]+)`$/gm)].map(([, type]) => type);
  expect(listed.toSorted()).toEqual(paymentEventTypes.toSorted());
});
