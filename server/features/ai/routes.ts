import type { Logger } from 'pino';
import { wantsEvents } from '#server/http/event-stream.ts';
import { handle, type Route } from '#server/http/handle.ts';
import { completePrompt } from '#shared/contracts/ai.ts';
import type { AiService } from './service.ts';
import { streamCompletion } from './stream-completion.ts';

type Settings = { service: AiService; log: Logger; heartbeatMs?: number };

export function aiRoutes({ service, log, heartbeatMs = 15_000 }: Settings): Route[] {
  return [
    handle(
      completePrompt,
      async ({ caller, body, signal, context }) => {
        const call = await service.admit(caller.subject, body);
        return wantsEvents(context)
          ? streamCompletion(context, call, { signal, log, heartbeatMs })
          : call(signal);
      },
      ({ caller }) => service.checkLimit(caller.subject),
    ),
  ];
}
