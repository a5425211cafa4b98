import type { Context } from 'hono';
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

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  // Named here, the adapter sends the headers at once and each piece as it comes.
  'Transfer-Encoding': 'chunked',
  // nginx gathers replies otherwise.
  'X-Accel-Buffering': 'no',
};

/**
 * Answers with server-sent events: `text` with each piece, then `done` with the whole reply or `failed`
 * with an error body, to which `partial` adds the text that arrived.
 */
export function streamCompletion(context: Context, call: AdmittedCall, settings: Settings): Response {
  const encoder = new TextEncoder();
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      // Proxies and phones close connections on which nothing moves.
      const heartbeat = setInterval(() => write(': waiting\n\n'), settings.heartbeatMs);
      const send: Send = (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      await answer(send, context, call, settings);
      clearInterval(heartbeat);
      if (isOpen) controller.close();
    },
    cancel() {
      isOpen = false;
    },
  });
  return context.body(body, 200, headers);
}

type Send = (event: 'text' | 'done' | 'failed', data: object) => void;

/** Never rejects. */
async function answer(
  send: Send,
  context: Context,
  call: AdmittedCall,
  { signal, log }: Settings,
): Promise<void> {
  try {
    send('done', await call(signal, (text) => send('text', { text })));
  } catch (error) {
    const known = error instanceof AppError;
    if (!known) log.error({ id: context.get('requestId'), err: error }, 'AI stream failed');
    const { body, cause } = known ? error : new AppError('internal');
    const partial = cause instanceof AiError && cause.partial !== '' ? { partial: cause.partial } : {};
    send('failed', { ...body, ...partial });
  }
}
