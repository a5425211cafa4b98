import { internal, offline } from './failures.ts';
import { messages } from './message.ts';

/** Failures that any request can have. */
export const requestMessages = messages({
  body_invalid: { title: 'Error', text: 'The request is not valid: {detail}.', tone: 'error', status: 400 },
  body_cut_off: {
    title: 'Error',
    text: 'The request was cut off before it was complete.',
    tone: 'error',
    status: 400,
  },
  body_not_json: { title: 'Error', text: 'The request body is not valid JSON.', tone: 'error', status: 400 },
  body_not_utf8: { title: 'Error', text: 'The request body is not valid UTF-8.', tone: 'error', status: 400 },
  body_too_large: {
    title: 'Error',
    text: 'The request is too large. Please shorten it.',
    tone: 'error',
    status: 413,
  },
  body_too_slow: {
    title: 'Error',
    text: 'The request took too long to arrive. Please try again.',
    tone: 'error',
    status: 408,
  },
  body_type: {
    title: 'Error',
    text: 'The request body must be sent as application/json.',
    tone: 'error',
    status: 415,
  },
  not_found: { title: 'Error', text: 'There is nothing at this address.', tone: 'error', status: 404 },
  method_not_allowed: {
    title: 'Error',
    text: 'This address does not take requests of this method.',
    tone: 'error',
    status: 405,
  },
  foreign_user: {
    title: 'Authentication Error',
    text: 'You can only act for your own account.',
    tone: 'error',
    status: 403,
  },
  too_many_requests: {
    title: 'Too many requests',
    text: 'You can try again {wait}. Your text is kept.',
    tone: 'error',
    status: 429,
  },
  database_unavailable: {
    title: 'Error',
    text: 'Startup Spark is briefly unavailable. Please try again in a moment.',
    tone: 'error',
    status: 503,
  },
  internal,
  offline,
});
