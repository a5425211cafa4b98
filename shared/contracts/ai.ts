import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { requiredText } from './text.ts';

/** Longest prompt in characters (design 7.10). */
export const promptLimit = 16_000;

/**
 * One AI reply. `model` is null for a text written without a model.
 * With `Accept: text/event-stream` the same endpoint streams `text` events (a piece of the
 * completion each), then one `done` event with this reply, or one `failed` event with an error body.
 */
export const completePrompt = endpoint({
  method: 'POST',
  path: '/api/groq',
  access: 'signed-in',
  act: 'ask the AI',
  body: z.strictObject({ prompt: requiredText(promptLimit) }),
  reply: z.object({ completion: z.string(), model: z.nullable(z.string()) }),
  refusals: [403, 404, 422, 499, 502, 504],
  replyTypes: ['application/json', 'text/event-stream'],
});
