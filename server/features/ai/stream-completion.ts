import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppError } from '#server/app-error.ts';
import { streamEvents } from '#server/http/event-stream.ts';
import { AiError } from '#server/integrations/ai/port.ts';
import type { AdmittedCall } from './service.ts';

type Settings = {
  /** Fires when the browser goes away. */
  signal: AbortSignal;
  log: Logger;
  heartbeatMs: number;
};

/**
 * Answers with server-sent events: `text` with each piece, then `done` with the whole reply or `failed`
 * with an error body, to which `partial` adds the text that arrived.
 */
export function streamCompletion(
  context: Context,
  call: AdmittedCall,
  { signal, ...settings }: Settings,
): Response {
  return streamEvents(context, (send) => call(signal, (text) => send('text', { text })), {
    ...settings,
    addToFailure: arrivedText,
  });
}

function arrivedText({ cause }: AppError): object {
  return cause instanceof AiError && cause.partial !== '' ? { partial: cause.partial } : {};
}
