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
  checkout_unreachable: {
    title: 'Error',
    text: 'Could not initiate payment: the server could not be reached. Nothing was charged; please try again.',
    tone: 'error',
  },
  payment_unreachable: {
    title: 'Upgrade Failed',
    text: 'The server could not be reached. Your payment is not lost; please try again.',
    tone: 'error',
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
  subscription_running: {
    title: 'Error',
    text: 'You already have a subscription. See Plan and payments.',
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
  payment_canceled: {
    title: 'Upgrade Failed',
    text: 'This checkout ended without a payment, so your plan has not changed. You can start another one.',
    tone: 'error',
    status: 409,
  },
  payment_refused: {
    title: 'Upgrade Failed',
    text: 'This payment does not match the price of a plan, so your plan has not changed. Please contact support.',
    tone: 'error',
    status: 409,
  },
  payment_not_counted: {
    title: 'Upgrade Failed',
    text: 'This payment does not count any more: it was given back, it is disputed, or what it paid for has ended. Your plan is {plan}.',
    tone: 'error',
    status: 409,
  },
  upgrade_failed: {
    title: 'Upgrade Failed',
    text: 'An unknown error occurred during plan upgrade.',
    tone: 'error',
  },
  subscription_missing: {
    title: 'Error',
    text: 'There is no running subscription on this account.',
    tone: 'error',
    status: 409,
  },
  billing_unavailable: {
    title: 'Error',
    text: 'The payment provider could not be reached. Look again in a moment: what you asked for may have happened.',
    tone: 'error',
    status: 502,
  },
  portal_unavailable: {
    title: 'Error',
    text: 'There is nothing to manage at the payment provider yet.',
    tone: 'error',
    status: 409,
  },
  payment_event_refused: {
    title: 'Error',
    text: 'The event is not signed as it should be.',
    tone: 'error',
    status: 400,
  },
  subscription_canceled: {
    title: 'Subscription canceled',
    text: 'Your Developer Plan stays until {date}. You will not be charged again.',
    tone: 'success',
  },
  subscription_canceled_unpaid: {
    title: 'Subscription canceled',
    text: 'It ends on {date}. Until then the payment that is missing may still be tried.',
    tone: 'success',
  },
  subscription_resumed: {
    title: 'Subscription goes on',
    text: 'Your Developer Plan renews on {date}.',
    tone: 'success',
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
