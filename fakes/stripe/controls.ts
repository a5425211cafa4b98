import { complete, expire, settleSession } from './checkout.ts';
import { chargeOf, refund } from './money.ts';
import type { Charge, Dispute, Invoice, Refund, Session, StripeEvent, Subscription } from './shapes.ts';
import type { StripeState } from './state.ts';
import { end, renew, schedule, tryAgain } from './subscriptions.ts';

export type StripeControls = ReturnType<typeof makeControls>;

/** Actions of people, banks and time on the fake's objects, beside its API. */
export function makeControls(state: StripeState) {
  return {
    /** As the button on the hosted page; `later` is a bank debit that `settle` ends. */
    pay: (sessionId: string, when: 'now' | 'later' = 'now'): Session =>
      complete(state, sessionId, when === 'now' ? 'paid' : 'later'),
    settle: (sessionId: string, outcome: 'paid' | 'failed'): Session =>
      settleSession(state, sessionId, outcome),
    /** A day without a payment. */
    expire: (sessionId: string): Session => expire(state, sessionId),
    /** By the session or the subscription that was paid; all of it if no amount is named. */
    refund: (id: string, amount?: number): Refund => refund(state, paidCharge(state, id), amount),
    /** By the session or the subscription that was paid. */
    dispute: (id: string): Dispute => openDispute(state, paidCharge(state, id)),
    closeDispute: (id: string, outcome: 'won' | 'lost'): Dispute => closeDispute(state, id, outcome),
    renew: (subscriptionId: string): Invoice => renew(state, subscriptionId, 'paid'),
    failRenewal: (subscriptionId: string): Invoice => renew(state, subscriptionId, 'failed'),
    /** The next try of a failed renewal. */
    tryAgain: (subscriptionId: string, outcome: 'paid' | 'failed'): Invoice =>
      tryAgain(state, subscriptionId, outcome),
    /** As the button of the billing portal. */
    cancelInPortal: (subscriptionId: string): Subscription => schedule(state, subscriptionId, 'by date'),
    end: (subscriptionId: string): Subscription => end(state, subscriptionId),
    /** Oldest first; of one type if it is named. */
    events: (type?: string): StripeEvent[] => state.events.filter((event) => !type || event.type === type),
  };
}

/** The newest charge of a session or a subscription. */
function paidCharge(state: StripeState, id: string): Charge {
  if (state.sessions.has(id)) {
    const { payment_intent, invoice } = state.sessions.get(id);
    return chargeOf(state, state.intents.get(payment_intent ?? intentOf(state, invoice ?? '')));
  }
  const { latest_invoice } = state.subscriptions.get(id);
  return chargeOf(state, state.intents.get(intentOf(state, latest_invoice ?? '')));
}

function intentOf(state: StripeState, invoiceId: string): string {
  return (
    state.invoicePayments.all().find(({ invoice }) => invoice === invoiceId)?.payment.payment_intent ?? ''
  );
}

function openDispute(state: StripeState, charge: Charge): Dispute {
  charge.disputed = true;
  const dispute = state.disputes.put({
    id: state.makeId('dp'),
    object: 'dispute',
    created: state.seconds(),
    amount: charge.amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  state.emit('charge.dispute.created', dispute);
  return dispute;
}

/** The charge stays marked as disputed, whoever wins. */
function closeDispute(state: StripeState, id: string, outcome: 'won' | 'lost'): Dispute {
  const dispute = state.disputes.get(id);
  dispute.status = outcome;
  state.emit('charge.dispute.closed', dispute);
  return dispute;
}
