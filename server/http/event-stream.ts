import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppError } from '#server/app-error.ts';
import { publicError } from './public-error.ts';

type Send = (event: string, data: object) => void;

type EventStreamOptions = {
  log: Logger;
  heartbeatMs: number;
  /** Fields of the `failed` event besides the error's body. */
  addToFailure?: (error: AppError) => object;
};

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  // Named here, the adapter sends the headers at once and each piece as it comes.
  'Transfer-Encoding': 'chunked',
  // nginx gathers replies otherwise.
  'X-Accel-Buffering': 'no',
};

/** True when the browser asks for events in place of one response (design 5). */
export function wantsEvents(context: Context): boolean {
  return context.req.header('accept')?.includes('text/event-stream') ?? false;
}

/**
 * Answers with server-sent events: what `work` sends while it runs, then `done` with what it gives, or `failed` with an
 * error body.
 */
export function streamEvents(
  context: Context,
  work: (send: Send) => Promise<object>,
  options: EventStreamOptions,
): Response {
  const encoder = new TextEncoder();
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      // Proxies and phones close connections on which nothing moves.
      const heartbeat = setInterval(() => write(': waiting\n\n'), options.heartbeatMs);
      const send: Send = (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      await finish(send, work, options);
      clearInterval(heartbeat);
      if (isOpen) controller.close();
    },
    cancel() {
      isOpen = false;
    },
  });
  return context.body(body, 200, headers);
}

/** Never rejects. */
async function finish(
  send: Send,
  work: (send: Send) => Promise<object>,
  { log, addToFailure = () => ({}) }: EventStreamOptions,
): Promise<void> {
  try {
    send('done', await work(send));
  } catch (error) {
    const failure = publicError(error);
    if (failure !== error) log.error({ err: error }, 'stream failed');
    send('failed', { ...failure.body, ...addToFailure(failure) });
  }
}
