import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
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
export function streamCompletion(context: Context, call: AdmittedCall, settings: Settings): Response {
  // nginx gathers replies otherwise.
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, async (stream) => {
    // Proxies and phones close connections on which nothing moves.
    const heartbeat = setInterval(() => void stream.write(': waiting\n\n'), settings.heartbeatMs);
    try {
      await send(stream, call, settings.signal);
    } catch (error) {
      const known = error instanceof AppError;
      if (!known) settings.log.error({ id: context.get('requestId'), err: error }, 'AI stream failed');
      const { body, cause } = known ? error : new AppError('internal');
      const partial = cause instanceof AiError && cause.partial !== '' ? { partial: cause.partial } : {};
      await stream.writeSSE({ event: 'failed', data: JSON.stringify({ ...body, ...partial }) });
    } finally {
      clearInterval(heartbeat);
    }
  });
}

async function send(stream: SSEStreamingApi, call: AdmittedCall, signal: AbortSignal): Promise<void> {
  // Pieces come faster than they are sent; the chain keeps them in order and before what ends them.
  let sent = Promise.resolve();
  const queue = (event: string, data: unknown) => {
    sent = sent.then(() => stream.writeSSE({ event, data: JSON.stringify(data) }));
  };
  try {
    queue('done', await call(signal, (text) => queue('text', { text })));
  } finally {
    await sent;
  }
}
