import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { embeddedPayments } from './embedded.ts';
import type { CheckoutRequest, Payments } from './port.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

type Subject = {
  payments: Payments;
  pay(id: string): Promise<unknown>;
  cancel(id: string): Promise<unknown>;
};

const adapters: Record<string, () => Subject> = {
  embedded: () => {
    const payments = embeddedPayments(database, randomUUID);
    return {
      payments,
      pay: (id) => payments.endSession(id, 'paid'),
      cancel: (id) => payments.endSession(id, 'canceled'),
    };
  },
};

const request: CheckoutRequest = {
  userId: 'ada',
  userEmail: 'ada@example.com',
  plan: 'pro',
  mode: 'payment',
  successUrl: 'http://localhost:3000/payment-success?session_id={SESSION_ID}',
  cancelUrl: 'http://localhost:3000/payment-cancel',
};

describe.each(Object.entries(adapters))('%s payments', (_name, make) => {
  it('name a price of their own for each plan', () => {
    const { pro, developer } = make().payments.prices;
    expect(new Set([pro, developer, '']).size).toBe(3);
  });

  it('open a session that belongs to its user and is not paid', async () => {
    const { payments } = make();
    const { id, url } = await payments.createCheckoutSession(request);
    expect(URL.canParse(url)).toBe(true);
    expect(await payments.retrieveSession(id)).toMatchObject({
      id,
      userId: 'ada',
      plan: 'pro',
      status: 'open',
    });
  });

  it('give every session an id of its own', async () => {
    const { payments } = make();
    const made = await Promise.all([1, 2, 3].map(() => payments.createCheckoutSession(request)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
  });

  it('keep the outcome that came first', async () => {
    const { payments, pay, cancel } = make();
    const paid = await payments.createCheckoutSession(request);
    await pay(paid.id);
    await cancel(paid.id);
    expect(await payments.retrieveSession(paid.id)).toMatchObject({ status: 'paid' });
    const canceled = await payments.createCheckoutSession(request);
    await cancel(canceled.id);
    await pay(canceled.id);
    expect(await payments.retrieveSession(canceled.id)).toMatchObject({ status: 'canceled' });
  });

  it('know nothing of a session that they did not open', async () => {
    expect(await make().payments.retrieveSession('never-opened')).toBeNull();
  });
});
