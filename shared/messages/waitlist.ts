import { messages } from './message.ts';

/** Startup Social's list (specification 5 and 8, Other). The invalid e-mail is the contact form's. */
export const waitlistMessages = messages({
  waitlist_joined: {
    title: "We'll let you know!",
    text: 'One more step: open the link in the mail that is on its way to you.',
    tone: 'success',
  },
  waitlist_kept: {
    title: "We'll let you know!",
    text: 'Our mail server does not answer right now. Your address is kept, and the mail with the link to confirm it comes as soon as it does.',
    tone: 'info',
  },
  waitlist_failed: { title: 'Error', text: 'Submission failed. Please try again.', tone: 'error' },
  waitlist_confirmed: {
    title: 'Confirmed',
    text: 'We will write to {email} when Startup Social opens, and for nothing else.',
    tone: 'success',
  },
  waitlist_left: {
    title: 'Unsubscribed',
    text: '{email} is off the list. You will get no more mail from it.',
    tone: 'success',
  },
  waitlist_link_invalid: {
    title: 'Link not valid',
    text: 'This link is not known here. Enter your email again to get a new one.',
    tone: 'error',
    status: 404,
  },
});
