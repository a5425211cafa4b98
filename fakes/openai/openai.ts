import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultReply } from './defaults.ts';
import type { FakeRequest, Reply } from './replies.ts';

export type OpenAiFake = {
  /** For `AI_BASE_URL`. */
  baseUrl: string;
  /** Every request so far, oldest first. */
  requests: FakeRequest[];
  /** Answers the next requests with these, one each; later ones get the default again. */
  reply(...replies: Reply[]): void;
  /** Answers all further requests with this. */
  replyAlways(reply: Reply): void;
  /** Forgets requests and scripts. */
  reset(): void;
  stop(): Promise<void>;
};

/**
 * A server on loopback that speaks the streaming half of OpenAI's chat completions, for tests.
 * Unscripted requests get a fixed plan, section, build prompt or small JSON object; see `openai-defaults.ts`.
 */
export async function startOpenAiFake(port = 0): Promise<OpenAiFake> {
  const requests: FakeRequest[] = [];
  let script: Reply[] = [];
  let always: Reply = defaultReply;
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming, response);
    requests.push(request);
    await (script.shift() ?? always)(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    reply: (...replies) => void script.push(...replies),
    replyAlways: (reply) => {
      always = reply;
    },
    reset: () => {
      requests.length = 0;
      script = [];
      always = defaultReply;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function read(incoming: IncomingMessage, response: ServerResponse): Promise<FakeRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString()) as FakeRequest['body'];
  const request: FakeRequest = {
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    prompt: body.messages.map((message) => message.content).join('\n'),
    leftEarly: false,
  };
  response.on('close', () => {
    request.leftEarly = !response.writableFinished;
  });
  return request;
}
