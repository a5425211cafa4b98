import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { requiredText, text } from './text.ts';

/** The mail that a message came as, as readable text; for the owner and agents. */
export const readMessageMail = endpoint({
  method: 'GET',
  path: '/api/jobs/{id}/messages/{messageId}/mail',
  access: 'signed-in',
  act: 'view a job',
  response: z.object({ text: z.string() }),
  refusals: [503],
});

/** Words of a mail that was not added; empty once they are in the thread. */
export const readUnaddedMail = endpoint({
  method: 'POST',
  path: '/api/support-thread/mail',
  access: 'public',
  body: z.strictObject({ token: requiredText(200), mailId: text(64) }),
  response: z.object({ text: z.string() }),
  refusals: [404],
});
