import { complete } from './checkout.ts';
import { invalid } from './refusal.ts';
import type { Session } from './shapes.ts';
import type { StripeState } from './state.ts';
import { schedule } from './subscriptions.ts';

export type PageAnswer = { status: number; html: string } | { status: 303; location: string };

/** The hosted pages: checkout, billing portal, invoices and receipts. */
export function answerPage(state: StripeState, method: string, url: URL): PageAnswer {
  const [kind = '', id = '', action = ''] = url.pathname.slice(1).split('/');
  const isPost = method === 'POST';
  if (kind === 'pay') return isPost ? press(state, id, action) : checkout(state.sessions.get(id, 'session'));
  if (kind === 'portal') return isPost ? cancelThere(state, url) : portal(state, url);
  if (kind === 'invoices') return page('Invoice', paper(state.invoices.get(id).amount_paid, id));
  if (kind === 'receipts') return page('Receipt', paper(state.charges.get(id).amount, id));
  return { status: 404, html: 'Not found' };
}

function press(state: StripeState, id: string, button: string): PageAnswer {
  const session = state.sessions.get(id, 'session');
  if (button === 'cancel') return { status: 303, location: session.cancel_url ?? session.success_url };
  if (button === 'decline') return checkout(session, 'Your card was declined.');
  if (button !== 'now' && button !== 'later') throw invalid(`there is no button ${button}`);
  complete(state, id, button === 'now' ? 'paid' : 'later');
  return { status: 303, location: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id) };
}

function checkout(session: Session, problem = ''): PageAnswer {
  if (session.status !== 'open')
    return page('This session has ended', '<p>Nothing more can be paid here.</p>');
  const button = (action: string, words: string) =>
    `<form method="post" action="/pay/${session.id}/${action}"><button>${words}</button></form>`;
  return page(
    session.mode === 'subscription' ? 'Subscribe' : 'Pay',
    `<p>$${(session.amount_total / 100).toFixed(2)} for ${escaped(session.customer_email ?? session.customer ?? '')}</p>
    ${problem && `<p role="alert">${problem}</p>`}
    ${button('now', 'Pay')}${button('later', 'Pay later')}${button('decline', 'Decline')}${button('cancel', 'Cancel')}`,
  );
}

function portal(state: StripeState, url: URL): PageAnswer {
  const customer = url.searchParams.get('customer') ?? '';
  const rows = state.subscriptions
    .all()
    .filter((one) => one.customer === customer)
    .map(({ status, cancel_at }) => `<li>${status}${cancel_at ? ', canceled' : ''}</li>`);
  return page(
    'Billing portal',
    `<ul>${rows.join('')}</ul><form method="post"><button>Cancel subscription</button></form>
    <a href="${escaped(url.searchParams.get('return_url') ?? '')}">Return</a>`,
  );
}

function cancelThere(state: StripeState, url: URL): PageAnswer {
  const customer = url.searchParams.get('customer');
  for (const { id, status, customer: of } of state.subscriptions.all())
    if (of === customer && status !== 'canceled') schedule(state, id, 'by date');
  return { status: 303, location: url.href };
}

function paper(amount: number, id: string): string {
  return `<p>$${(amount / 100).toFixed(2)}</p><p>${id}</p>`;
}

function page(title: string, content: string): PageAnswer {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Stripe fake</title>
    <meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"></head>
    <body><main><h1>${title}</h1>${content}</main></body></html>`;
  return { status: 200, html };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
