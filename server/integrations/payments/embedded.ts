import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Database } from '#server/database/connect.ts';
import { testCheckoutSessions } from '#server/database/tables.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { monthsAfter, monthsBetween } from '#shared/rules/billing/months.ts';
import { paymentNotes, planNames, prices } from '#shared/rules/billing/plans.ts';
import { productName } from '#shared/rules/product.ts';
import type { CheckoutSession, Payment, Payments, Subscription } from './port.ts';

type TestCheckoutSession = typeof testCheckoutSessions.$inferSelect;

/** Methods for the test checkout page besides the port. */
export type EmbeddedPayments = Payments & {
  readSession(id: string): Promise<TestCheckoutSession | null>;
  /** Ends an open session; a session that has ended keeps its outcome, which is returned. */
  endSession(id: string, outcome: 'paid' | 'canceled'): Promise<TestCheckoutSession | null>;
};

const table = testCheckoutSessions;

/**
 * A checkout without a provider: no card, no money, and a page that says so. Subscriptions renew every month by the
 * clock alone; each has the id of the session that began it.
 */
export function embeddedPayments(
  database: Database,
  randomId: () => string,
  now: () => number,
): EmbeddedPayments {
  const clock = () => new Date(now());
  const readSession = async (id: string) =>
    (await database.sql.select().from(table).where(eq(table.id, id)))[0] ?? null;
  const readSubscription = async (id: string) => {
    const session = await readSession(id);
    return session && subscriptionOf(session, clock());
  };
  const endSession: EmbeddedPayments['endSession'] = async (id, outcome) =>
    (await endOpen(database, id, { status: outcome, paidAt: outcome === 'paid' ? clock() : null })) ??
    readSession(id);
  return {
    origin: 'embedded',
    prices: { pro: 'price_embedded_pro', developer: 'price_embedded_developer' },
    async createCheckoutSession({ customerId: _unused, successUrl, ...request }) {
      const id = `test_${randomId()}`;
      const session = {
        ...request,
        id,
        createdAt: clock(),
        successUrl: successUrl.replace('{SESSION_ID}', id),
      };
      const [opened] = await database.sql
        .insert(table)
        .values(session)
        // A change that changes nothing gives the row that was there.
        .onConflictDoUpdate({ target: table.idempotencyKey, set: { idempotencyKey: session.idempotencyKey } })
        .returning();
      return { id: opened?.id ?? id, url: pageOf(opened ?? session) };
    },
    async retrieveSession(id) {
      const session = await readSession(id);
      return session && toCheckoutSession(session, clock());
    },
    expireSession: async (id) => void (await endSession(id, 'canceled')),
    retrieveSubscription: readSubscription,
    async setCancelAtPeriodEnd(id, cancel) {
      const subscription = await readSubscription(id);
      if (!subscription) throw new Error('there is no such test subscription');
      if (subscription.state === 'ended') return subscription;
      const endsAt = cancel ? subscription.currentPeriodEnd : null;
      await database.sql.update(table).set({ endsAt }).where(eq(table.id, id));
      return { ...subscription, cancelAtPeriodEnd: cancel };
    },
    async endSubscription(id) {
      const running = and(eq(table.id, id), or(isNull(table.endsAt), gt(table.endsAt, clock())));
      await database.sql.update(table).set({ endsAt: clock() }).where(running);
      return readSubscription(id);
    },
    readSession,
    endSession,
  };
}

type Ended = Pick<TestCheckoutSession, 'status' | 'paidAt'>;

/** @returns null for a session that is not open. */
async function endOpen({ sql: db }: Database, id: string, ended: Ended): Promise<TestCheckoutSession | null> {
  const open = and(eq(table.id, id), eq(table.status, 'open'));
  return (await db.update(table).set(ended).where(open).returning())[0] ?? null;
}

function pageOf({ id, successUrl }: { id: string; successUrl: string }): string {
  return new URL(`/test-checkout/${id}`, successUrl).href;
}

function toCheckoutSession(session: TestCheckoutSession, now: Date): CheckoutSession {
  return {
    id: session.id,
    userId: session.userId,
    plan: planOf(session),
    status: session.status,
    url: session.status === 'open' ? pageOf(session) : null,
    customerId: null,
    payment: session.status === 'paid' ? paymentOf(session, 0) : null,
    subscription: subscriptionOf(session, now),
  };
}

/** The payment of a period, counted from nought. */
function paymentOf(session: TestCheckoutSession, period: number): Payment {
  const plan = planOf(session);
  return {
    id: period === 0 ? session.id : `${session.id}_${period + 1}`,
    userId: session.userId,
    plan,
    chargedAs: null,
    subscriptionId: session.mode === 'subscription' ? session.id : null,
    amount: prices[plan].dollars * 100,
    currency: 'USD',
    refundedAmount: 0,
    disputed: false,
    paidAt: monthsAfter(beganAt(session), period),
    receiptUrl: null,
  };
}

function subscriptionOf(session: TestCheckoutSession, now: Date): Subscription | null {
  if (session.mode !== 'subscription' || session.status !== 'paid') return null;
  const { id, userId, endsAt } = session;
  const hasEnded = endsAt !== null && endsAt <= now;
  const began = beganAt(session);
  // The last period of one that has ended is the one before its end.
  const period = Math.max(0, monthsBetween(began, hasEnded ? new Date(endsAt.getTime() - 1) : now));
  return {
    id,
    userId,
    state: hasEnded ? 'ended' : 'active',
    currentPeriodEnd: hasEnded ? endsAt : monthsAfter(began, period + 1),
    cancelAtPeriodEnd: endsAt !== null,
    customerId: null,
    payment: paymentOf(session, period),
  };
}

function beganAt(session: TestCheckoutSession): Date {
  return session.paidAt ?? session.createdAt;
}

/** The table's plan type knows 'free' too; a session is only ever made for a paid plan. */
function planOf(session: TestCheckoutSession): PaidPlan {
  return session.plan as PaidPlan;
}

/** The embedded checkout: a page like a provider's, plainly marked as a test (design 7, calls). */
export function testCheckoutRoutes(
  payments: EmbeddedPayments,
  onPaid: (sessionId: string) => Promise<void>,
): Hono {
  const app = new Hono();
  app.get('/test-checkout/:id', async (context) => {
    const session = await payments.readSession(context.req.param('id'));
    context.header('Cache-Control', 'no-store');
    return session ? context.html(checkoutPage(session)) : context.html(unknownPage(), 404);
  });
  app.post('/test-checkout/:id/:action{pay|cancel}', async (context) => {
    const { id, action } = context.req.param();
    const session = await payments.endSession(id, action === 'pay' ? 'paid' : 'canceled');
    if (!session) return context.html(unknownPage(), 404);
    const isPaid = session.status === 'paid';
    if (isPaid) await onPaid(session.id);
    return context.redirect(isPaid ? session.successUrl : session.cancelUrl, 303);
  });
  return app;
}

function checkoutPage(session: TestCheckoutSession) {
  const plan = planOf(session);
  const { dollars, per } = prices[plan];
  if (session.status !== 'open') {
    const paid = session.status === 'paid';
    return shell(
      html`<h1>This test checkout has ended</h1>
        <p>${paid ? 'It was paid' : 'It was canceled'}. Nothing more happens here.</p>
        <a class="button" href="${paid ? session.successUrl : session.cancelUrl}">Continue</a>`,
    );
  }
  return shell(
    html`<h1>${planNames[plan]}</h1>
      <p class="price">$${dollars.toFixed(2)} <small>per ${per.toLowerCase()}</small></p>
      <p>${paymentNotes[plan]}</p>
      <dl><dt>For</dt><dd>${session.userEmail}</dd><dt>Charged today</dt><dd>$0.00: this is a test</dd></dl>
      <form method="post" action="/test-checkout/${session.id}/pay"><button class="button">Pay with test money</button></form>
      <form method="post" action="/test-checkout/${session.id}/cancel"><button class="quiet">Cancel and go back</button></form>`,
  );
}

function unknownPage() {
  return shell(
    html`<h1>Checkout not found</h1><p>This address belongs to no checkout.</p><a class="button" href="/">Return to Home</a>`,
  );
}

function shell(content: ReturnType<typeof html>) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark"><title>Test checkout · ${productName}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css"></head>
    <body><main><p class="brand"><img src="/favicon.svg" width="20" height="20" alt="">${productName}</p>
    <p class="mark" role="note"><strong>Test checkout.</strong> No card is asked for and no money moves.</p>
    ${content}</main></body></html>`;
}
