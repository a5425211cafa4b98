import { messages } from './message.ts';

/** Checkout, plan changes and plan gates (specification 4, 5 and 8, Payment). */
export const billingMessages = messages({
  checkout_starting: {
    title: 'Processing Payment...',
    text: 'Initializing secure checkout with Stripe.',
    tone: 'info',
  },
  checkout_starting_test: {
    title: 'Processing Payment...',
    text: 'Opening the test checkout. No card is charged.',
    tone: 'info',
  },
  checkout_not_configured: {
    title: 'Configuration Error',
    text: 'Payments are not configured on this site yet. Nothing was charged.',
    tone: 'error',
    status: 503,
  },
  checkout_failed: { title: 'Error', text: 'Could not initiate payment: {message}', tone: 'error' },
  checkout_failed_unknown: {
    title: 'Error',
    text: 'Could not initiate payment. Please try again.',
    tone: 'error',
  },
  checkout_session_failed: {
    title: 'Error',
    text: 'Failed to create checkout session',
    tone: 'error',
    status: 502,
  },
  checkout_price_unknown: {
    title: 'Error',
    text: 'That plan is not for sale here.',
    tone: 'error',
    status: 400,
  },
  checkout_not_needed: {
    title: 'Error',
    text: 'Your plan already includes this.',
    tone: 'error',
    status: 409,
  },
  payment_system_missing: {
    title: 'Error',
    text: 'Payment system failed to load. Please try again.',
    tone: 'error',
  },
  payment_succeeded: {
    title: 'Payment Successful!',
    text: 'Your plan is now {plan}.',
    tone: 'success',
  },
  payment_session_missing: {
    title: 'Error',
    text: 'Could not verify payment session. Please contact support.',
    tone: 'error',
  },
  payment_session_unknown: {
    title: 'Upgrade Failed',
    text: 'Could not verify payment session. Please contact support.',
    tone: 'error',
    status: 404,
  },
  payment_not_finished: {
    title: 'Upgrade Failed',
    text: 'This payment has not been completed, so your plan has not changed.',
    tone: 'error',
    status: 409,
  },
  upgrade_failed: {
    title: 'Upgrade Failed',
    text: 'An unknown error occurred during plan upgrade.',
    tone: 'error',
  },
  plan_updated: { title: 'Plan Updated!', text: 'Your plan is now {plan}.', tone: 'success' },
  plan_subscribed: { title: 'Plan Subscribed!', text: 'Your plan is now {plan}.', tone: 'success' },
  upgrade_to_pro: {
    title: 'Upgrade Required',
    text: 'Please upgrade to the Pro or Developer plan to access this feature.',
    tone: 'info',
    status: 403,
  },
  upgrade_to_developer: {
    title: 'Upgrade Required',
    text: 'Please upgrade to the Developer plan to access this feature.',
    tone: 'info',
    status: 403,
  },
});
