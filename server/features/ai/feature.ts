import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppError } from '#server/app-error.ts';
import { streamEvents, wantsEvents } from '#server/http/event-stream.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import { AiError } from '#server/integrations/ai/port.ts';
import { completePrompt } from '#shared/contracts/ai.ts';
import {
  type AcceptedCall,
  acceptCall,
  answerLimit,
  type CompletionDeps,
  checkLimit,
} from './completions.ts';

type AiFeatureDeps = Omit<CompletionDeps, 'limit'> & { limits: Limits; log: Logger; heartbeatMs?: number };

/** AI calls of signed-in users. */
export function aiFeature({ limits, log, heartbeatMs = 15_000, ...given }: AiFeatureDeps): Route[] {
  const deps = { ...given, limit: answerLimit(limits) };
  return [
    handle(
      completePrompt,
      async ({ caller, body, signal, context }) => {
        const call = await acceptCall(deps, caller.subject, body);
        return wantsEvents(context)
          ? streamCompletion(context, call, { signal, log, heartbeatMs })
          : call(signal);
      },
      ({ caller }) => checkLimit(deps, caller.subject),
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
