import { messages } from './message.ts';

/** Startup Social's list (specification 5 and 8, Other) and links by mail. The invalid e-mail is the contact form's. */
export const waitlistMessages = messages({
  waitlist_joined: {
    title: "We'll let you know!",
    text: 'If this address is not on the list yet, a mail with a link to confirm it is on its way. Nothing after a few minutes? Check the address and the spam folder.',
    tone: 'success',
  },
  mail_not_configured: {
    title: 'Error',
    text: "This site can't send mail yet, so no link can reach you. Nothing was stored or changed.",
    tone: 'error',
    status: 503,
  },
  waitlist_failed: { title: 'Error', text: 'Submission failed. Please try again.', tone: 'error' },
  waitlist_confirmed: {
    title: 'Confirmed',
    text: 'We will write to {email} when Startup Social opens, and for nothing else.',
    tone: 'success',
  },
  waitlist_left: {
    title: 'Unsubscribed',
    text: '{email} is off the list. Only if somebody enters it again, a mail asks again, at most three times a month.',
    tone: 'success',
  },
  waitlist_link_invalid: {
    title: 'Link not valid',
    text: 'This link is not known here. Enter your email again to get a new one.',
    tone: 'error',
    status: 404,
  },
});
