import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppError } from '#server/app-error.ts';
import { streamEvents, wantsEvents } from '#server/http/event-stream.ts';
import { handle, type Route } from '#server/http/handle.ts';
import { AiError } from '#server/integrations/ai/port.ts';
import { completePrompt } from '#shared/contracts/ai.ts';
import { type AcceptedCall, type AiService, type AiServiceDeps, aiService } from './service.ts';

type AiRoutesDeps = { service: AiService; log: Logger; heartbeatMs?: number };

/** AI calls of signed-in users. */
export function aiFeature({ log, ...deps }: AiServiceDeps & { log: Logger }): Route[] {
  return aiRoutes({ service: aiService(deps), log });
}

export function aiRoutes({ service, log, heartbeatMs = 15_000 }: AiRoutesDeps): Route[] {
  return [
    handle(
      completePrompt,
      async ({ caller, body, signal, context }) => {
        const call = await service.accept(caller.subject, body);
        return wantsEvents(context)
          ? streamCompletion(context, call, { signal, log, heartbeatMs })
          : call(signal);
      },
      ({ caller }) => service.checkLimit(caller.subject),
    ),
  ];
}

type StreamCompletionDeps = {
  /** Fires when the browser goes away. */
  signal: AbortSignal;
  log: Logger;
  heartbeatMs: number;
};

/**
 * Answers with server-sent events: `text` with each piece, `again` when a second completion begins, then `done` with the whole completion or `failed`
 * with an error body, to which `partial` adds the text that arrived.
 */
function streamCompletion(
  context: Context,
  call: AcceptedCall,
  { signal, ...settings }: StreamCompletionDeps,
): Response {
  return streamEvents(
    context,
    (send) => call(signal, { onText: (text) => send('text', { text }), onAgain: () => send('again', {}) }),
    { ...settings, addToFailure: arrivedText },
  );
}

function arrivedText({ cause }: AppError): object {
  return cause instanceof AiError && cause.partial !== '' ? { partial: cause.partial } : {};
}
