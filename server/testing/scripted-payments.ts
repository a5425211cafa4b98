import {
  type CheckoutRequest,
  type CheckoutSession,
  type Payment,
  type PaymentChange,
  type PaymentEvent,
  PaymentEventRefusedError,
  type Payments,
  type Subscription,
} from '#server/integrations/payments/port.ts';

/** A payment provider that is played by the test: everything it knows can be changed, and it can be away. */
export type ScriptedPayments = Payments & {
  sessions: Map<string, CheckoutSession>;
  subscriptions: Map<string, Subscription>;
  /** Refunds and disputes by charge. */
  payments: Map<string, Pick<Payment, 'refundedAmount' | 'disputed'>>;
  /** Called before every answer: throw to be away, wait to be slow. */
  before: (call: string) => Promise<void> | void;
  /** The calls so far, oldest first. */
  calls: string[];
  /** Idempotency keys of opened checkouts. */
  keys: string[];
  /** The body of an event; `signature` is its only valid one. */
  event(id: string, news: PaymentChange | null): string;
};

export const signature = 'signed by the provider';

export function scriptedPayments(): ScriptedPayments {
  const sessions = new Map<string, CheckoutSession>();
  const subscriptions = new Map<string, Subscription>();
  const byKey = new Map<string, string>();
  const calls: string[] = [];
  const answer = async <T>(call: string, made: () => T): Promise<T> => {
    calls.push(call);
    await scripted.before(call);
    return made();
  };
  const scripted: ScriptedPayments = {
    sessions,
    subscriptions,
    payments: new Map(),
    calls,
    keys: [],
    before: () => {},
    origin: 'stripe-test',
    prices: { pro: 'price_p', developer: 'price_d' },
    createCheckoutSession: (request) =>
      answer('create', () => {
        const id = byKey.get(request.idempotencyKey) ?? `cs_${sessions.size + 1}_${request.userId}`;
        byKey.set(request.idempotencyKey, id);
        scripted.keys.push(request.idempotencyKey);
        return openSession(sessions, id, request);
      }),
    retrieveSession: (id) => answer('session', () => structuredClone(sessions.get(id)) ?? null),
    expireSession: (id) => answer('expire', () => expireSession(sessions.get(id))),
    retrieveReversals: (chargedAs) => answer('taken', () => scripted.payments.get(chargedAs) ?? null),
    retrieveSubscription: (id) =>
      answer('subscription', () => structuredClone(subscriptions.get(id)) ?? null),
    setCancelAtPeriodEnd: (id, cancel) =>
      answer('cancel', () => {
        const subscription = subscriptions.get(id);
        if (!subscription) throw new Error('no such subscription');
        subscription.cancelAtPeriodEnd = cancel;
        return structuredClone(subscription);
      }),
    createPortalUrl: (customerId, returnUrl) =>
      answer('portal', () => `https://pay.example/portal/${customerId}?back=${returnUrl}`),
    verifyEvent,
    readEvent: ({ payload }) =>
      answer('news', () => revive((payload as { news: PaymentChange | null }).news)),
    event: (id, news) => JSON.stringify({ id, type: news?.kind ?? 'nothing', payload: { news } }),
  };
  return scripted;
}

function openSession(
  sessions: ScriptedPayments['sessions'],
  id: string,
  { userId, plan }: CheckoutRequest,
): { id: string; url: string } {
  const url = `https://pay.example/${id}`;
  const nothing = { customerId: null, payment: null, subscription: null };
  if (!sessions.has(id)) sessions.set(id, { id, userId, plan, status: 'open', url, ...nothing });
  return { id, url };
}

function expireSession(session: CheckoutSession | undefined): void {
  if (session?.status === 'open') Object.assign(session, { status: 'canceled', url: null });
}

function verifyEvent(body: string, given: string): PaymentEvent {
  if (given !== signature) throw new PaymentEventRefusedError('not signed');
  try {
    const { id, type, payload } = JSON.parse(body);
    return { id, type, createdAt: new Date(0), payload };
  } catch {
    throw new PaymentEventRefusedError('not an event');
  }
}

/** Dates become text in a stored event. */
function revive(news: PaymentChange | null): PaymentChange | null {
  if (news?.kind !== 'renewed') return news;
  return { ...news, payment: { ...news.payment, paidAt: new Date(news.payment.paidAt) } };
}

export function somePayment(changes: Partial<Payment> & { id: string; userId: string }): Payment {
  return {
    plan: 'pro',
    chargedAs: `charge_of_${changes.id}`,
    subscriptionId: null,
    amount: 2900,
    currency: 'USD',
    refundedAmount: 0,
    disputed: false,
    paidAt: new Date('2026-11-01T10:00:00Z'),
    receiptUrl: null,
    ...changes,
  };
}

export function someSubscription(
  changes: Partial<Subscription> & { id: string; userId: string },
): Subscription {
  return {
    state: 'active',
    currentPeriodEnd: new Date(Date.now() + 20 * 86_400_000),
    cancelAtPeriodEnd: false,
    customerId: null,
    ...changes,
  };
}
