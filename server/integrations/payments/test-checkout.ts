import { Hono } from 'hono';
import { html } from 'hono/html';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { planNames, prices } from '#shared/rules/billing/prices.ts';
import { productName } from '#shared/rules/product.ts';
import type { EmbeddedPayments, TestCheckoutSession } from './embedded.ts';

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
  app.post('/test-checkout/:id/pay', async (context) => {
    const session = await payments.endSession(context.req.param('id'), 'paid');
    if (!session) return context.html(unknownPage(), 404);
    if (session.status === 'paid') await onPaid(session.id);
    return context.redirect(session.status === 'paid' ? session.successUrl : session.cancelUrl, 303);
  });
  app.post('/test-checkout/:id/cancel', async (context) => {
    const session = await payments.endSession(context.req.param('id'), 'canceled');
    if (!session) return context.html(unknownPage(), 404);
    return context.redirect(session.status === 'paid' ? session.successUrl : session.cancelUrl, 303);
  });
  return app;
}

function checkoutPage(session: TestCheckoutSession) {
  const plan = session.plan as PaidPlan;
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
    <body><main><p class="mark" role="note"><strong>Test checkout.</strong> No card is asked for and no money moves.</p>
    ${content}</main></body></html>`;
}
