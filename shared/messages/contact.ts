import { messages } from './message.ts';

/** Contact form and 'Book a Demo' (specification 5 and 8, Other). */
export const contactMessages = messages({
  contact_missing_fields: {
    title: 'Missing Fields',
    text: 'Please fill out email and message.',
    tone: 'error',
    status: 400,
  },
  contact_sent: {
    title: 'Message sent!',
    text: 'It is with us now. The answer comes by e-mail.',
    tone: 'success',
  },
  contact_kept: {
    title: 'Message kept',
    text: 'Your message is stored here. It has not left for our mailbox yet; we keep trying for two days, so there is no need to send it again.',
    tone: 'info',
  },
  contact_refused: {
    title: 'Message kept',
    text: 'Your message is stored here, but the mail server refused to pass it on. We only see it when we look into our records.',
    tone: 'info',
  },
  contact_failed: { title: 'Error', text: 'Something went wrong. Please try again.', tone: 'error' },
  demo_missing_fields: {
    title: 'Missing Fields',
    text: 'Please fill out your name, your email and a time.',
    tone: 'error',
    status: 400,
  },
  demo_time_invalid: {
    title: 'Another time, please',
    text: 'Please choose a time between tomorrow and {days} days from now.',
    tone: 'error',
    status: 400,
  },
  demo_sent: {
    title: 'Request sent!',
    text: 'Your time wish is with us. The invitation, or another proposal, comes by e-mail.',
    tone: 'success',
  },
  demo_kept: {
    title: 'Request kept',
    text: 'Your request is stored here. It has not left for our mailbox yet; we keep trying for two days, so there is no need to send it again.',
    tone: 'info',
  },
  demo_refused: {
    title: 'Request kept',
    text: 'Your request is stored here, but the mail server refused to pass it on. We only see it when we look into our records.',
    tone: 'info',
  },
  email_invalid: {
    title: 'Invalid email',
    text: 'Please enter a valid email.',
    tone: 'error',
    status: 400,
  },
  one_line_fields: {
    title: 'Error',
    text: 'Name, email and phone must each be on one line, without control characters.',
    tone: 'error',
    status: 400,
  },
  too_many_messages: {
    title: 'Too many messages',
    text: 'Many messages came from your network. You can send yours again {wait}. Your text is kept.',
    tone: 'error',
    status: 429,
  },
});
