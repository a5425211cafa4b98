import type { Message } from './message.ts';

// Apart from their group, because the survey page shows them and must not carry every other text.

/** The server gave no answer. */
export const offline: Message = {
  title: 'Error',
  text: 'The server could not be reached. Check your connection and try again; nothing you typed is lost.',
  tone: 'error',
};

/** The server met an error that it did not expect. */
export const internal: Message = {
  title: 'Error',
  text: 'Something went wrong on our side. Nothing you typed is lost; please try again.',
  tone: 'error',
  status: 500,
};
