import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Endpoint, Output } from '#shared/contracts/endpoint.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { ApiError, readError } from './api-error.ts';
import { request } from './call.ts';
import { readResponse } from './read-response.ts';

/**
 * Calls an endpoint that answers with server-sent events: `onText` gets the whole text so far as it arrives, and the
 * reply of the `done` event is returned. A second reply (`isAgain`) begins afresh. A plain JSON reply is taken as well.
 * @throws ApiError for every outcome but success; SyntaxError as `call` does; what the aborted signal carries when it was ended here.
 */
export async function stream<E extends Endpoint>(
  endpoint: E,
  given: Parameters<typeof request<E>>[1],
  onText: OnText,
): Promise<Output<E['response']>> {
  let text = '';
  let isAgain = false;
  const onEvent = ({ event, data }: EventSourceMessage) => {
    if (event === 'again') {
      text = '';
      isAgain = true;
    } else if (event === 'text') text += (JSON.parse(data) as { text: string }).text;
    else return;
    onText(text, isAgain);
  };
  return streamEvents(endpoint, given, { onEvent, interrupted: 'ai_interrupted' });
}

/** Takes the text so far; `isAgain` once the first reply was of no use and a second one arrives. */
export type OnText = (textSoFar: string, isAgain?: boolean) => void;

type Watch = {
  /** Gets every event but the last. */
  onEvent: (event: EventSourceMessage) => void;
  /** Message code of a stream that breaks off. */
  interrupted: MessageCode;
};

/** Like `stream`, for events of other names. */
export async function streamEvents<E extends Endpoint>(
  endpoint: E,
  given: Parameters<typeof request<E>>[1],
  { onEvent, interrupted }: Watch,
): Promise<Output<E['response']>> {
  const headers = { ...given.headers, Accept: 'text/event-stream' };
  const response = await request(endpoint, { ...given, headers });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || !response.body) return readResponse(endpoint, await response.json());
  try {
    for await (const { event, data } of readEvents(response.body)) {
      if (event === 'done') return readResponse(endpoint, JSON.parse(data));
      if (event === 'failed') throw await readError(new Response(data, { status: 502 }), endpoint.errorField);
      onEvent({ event, data });
    }
  } catch (cause) {
    if (given.signal?.aborted || cause instanceof ApiError) throw cause;
  }
  throw new ApiError({ status: 0, statusText: '', code: interrupted, text: message(interrupted).text });
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
