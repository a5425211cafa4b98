import pino from 'pino';
import { expect } from 'vitest';
import { connectDatabase, inTransaction } from '#server/database/connect.ts';
import { reconcilePayments } from '#server/features/billing/tasks.ts';
import type { PaymentChange, Payments } from '#server/integrations/payments/port.ts';
import { startTasks } from '#server/tasks/tasks.ts';
import { type ScriptedPayments, scriptedPayments, signature } from '#server/testing/scripted-payments.ts';
import { type Reply, startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

/** A server that sells plans, with an adjustable clock and access to its events. */
export type BillingWorld = {
  server: TestServer;
  provider: ScriptedPayments;
  /** Milliseconds by which the server's clock is ahead. */
  clock: { ahead: number };
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  buy(user: TestUser, plan: 'pro' | 'developer', changes?: object): Promise<Reply>;
  verify(user: TestUser, sessionId: string): Promise<Reply>;
  /** As the account knows it. */
  planOf(user: TestUser): Promise<unknown>;
  billingOf(user: TestUser): Promise<Record<string, unknown>>;
  /** Posts an event as the provider would. */
  send(body: string, signedBy?: string, to?: TestServer): Promise<Response>;
  /** Posts an event and waits until it is handled. */
  sendEvent(id: string, news: PaymentChange | null): Promise<void>;
  handled(id: string): Promise<void>;
  /** Runs the reconcile task. */
  reconcile(): Promise<void>;
  /** Letters that were asked for: their ids, in order. */
  letters(user: TestUser): Promise<unknown[]>;
  close(): Promise<void>;
};

type BillingWorldOptions = {
  payments?: 'scripted' | 'embedded';
  /** A database that is there already. */
  on?: { databaseUrl: string };
};

/** As a process that only answers browsers. */
export const webOnly = {
  PROCESS_ROLE: 'web',
  DATABASE_URL: 'postgres://somebody@localhost/elsewhere',
  SECRET_KEY: 'a key of more than thirty-two characters',
};

export async function startBillingWorld({
  payments = 'scripted',
  on,
}: BillingWorldOptions = {}): Promise<BillingWorld> {
  const provider = scriptedPayments();
  const clock = { ahead: 0 };
  const sold: { payments?: Payments } = payments === 'scripted' ? { payments: provider } : {};
  const server = await startTestServer({ ...sold, now: () => Date.now() + clock.ahead }, {}, on);
  const database = connectDatabase(server.databaseUrl, () => {});
  const silent = pino({ level: 'silent' });
  const tasks = await startTasks(server.databaseUrl, [reconcilePayments], { worksTasks: false, log: silent });
  const query: BillingWorld['query'] = async (text, values) => (await database.pool.query(text, values)).rows;
  const send: BillingWorld['send'] = (body, signedBy = signature, to = server) =>
    to.fetch('/api/webhooks/stripe', { method: 'POST', body, headers: { 'stripe-signature': signedBy } });
  const handled = (id: string) =>
    expect
      .poll(() => query('select 1 from payment_events where id = $1 and handled_at is not null', [id]), {
        timeout: 15_000,
      })
      .toHaveLength(1);
  return {
    server,
    provider,
    clock,
    query,
    ...buying(server, provider.prices, payments),
    send,
    handled,
    async sendEvent(id, news) {
      const reply = await send(provider.event(id, news));
      expect([reply.status, await reply.json()]).toEqual([200, { received: true }]);
      await handled(id);
    },
    async reconcile() {
      await inTransaction(database, (transaction) => tasks.enqueue(transaction, reconcilePayments, {}));
      const waiting = `select 1 from pgboss.job where name = $1 and state not in ('completed', 'failed', 'cancelled')`;
      await expect.poll(() => query(waiting, [reconcilePayments.name]), { timeout: 15_000 }).toHaveLength(0);
    },
    letters: async (user) =>
      (await query('select id from billing_mails where user_id = $1 order by created_at, id', [user.id])).map(
        ({ id }) => id,
      ),
    async close() {
      await tasks.stop(1000);
      await database.close();
      await server.close();
    },
  };
}

function buying(server: TestServer, prices: Payments['prices'], payments: BillingWorldOptions['payments']) {
  const priceOf = (plan: 'pro' | 'developer') =>
    payments === 'embedded' ? `price_embedded_${plan}` : prices[plan];
  return {
    buy(user: TestUser, plan: 'pro' | 'developer', changes: object = {}) {
      const mode = plan === 'pro' ? 'payment' : 'subscription';
      const body = { priceId: priceOf(plan), userId: user.id, mode, userEmail: user.email, ...changes };
      return server.call('POST', '/api/create-checkout-session', { token: user.token, body });
    },
    verify: (user: TestUser, sessionId: string) =>
      server.call('POST', '/api/verify-payment', { token: user.token, body: { sessionId } }),
    async planOf({ token, id, email }: TestUser) {
      return (await server.call('POST', '/api/user/sync', { token, body: { id, email } })).body.plan;
    },
    async billingOf({ token }: TestUser): Promise<Record<string, unknown>> {
      return (await server.call('GET', '/api/billing', { token })).body;
    },
  };
}
