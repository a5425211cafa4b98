import { act } from '@testing-library/react';

/** Model output that a test sends piece by piece: no embedded model stops halfway. */
export function modelStream() {
  let output: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      output = controller;
    },
  });
  const send = (event: string, data: object) =>
    act(async () => {
      output?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      // The next frame draws it.
      await new Promise((resolve) => setTimeout(resolve, 40));
    });
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    again: () => send('again', {}),
    text: (text: string) => send('text', { text }),
    done: (completion: string) => send('done', { completion, model: 'm1' }),
    cutOff: () => act(async () => output?.close()),
  };
}
