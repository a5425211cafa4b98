import { completeSession, scheduleEnd } from './money.ts';
import { invalid, Refusal, type Session, type StripeState } from './state.ts';

type Page = { html: string } | { location: string };

/** The hosted pages: checkout, billing portal, invoices and receipts. */
export function answerPage(state: StripeState, method: string, url: URL): Page {
  const [kind = '', id = '', button = ''] = url.pathname.slice(1).split('/');
  const isPost = method === 'POST';
  if (kind === 'pay') return isPost ? press(state, id, button) : checkout(state.sessions.get(id, 'session'));
  if (kind === 'portal') return isPost ? cancelInPortal(state, url) : portal(state, url);
  if (kind === 'invoices') return page('Invoice', `<p>${dollars(state.invoices.get(id).amount_paid)}</p>`);
  if (kind === 'receipts') return page('Receipt', `<p>${dollars(state.charges.get(id).amount)}</p>`);
  throw new Refusal(404, { type: 'invalid_request_error', message: 'There is no such page.' });
}

function press(state: StripeState, id: string, button: string): Page {
  const session = state.sessions.get(id, 'session');
  if (button === 'cancel') return { location: session.cancel_url ?? session.success_url };
  if (button === 'decline') return checkout(session, 'Your card was declined.');
  if (button !== 'now' && button !== 'later') throw invalid(`there is no button ${button}`);
  completeSession(state, id, button === 'now' ? 'paid' : 'later');
  return { location: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id) };
}

function checkout(session: Session, problem = ''): Page {
  if (session.status !== 'open')
    return page('This session has ended', '<p>Nothing more can be paid here.</p>');
  const button = (action: string, label: string) =>
    `<form method="post" action="/pay/${session.id}/${action}"><button>${label}</button></form>`;
  return page(
    session.mode === 'subscription' ? 'Subscribe' : 'Pay',
    `<p>${dollars(session.amount_total)} for ${escaped(session.customer_email ?? session.customer ?? '')}</p>
    ${problem && `<p role="alert">${problem}</p>`}
    ${button('now', 'Pay')}${button('later', 'Pay later')}${button('decline', 'Decline')}${button('cancel', 'Cancel')}`,
  );
}

function portal(state: StripeState, url: URL): Page {
  const rows = subscriptionsOf(state, url).map(
    ({ status, cancel_at }) => `<li>${status}${cancel_at ? ', canceled' : ''}</li>`,
  );
  return page(
    'Billing portal',
    `<ul>${rows.join('')}</ul><form method="post"><button>Cancel subscription</button></form>
    <a href="${escaped(url.searchParams.get('return_url') ?? '')}">Return</a>`,
  );
}

function cancelInPortal(state: StripeState, url: URL): Page {
  for (const { id, status } of subscriptionsOf(state, url)) {
    if (status !== 'canceled') scheduleEnd(state, id, 'by date');
  }
  return { location: url.href };
}

function subscriptionsOf(state: StripeState, url: URL) {
  const customer = url.searchParams.get('customer');
  return state.subscriptions.all().filter((one) => one.customer === customer);
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function page(title: string, content: string): Page {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Stripe fake</title>
    <meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"></head>
    <body><main><h1>${title}</h1>${content}</main></body></html>`;
  return { html };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
