import { Agent, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { finishRequests, listen } from './listener.ts';

let server: Server;
let port: number;
let agent: Agent;
/** Answers the request to `/later` that waits. */
let answer: ((text: string) => void) | null;
beforeEach(async () => {
  answer = null;
  const http = new Hono();
  http.get('/now', (context) => context.text('at once'));
  http.get('/later', async (context) => {
    const later = Promise.withResolvers<string>();
    answer = later.resolve;
    return context.text(await later.promise);
  });
  server = await listen(http, { port: 0, hostname: '127.0.0.1' });
  port = (server.address() as AddressInfo).port;
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

function ask(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent }, (response) => resolve(response.resume())).on('error', reject);
  });
}

it('keeps a connection open for longer than clients keep it', async () => {
  expect((await ask('/now')).headers['keep-alive']).toBe('timeout=75');
});

const never = { idle: 60_000, calls: 60_000, requests: 60_000 };

it('finishes what is in flight and takes no new connection', async () => {
  const later = ask('/later');
  await vi.waitFor(() => expect(answer).not.toBeNull());
  const stopped = finishRequests(server, () => {}, { ...never, idle: 0 });
  await expect(fetch(`http://127.0.0.1:${port}/now`)).rejects.toThrow();
  answer?.('at last');
  expect((await later).statusCode).toBe(200);
  await stopped;
});

it('answers what comes on an open connection and closes that', async () => {
  expect((await ask('/now')).headers.connection).toBe('keep-alive');
  const stopped = finishRequests(server, () => {}, never);
  const { statusCode, headers } = await ask('/now');
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  await stopped;
});

it('ends long calls, then cuts what is left', async () => {
  const cut = ask('/later').catch((error: NodeJS.ErrnoException) => error.code);
  await vi.waitFor(() => expect(answer).not.toBeNull());
  const endCalls = vi.fn();
  await finishRequests(server, endCalls, { idle: 0, calls: 0, requests: 0 });
  expect(endCalls).toHaveBeenCalled();
  expect(await cut).toBe('ECONNRESET');
});
