import {
  type CheckoutRequest,
  type CheckoutSession,
  type PaymentChange,
  type PaymentEvent,
  PaymentEventRefusedError,
  type Payments,
  type Reversals,
  type Subscription,
} from '#server/integrations/payments/port.ts';

/** A payment provider whose state a test changes, and which can be away or slow. */
export type PaymentsStub = Payments & {
  sessions: Map<string, CheckoutSession>;
  subscriptions: Map<string, Subscription>;
  /** Refunds and disputes by charge. */
  reversals: Map<string, Reversals>;
  /** Called before every response: throw to be away, wait to be slow. */
  before: (call: string) => Promise<void> | void;
  /** The calls so far, oldest first. */
  calls: string[];
  /** Idempotency keys of opened checkouts. */
  keys: string[];
  /** The body of an event, which only `signature` signs. */
  event(id: string, change: PaymentChange | null, createdAt?: Date): string;
};

export const signature = 'signed by the provider';

export function paymentsStub(): PaymentsStub {
  const sessions = new Map<string, CheckoutSession>();
  const subscriptions = new Map<string, Subscription>();
  const byKey = new Map<string, string>();
  const calls: string[] = [];
  const answer = async <T>(call: string, made: () => T): Promise<T> => {
    calls.push(call);
    await stub.before(call);
    return made();
  };
  const stub: PaymentsStub = {
    sessions,
    subscriptions,
    reversals: new Map(),
    calls,
    keys: [],
    before: () => {},
    origin: 'stripe-test',
    prices: { pro: 'price_p', developer: 'price_d' },
    createCheckoutSession: (request) =>
      answer('create', () => {
        const id = byKey.get(request.idempotencyKey) ?? `cs_${sessions.size + 1}_${request.userId}`;
        byKey.set(request.idempotencyKey, id);
        stub.keys.push(request.idempotencyKey);
        return openSession(sessions, id, request);
      }),
    retrieveSession: (id) => answer('session', () => structuredClone(sessions.get(id)) ?? null),
    expireSession: (id) => answer('expire', () => expireSession(sessions.get(id))),
    retrieveReversals: (chargedAs) => answer('reversals', () => stub.reversals.get(chargedAs) ?? null),
    retrieveSubscription: (id) =>
      answer('subscription', () => structuredClone(subscriptions.get(id)) ?? null),
    setCancelAtPeriodEnd: (id, cancel) =>
      answer('cancel', () => {
        const subscription = subscriptions.get(id);
        if (!subscription) throw new Error('no such subscription');
        subscription.cancelAtPeriodEnd = cancel;
        return structuredClone(subscription);
      }),
    endSubscription: (id) =>
      answer('end', () => {
        const subscription = subscriptions.get(id);
        if (subscription) subscription.state = 'ended';
        return structuredClone(subscription) ?? null;
      }),
    createPortalUrl: (customerId, returnUrl) =>
      answer('portal', () => `https://pay.example/portal/${customerId}?back=${returnUrl}`),
    verifyEvent,
    readEvent: ({ payload }) =>
      answer('event', () => revive((payload as { change: PaymentChange | null }).change)),
    event: (id, change, createdAt = new Date(0)) =>
      JSON.stringify({ id, type: change?.kind ?? 'nothing', createdAt, payload: { change } }),
  };
  return stub;
}

function openSession(
  sessions: PaymentsStub['sessions'],
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
    const { id, type, createdAt, payload } = JSON.parse(body);
    return { id, type, createdAt: new Date(createdAt), payload };
  } catch {
    throw new PaymentEventRefusedError('not an event');
  }
}

/** Dates become text in a stored event. */
function revive(change: PaymentChange | null): PaymentChange | null {
  if (change?.kind !== 'renewed') return change;
  return { ...change, payment: { ...change.payment, paidAt: new Date(change.payment.paidAt) } };
}
