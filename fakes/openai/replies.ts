import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type FakeRequest = {
  path: string;
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    stream?: boolean;
    response_format?: { type: string };
  };
  /** The messages' texts. */
  prompt: string;
  /** True once the caller closed the socket before the answer was whole. */
  leftEarly: boolean;
};

/** How one request is answered. */
export type Reply = (request: FakeRequest, response: ServerResponse) => void | Promise<void>;

type Manner = { pieceLength?: number; pauseMs?: number; finish?: string };

/** A whole streamed reply, in pieces as models send them. */
export function says(text: string, manner: Manner = {}): Reply {
  return async ({ body }, response) => {
    await stream(response, body.model, text, manner);
    await send(response, {
      model: body.model,
      choices: [{ delta: {}, finish_reason: manner.finish ?? 'stop' }],
    });
    response.end('data: [DONE]\n\n');
  };
}

/** The given chunks as they are, then the closing mark. */
export function sendsChunks(...chunks: unknown[]): Reply {
  return async (_request, response) => {
    for (const chunk of chunks) await send(response, chunk);
    response.end('data: [DONE]\n\n');
  };
}

/** One whole reply although a stream was asked for, as a gathering proxy does. */
export function saysAtOnce(text: string): Reply {
  return answers(200, { choices: [{ message: { content: text }, finish_reason: 'stop' }] });
}

/** Some text, then the socket is destroyed. */
export function breaksAfter(text: string): Reply {
  return async ({ body }, response) => {
    await stream(response, body.model, text, {});
    response.destroy();
  };
}

/** Some text, then a tidy end without a finish reason. */
export function stopsShortAfter(text: string): Reply {
  return async ({ body }, response) => {
    await stream(response, body.model, text, {});
    response.end();
  };
}

/** Some text, then an open socket and silence. With no text not even headers are sent. */
export function hangsAfter(text: string): Reply {
  return async ({ body }, response) => {
    if (text !== '') await stream(response, body.model, text, {});
  };
}

/** Closes the socket before any answer. */
export function hangsUp(): Reply {
  return (_request, response) => void response.destroy();
}

/** Any status with a JSON body (or an HTML page when `body` is a text). */
export function answers(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (_request, response) => {
    const isPage = typeof body === 'string';
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers });
    response.end(isPage ? body : JSON.stringify(body));
  };
}

/** An error in OpenAI's form. */
export function fails(
  status: number,
  message: string,
  more: { code?: string; retryAfter?: string } = {},
): Reply {
  const error = { message, type: 'error', code: more.code ?? null };
  return answers(status, { error }, more.retryAfter === undefined ? {} : { 'retry-after': more.retryAfter });
}

/** A server without JSON mode: refuses the parameter, answers without it. */
export function lacksJsonMode(otherwise: Reply): Reply {
  const refuse = fails(400, "Unsupported parameter: 'response_format'");
  return (request, response) => (request.body.response_format ? refuse : otherwise)(request, response);
}

async function stream(response: ServerResponse, model: string, text: string, manner: Manner): Promise<void> {
  const length = manner.pieceLength ?? 24;
  await send(response, {
    model,
    choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }],
  });
  for (let at = 0; at < text.length && !response.destroyed; at += length) {
    if (manner.pauseMs) await sleep(manner.pauseMs);
    await send(response, {
      model,
      choices: [{ delta: { content: text.slice(at, at + length) }, finish_reason: null }],
    });
  }
}

/** Resolves when the chunk has left, so that closing the socket afterwards cuts behind it. */
function send(response: ServerResponse, chunk: unknown): Promise<void> {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  return new Promise((sent) => response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => sent()));
}
